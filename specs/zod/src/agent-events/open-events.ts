/** Events whose content the protocol does not know. */
import { z } from "zod";
import { eventFields } from "./common.js";

export const RawEvent = z
  .looseObject({
    type: z.literal("RAW").describe("Selects this event."),
    ...eventFields,
    event: z.unknown().optional().describe("The event as the other system wrote it; null is one too."),
    source: z.string().optional().describe("The system that the event comes from."),
  })
  .meta({ id: "RawEvent", description: "Passes on an event of another system." });

export const CustomEvent = z
  .looseObject({
    type: z.literal("CUSTOM").describe("Selects this event."),
    ...eventFields,
    name: z.string().describe("The kind of event, which the application defines."),
    value: z.unknown().optional().describe("What the event says, of any shape; null is a value."),
  })
  .meta({ id: "CustomEvent", description: "An event that the application defines." });

export const openEvents = [RawEvent, CustomEvent] as const;
