/** Events that stream a tool call and its result. */
import { z } from "zod";
import { eventFields } from "./common.js";

const toolCallId = z.string().describe("The call that the event is about.");
// Older producers write null where there is no parent message.
const parentMessageId = z
  .string()
  .nullish()
  .describe("The assistant message that makes the call; null is read as absent.");

export const ToolCallStartEvent = z
  .looseObject({
    type: z.literal("TOOL_CALL_START").describe("Selects this event."),
    ...eventFields,
    toolCallId: z.string().describe("Identifies the call; later events refer to it."),
    toolCallName: z.string().describe("The name of the tool."),
    parentMessageId,
  })
  .meta({ id: "ToolCallStartEvent", description: "Starts a tool call." });

export const ToolCallArgsEvent = z
  .looseObject({
    type: z.literal("TOOL_CALL_ARGS").describe("Selects this event."),
    ...eventFields,
    toolCallId,
    delta: z.string().describe("The next piece of the arguments' JSON text."),
  })
  .meta({ id: "ToolCallArgsEvent", description: "Adds to the arguments of a tool call." });

export const ToolCallEndEvent = z
  .looseObject({
    type: z.literal("TOOL_CALL_END").describe("Selects this event."),
    ...eventFields,
    toolCallId,
  })
  .meta({ id: "ToolCallEndEvent", description: "Ends a tool call: its arguments are complete." });

export const ToolCallChunkEvent = z
  .looseObject({
    type: z.literal("TOOL_CALL_CHUNK").describe("Selects this event."),
    ...eventFields,
    toolCallId: z.string().optional().describe("The call; absent when it is the one of the chunk before."),
    toolCallName: z.string().optional().describe("The name of the tool; only the first chunk of a call needs it."),
    parentMessageId,
    delta: z.string().optional().describe("The next piece of the arguments' JSON text."),
  })
  .meta({ id: "ToolCallChunkEvent", description: "Stands for the start, arguments and end of a tool call in one." });

export const ToolCallResultEvent = z
  .looseObject({
    type: z.literal("TOOL_CALL_RESULT").describe("Selects this event."),
    ...eventFields,
    messageId: z.string().describe("The identifier of the tool message that the result becomes."),
    toolCallId: z.string().describe("The call that is answered."),
    content: z.string().describe("The result as text."),
    role: z.literal("tool").optional().describe("The role of the message that the result becomes."),
    error: z.string().optional().describe("The failure in words; the call failed exactly when this is present."),
  })
  .meta({ id: "ToolCallResultEvent", description: "Gives the result of a tool call." });

export const toolCallEvents = [
  ToolCallStartEvent,
  ToolCallArgsEvent,
  ToolCallEndEvent,
  ToolCallChunkEvent,
  ToolCallResultEvent,
] as const;
