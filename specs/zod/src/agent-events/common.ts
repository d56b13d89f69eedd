/** Fields that many events and messages share. */
import { z } from "zod";

/** A map of application data; present as an object or absent, never null. */
export const metadata = z
  .record(z.string(), z.unknown())
  .optional()
  .describe("Data of the application, which the protocol passes on unread.");

/** The fields that every event has after its `type`, in wire order. */
export const eventFields = {
  timestamp: z.number().optional().describe("When the event was made, in milliseconds since the Unix epoch."),
  rawEvent: z.unknown().optional().describe("The event of the agent framework from which this one was made."),
  metadata,
};

/** An opaque value of the model provider that a later request hands back. */
export const encryptedValue = z
  .string()
  .optional()
  .describe("An opaque value of the model provider, to be handed back unchanged.");

/** The author field of messages. */
export const authorName = z.string().optional().describe("The name of the author, for display.");

/** The identifier of messages. */
export const messageId = z.string().describe("Identifies the message within its thread.");
