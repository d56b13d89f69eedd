/** Events that frame a run, and what its end can say. */
import { z } from "zod";
import { eventFields, metadata } from "./common.js";
import { RunAgentInput } from "./run-input.js";

const tokens = z.int().min(0).optional();

export const TokenUsage = z
  .looseObject({
    provider: z.string().optional().describe("The model provider."),
    model: z.string().optional().describe("The model."),
    inputTokens: tokens.describe("Tokens read."),
    outputTokens: tokens.describe("Tokens written."),
    totalTokens: tokens.describe("Tokens read and written, as the provider counts them."),
    reasoningTokens: tokens.describe("Tokens written that were spent on reasoning."),
    cachedInputTokens: tokens.describe("Tokens read that came from the provider's cache."),
  })
  .meta({ id: "TokenUsage", description: "What one model used during a run." });

const usage = z.array(TokenUsage).optional().describe("What the run used, one entry per model.");

export const Interrupt = z
  .looseObject({
    id: z.string().describe("Identifies the interrupt; the answer refers to it."),
    reason: z.string().describe("The kind of interrupt, which tells how to ask the user."),
    message: z.string().optional().describe("The question in words."),
    toolCallId: z.string().optional().describe("The tool call that the interrupt holds back."),
    responseSchema: z.record(z.string(), z.unknown()).optional().describe("The JSON Schema of the answer."),
    expiresAt: z.string().optional().describe("When the interrupt lapses, as an ISO 8601 time."),
    metadata,
  })
  .meta({ id: "Interrupt", description: "A question that must be answered before the work can go on." });

// The outcomes are the only closed objects of the protocol: an unknown key is an error in them.

export const RunFinishedSuccessOutcome = z
  .strictObject({
    type: z.literal("success").describe("Selects success."),
  })
  .meta({ id: "RunFinishedSuccessOutcome", description: "The run did all it had to do." });

export const RunFinishedInterruptOutcome = z
  .strictObject({
    type: z.literal("interrupt").describe("Selects an interrupted run."),
    interrupts: z.array(Interrupt).min(1).describe("The questions that wait for an answer; at least one."),
  })
  .meta({ id: "RunFinishedInterruptOutcome", description: "The run stopped to ask; a later run can resume it." });

export const RunFinishedOutcome = z
  .discriminatedUnion("type", [RunFinishedSuccessOutcome, RunFinishedInterruptOutcome])
  .meta({ id: "RunFinishedOutcome", description: "How a finished run ended, told apart by `type`." });

export const RunStartedEvent = z
  .looseObject({
    type: z.literal("RUN_STARTED").describe("Selects this event."),
    ...eventFields,
    threadId: z.string().describe("The conversation that the run belongs to."),
    runId: z.string().describe("Identifies the run."),
    parentRunId: z.string().optional().describe("The run from which this one branched off."),
    input: RunAgentInput.optional().describe("What the run started from."),
  })
  .meta({ id: "RunStartedEvent", description: "Starts a run." });

export const RunFinishedEvent = z
  .looseObject({
    type: z.literal("RUN_FINISHED").describe("Selects this event."),
    ...eventFields,
    threadId: z.string().describe("The conversation that the run belongs to."),
    runId: z.string().describe("The run that ended."),
    result: z.unknown().optional().describe("What the run produced, of any shape."),
    // Older producers write null where there is no outcome.
    outcome: RunFinishedOutcome.nullish().describe("How the run ended; null is read as absent, which means success."),
    usage,
  })
  .meta({ id: "RunFinishedEvent", description: "Ends a run that did not fail." });

export const RunErrorEvent = z
  .looseObject({
    type: z.literal("RUN_ERROR").describe("Selects this event."),
    ...eventFields,
    message: z.string().describe("The failure in words."),
    code: z.string().optional().describe("The kind of failure, for programs."),
    usage,
  })
  .meta({ id: "RunErrorEvent", description: "Ends a run that failed." });

export const runOutcomeSchemas = [
  TokenUsage,
  Interrupt,
  RunFinishedSuccessOutcome,
  RunFinishedInterruptOutcome,
  RunFinishedOutcome,
] as const;

export const runEvents = [RunStartedEvent, RunFinishedEvent, RunErrorEvent] as const;
