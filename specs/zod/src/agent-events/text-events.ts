/** Events that stream a text message. */
import { z } from "zod";
import { authorName, eventFields } from "./common.js";

const messageId = z.string().describe("The message that the event is about.");

export const TextMessageRole = z
  .enum(["developer", "system", "assistant", "user"])
  .meta({ id: "TextMessageRole", description: "Who can speak in a text message." });

export const TextMessageStartEvent = z
  .looseObject({
    type: z.literal("TEXT_MESSAGE_START").describe("Selects this event."),
    ...eventFields,
    messageId: z.string().describe("Identifies the message; later events refer to it."),
    role: TextMessageRole.default("assistant").describe("Who speaks; the assistant where the event does not say."),
    name: authorName,
  })
  .meta({ id: "TextMessageStartEvent", description: "Starts a text message." });

export const TextMessageContentEvent = z
  .looseObject({
    type: z.literal("TEXT_MESSAGE_CONTENT").describe("Selects this event."),
    ...eventFields,
    messageId,
    delta: z.string().describe("The next piece of the text."),
  })
  .meta({ id: "TextMessageContentEvent", description: "Adds to the text of a message." });

export const TextMessageEndEvent = z
  .looseObject({
    type: z.literal("TEXT_MESSAGE_END").describe("Selects this event."),
    ...eventFields,
    messageId,
  })
  .meta({ id: "TextMessageEndEvent", description: "Ends a text message: its text is complete." });

export const TextMessageChunkEvent = z
  .looseObject({
    type: z.literal("TEXT_MESSAGE_CHUNK").describe("Selects this event."),
    ...eventFields,
    messageId: z.string().optional().describe("The message; absent when it is the one of the chunk before."),
    role: TextMessageRole.optional().describe("Who speaks; only the first chunk of a message needs it."),
    delta: z.string().optional().describe("The next piece of the text."),
    name: authorName,
  })
  .meta({ id: "TextMessageChunkEvent", description: "Stands for the start, content and end of a text message in one." });

export const textSchemas = [TextMessageRole] as const;

export const textEvents = [
  TextMessageStartEvent,
  TextMessageContentEvent,
  TextMessageEndEvent,
  TextMessageChunkEvent,
] as const;
