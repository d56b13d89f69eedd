/** Events that replace what the client holds. */
import { z } from "zod";
import { eventFields } from "./common.js";
import { Message } from "./messages.js";

export const MessagesSnapshotEvent = z
  .looseObject({
    type: z.literal("MESSAGES_SNAPSHOT").describe("Selects this event."),
    ...eventFields,
    messages: z.array(Message).describe("The whole conversation, oldest message first."),
  })
  .meta({ id: "MessagesSnapshotEvent", description: "Replaces the conversation that the client holds." });

export const snapshotEvents = [MessagesSnapshotEvent] as const;
