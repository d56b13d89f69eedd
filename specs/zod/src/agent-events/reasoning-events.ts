/** Events that stream what the model thinks before it answers. */
import { z } from "zod";
import { eventFields } from "./common.js";

const messageId = z.string().describe("The reasoning message that the event is about.");

export const ReasoningStartEvent = z
  .looseObject({
    type: z.literal("REASONING_START").describe("Selects this event."),
    ...eventFields,
    messageId: z.string().describe("Identifies the phase; its end has the same."),
  })
  .meta({ id: "ReasoningStartEvent", description: "Starts a phase of reasoning." });

export const ReasoningMessageStartEvent = z
  .looseObject({
    type: z.literal("REASONING_MESSAGE_START").describe("Selects this event."),
    ...eventFields,
    messageId: z.string().describe("Identifies the message; later events refer to it."),
    role: z.literal("reasoning").describe("The role of the message."),
  })
  .meta({ id: "ReasoningMessageStartEvent", description: "Starts a reasoning message." });

export const ReasoningMessageContentEvent = z
  .looseObject({
    type: z.literal("REASONING_MESSAGE_CONTENT").describe("Selects this event."),
    ...eventFields,
    messageId,
    delta: z.string().describe("The next piece of the text."),
  })
  .meta({ id: "ReasoningMessageContentEvent", description: "Adds to the text of a reasoning message." });

export const ReasoningMessageEndEvent = z
  .looseObject({
    type: z.literal("REASONING_MESSAGE_END").describe("Selects this event."),
    ...eventFields,
    messageId,
  })
  .meta({ id: "ReasoningMessageEndEvent", description: "Ends a reasoning message: its text is complete." });

export const ReasoningMessageChunkEvent = z
  .looseObject({
    type: z.literal("REASONING_MESSAGE_CHUNK").describe("Selects this event."),
    ...eventFields,
    messageId: z.string().optional().describe("The message; absent when it is the one of the chunk before."),
    delta: z.string().optional().describe("The next piece of the text."),
  })
  .meta({
    id: "ReasoningMessageChunkEvent",
    description: "Stands for the start, content and end of a reasoning message in one.",
  });

export const ReasoningEndEvent = z
  .looseObject({
    type: z.literal("REASONING_END").describe("Selects this event."),
    ...eventFields,
    messageId: z.string().describe("The phase that ends."),
  })
  .meta({ id: "ReasoningEndEvent", description: "Ends a phase of reasoning." });

export const ReasoningEncryptedValueSubtype = z.enum(["tool-call", "message"]).meta({
  id: "ReasoningEncryptedValueSubtype",
  description: "What an encrypted value belongs to.",
});

export const ReasoningEncryptedValueEvent = z
  .looseObject({
    type: z.literal("REASONING_ENCRYPTED_VALUE").describe("Selects this event."),
    ...eventFields,
    subtype: ReasoningEncryptedValueSubtype.describe("Whether the value belongs to a tool call or to a message."),
    entityId: z.string().describe("The identifier of that tool call or message."),
    encryptedValue: z.string().describe("An opaque value of the model provider, to be handed back unchanged."),
  })
  .meta({ id: "ReasoningEncryptedValueEvent", description: "Attaches an encrypted value to a tool call or a message." });

export const reasoningSchemas = [ReasoningEncryptedValueSubtype] as const;

export const reasoningEvents = [
  ReasoningStartEvent,
  ReasoningMessageStartEvent,
  ReasoningMessageContentEvent,
  ReasoningMessageEndEvent,
  ReasoningMessageChunkEvent,
  ReasoningEndEvent,
  ReasoningEncryptedValueEvent,
] as const;
