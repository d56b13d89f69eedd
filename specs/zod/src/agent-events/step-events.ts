/** Events that name the steps of a run. */
import { z } from "zod";
import { eventFields } from "./common.js";

export const StepStartedEvent = z
  .looseObject({
    type: z.literal("STEP_STARTED").describe("Selects this event."),
    ...eventFields,
    stepName: z.string().describe("The name of the step; its end has the same."),
  })
  .meta({ id: "StepStartedEvent", description: "Starts a step of a run." });

export const StepFinishedEvent = z
  .looseObject({
    type: z.literal("STEP_FINISHED").describe("Selects this event."),
    ...eventFields,
    stepName: z.string().describe("The name of the step that ends."),
  })
  .meta({ id: "StepFinishedEvent", description: "Ends a step of a run." });

export const stepEvents = [StepStartedEvent, StepFinishedEvent] as const;
