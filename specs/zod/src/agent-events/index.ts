/**
 * The agent event protocol (AG-UI) as it was before its 1.0, with one addition: the optional `error` on
 * TOOL_CALL_RESULT, the twin of the one on the tool message.
 *
 * One file holds one group of events; a new group is a file whose events are listed here. Objects keep unknown keys
 * (`looseObject`) except for the outcomes of a run. Fields stand in wire order: that of the reference implementation.
 */
import { z } from "zod";
import type { Family } from "../family.js";
import { activityEvents } from "./activity-events.js";
import { capabilitySchemas } from "./capabilities.js";
import { contentSchemas } from "./content.js";
import { EventType } from "./event-type.js";
import { messageSchemas } from "./messages.js";
import { openEvents } from "./open-events.js";
import { reasoningEvents, reasoningSchemas } from "./reasoning-events.js";
import { runEvents, runOutcomeSchemas } from "./run-events.js";
import { runInputSchemas } from "./run-input.js";
import { stateEvents } from "./state-events.js";
import { stepEvents } from "./step-events.js";
import { textEvents, textSchemas } from "./text-events.js";
import { thinkingEvents } from "./thinking-events.js";
import { toolCallEvents } from "./tool-call-events.js";

/** The version of the protocol that the schemas describe. */
export const PROTOCOL_VERSION = "0.0.58";

/** Every event, in the order of `EventType`. */
const events = [
  ...textEvents,
  ...thinkingEvents,
  ...toolCallEvents,
  ...stateEvents,
  ...activityEvents,
  ...openEvents,
  ...runEvents,
  ...stepEvents,
  ...reasoningEvents,
] as const;

export const AgentEvent = z
  .discriminatedUnion("type", events)
  .meta({ id: "AgentEvent", description: "One event of an agent's stream, told apart by `type`." });

export const agentEvents: Family = {
  file: "agent-events.openapi.json",
  title: "Agent events",
  version: PROTOCOL_VERSION,
  description: `The AG-UI event protocol ${PROTOCOL_VERSION}, with an optional \`error\` on tool call results.`,
  schemas: [
    EventType,
    ...contentSchemas,
    ...messageSchemas,
    ...runInputSchemas,
    ...runOutcomeSchemas,
    ...capabilitySchemas,
    ...textSchemas,
    ...reasoningSchemas,
    ...events,
    AgentEvent,
  ],
};
