/** Events of the older form of reasoning, which names no messages. */
import { z } from "zod";
import { eventFields } from "./common.js";

export const ThinkingStartEvent = z
  .looseObject({
    type: z.literal("THINKING_START").describe("Selects this event."),
    ...eventFields,
    title: z.string().optional().describe("What the thinking is about, for display."),
  })
  .meta({ id: "ThinkingStartEvent", description: "Starts a phase of thinking; REASONING_START is its successor." });

export const ThinkingEndEvent = z
  .looseObject({
    type: z.literal("THINKING_END").describe("Selects this event."),
    ...eventFields,
  })
  .meta({ id: "ThinkingEndEvent", description: "Ends a phase of thinking; REASONING_END is its successor." });

export const ThinkingTextMessageStartEvent = z
  .looseObject({
    type: z.literal("THINKING_TEXT_MESSAGE_START").describe("Selects this event."),
    ...eventFields,
  })
  .meta({ id: "ThinkingTextMessageStartEvent", description: "Starts a text of the thinking." });

export const ThinkingTextMessageContentEvent = z
  .looseObject({
    // Here the reference implementation writes `type` last.
    ...eventFields,
    delta: z.string().describe("The next piece of the text."),
    type: z.literal("THINKING_TEXT_MESSAGE_CONTENT").describe("Selects this event."),
  })
  .meta({ id: "ThinkingTextMessageContentEvent", description: "Adds to the text of the thinking." });

export const ThinkingTextMessageEndEvent = z
  .looseObject({
    type: z.literal("THINKING_TEXT_MESSAGE_END").describe("Selects this event."),
    ...eventFields,
  })
  .meta({ id: "ThinkingTextMessageEndEvent", description: "Ends a text of the thinking." });

export const thinkingEvents = [
  ThinkingStartEvent,
  ThinkingEndEvent,
  ThinkingTextMessageStartEvent,
  ThinkingTextMessageContentEvent,
  ThinkingTextMessageEndEvent,
] as const;
