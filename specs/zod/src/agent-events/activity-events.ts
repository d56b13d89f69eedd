/** Events that show and change an activity: progress for the user, which the model does not see. */
import { z } from "zod";
import { eventFields, messageId } from "./common.js";

const activityType = z.string().describe("The kind of activity, which tells how to show it.");

export const ActivitySnapshotEvent = z
  .looseObject({
    type: z.literal("ACTIVITY_SNAPSHOT").describe("Selects this event."),
    ...eventFields,
    messageId,
    activityType,
    content: z.record(z.string(), z.unknown()).describe("The whole state of the activity."),
    replace: z
      .boolean()
      .default(true)
      .describe("Whether the content replaces that of an activity which is there already; else that one stays."),
  })
  .meta({ id: "ActivitySnapshotEvent", description: "Shows an activity." });

export const ActivityDeltaEvent = z
  .looseObject({
    type: z.literal("ACTIVITY_DELTA").describe("Selects this event."),
    ...eventFields,
    messageId,
    activityType,
    patch: z.array(z.unknown()).describe("A JSON Patch (RFC 6902) of the content: its operations, in order."),
  })
  .meta({ id: "ActivityDeltaEvent", description: "Changes the content of an activity." });

export const activityEvents = [ActivitySnapshotEvent, ActivityDeltaEvent] as const;
