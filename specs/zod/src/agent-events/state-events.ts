/** Events that replace or change what the client holds: the shared state and the conversation. */
import { z } from "zod";
import { eventFields } from "./common.js";
import { Message } from "./messages.js";

export const StateSnapshotEvent = z
  .looseObject({
    type: z.literal("STATE_SNAPSHOT").describe("Selects this event."),
    ...eventFields,
    snapshot: z.unknown().optional().describe("The whole state, of any shape; null is a state."),
  })
  .meta({ id: "StateSnapshotEvent", description: "Replaces the state that agent and client share." });

export const StateDeltaEvent = z
  .looseObject({
    type: z.literal("STATE_DELTA").describe("Selects this event."),
    ...eventFields,
    delta: z.array(z.unknown()).describe("A JSON Patch (RFC 6902): its operations, in order."),
  })
  .meta({ id: "StateDeltaEvent", description: "Changes the state that agent and client share." });

export const MessagesSnapshotEvent = z
  .looseObject({
    type: z.literal("MESSAGES_SNAPSHOT").describe("Selects this event."),
    ...eventFields,
    messages: z.array(Message).describe("The whole conversation, oldest message first."),
  })
  .meta({ id: "MessagesSnapshotEvent", description: "Replaces the conversation that the client holds." });

export const stateEvents = [StateSnapshotEvent, StateDeltaEvent, MessagesSnapshotEvent] as const;
