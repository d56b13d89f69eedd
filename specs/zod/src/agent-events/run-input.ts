/** What a run starts from. */
import { z } from "zod";
import { metadata } from "./common.js";
import { Message } from "./messages.js";

export const Tool = z
  .looseObject({
    name: z.string().describe("The name by which the model calls the tool."),
    description: z.string().describe("What the tool does, for the model."),
    parameters: z.unknown().optional().describe("The JSON Schema of the arguments."),
    metadata,
  })
  .meta({ id: "Tool", description: "A tool that the frontend offers to the agent." });

export const Context = z
  .looseObject({
    description: z.string().describe("What the value is, for the model."),
    value: z.string().describe("The value as text."),
  })
  .meta({ id: "Context", description: "A piece of background that the frontend gives to the agent." });

export const ResumeEntry = z
  .looseObject({
    interruptId: z.string().describe("The interrupt that is answered."),
    status: z.enum(["resolved", "cancelled"]).describe("Whether the interrupt was answered or dismissed."),
    payload: z.unknown().optional().describe("The answer, of the shape that the interrupt asked for."),
    metadata,
  })
  .meta({ id: "ResumeEntry", description: "The answer to one interrupt of an earlier run." });

export const RunAgentInput = z
  .looseObject({
    threadId: z.string().describe("The conversation that the run belongs to."),
    runId: z.string().describe("Identifies the run."),
    parentRunId: z.string().optional().describe("The run from which this one branched off."),
    state: z.unknown().optional().describe("The shared state at the start of the run, of any shape."),
    messages: z.array(Message).describe("The conversation so far, oldest message first."),
    tools: z.array(Tool).describe("The tools that the frontend offers."),
    context: z.array(Context).describe("Background that the frontend gives."),
    forwardedProps: z.unknown().optional().describe("Options for the agent that the protocol passes on unread."),
    resume: z.array(ResumeEntry).optional().describe("Answers to the interrupts that ended an earlier run."),
  })
  .meta({ id: "RunAgentInput", description: "What a client sends to start or resume a run." });

export const runInputSchemas = [Tool, Context, ResumeEntry, RunAgentInput] as const;
