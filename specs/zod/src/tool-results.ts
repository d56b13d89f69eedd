/**
 * Tool results that a frontend and a backend share, and the pause and resume that carry them.
 *
 * A run pauses with the calls that wait for a result. The frontend runs each tool, builds a typed result, writes it as
 * JSON text into the call's `result` and resumes the run. Wire names are camelCase.
 */
import { z } from "zod";
import type { Family } from "./family.js";

export const BaseToolResult = z
  .object({
    success: z.boolean().describe("Whether the tool did what it was asked to do."),
    message: z.string().describe("A summary of the outcome for the model; after a failure, its cause."),
  })
  .meta({
    id: "BaseToolResult",
    description: "The part that every tool result shares, and the fallback for a result with nothing else in it.",
  });

// ---------------------------------------------------------------------------------------------------------------------
// What executed code can produce
// ---------------------------------------------------------------------------------------------------------------------

export const TextOutput = z
  .object({
    type: z.literal("text").describe("Selects text output."),
    text: z.string().describe("The text as printed, line breaks included."),
  })
  .meta({ id: "TextOutput", description: "Text that the executed code printed or returned." });

export const ImageOutput = z
  .object({
    type: z.literal("image").describe("Selects image output."),
    mimeType: z.string().describe("The media type of the image, such as `image/png`."),
    data: z.string().describe("The image bytes in base64."),
    altText: z.string().optional().describe("A description of the image for readers that cannot show it."),
  })
  .meta({ id: "ImageOutput", description: "An image that the executed code drew." });

export const ErrorOutput = z
  .object({
    type: z.literal("error").describe("Selects error output."),
    name: z.string().describe("The class of the exception, such as `ValueError`."),
    message: z.string().describe("The text of the exception."),
    traceback: z.array(z.string()).default([]).describe("The traceback, outermost frame first, one entry per line."),
  })
  .meta({ id: "ErrorOutput", description: "An exception that ended the execution." });

export const TableCell = z
  .union([z.string(), z.number(), z.boolean(), z.null()])
  .meta({ id: "TableCell", description: "One cell of a table; null where the source has no value." });

export const TableOutput = z
  .object({
    type: z.literal("table").describe("Selects table output."),
    columns: z.array(z.string()).describe("The column headings, left to right."),
    rows: z.array(z.array(TableCell)).describe("The rows, top to bottom; each holds one cell per column."),
    truncated: z.boolean().default(false).describe("Whether rows past the last one were left out."),
  })
  .meta({ id: "TableOutput", description: "A table, such as a data frame, that the executed code returned." });

export const CodeExecutionOutput = z
  .discriminatedUnion("type", [TextOutput, ImageOutput, ErrorOutput, TableOutput])
  .meta({ id: "CodeExecutionOutput", description: "One thing that executed code produced, told apart by `type`." });

// ---------------------------------------------------------------------------------------------------------------------
// The results, one for each tool
// ---------------------------------------------------------------------------------------------------------------------

export const PythonExecutionResult = BaseToolResult.extend({
  outputs: z.array(CodeExecutionOutput).default([]).describe("Everything the code produced, in the order it came."),
}).meta({ id: "PythonExecutionResult", description: "The result of running Python code." });

export const SearchHit = z
  .object({
    title: z.string().describe("The title of the page."),
    url: z.string().describe("The address of the page, as the search service wrote it."),
    snippet: z.string().optional().describe("The passage of the page that matched."),
  })
  .meta({ id: "SearchHit", description: "One page that a web search found." });

export const WebSearchResult = BaseToolResult.extend({
  query: z.string().optional().describe("The query that was run, when it differs from the one asked for."),
  hits: z.array(SearchHit).describe("The pages found, best match first."),
}).meta({ id: "WebSearchResult", description: "The result of a web search." });

export const FileEncoding = z
  .enum(["utf-8", "base64"])
  .meta({ id: "FileEncoding", description: "How the bytes of a file are written as text." });

export const FileReadResult = BaseToolResult.extend({
  path: z.string().describe("The path of the file that was read."),
  content: z.string().describe("The content of the file, in `encoding`."),
  encoding: FileEncoding.default("utf-8").describe("How `content` is written."),
  truncated: z.boolean().default(false).describe("Whether the file goes on after `content`."),
}).meta({ id: "FileReadResult", description: "The result of reading a file." });

export const FileWriteResult = BaseToolResult.extend({
  path: z.string().describe("The path of the file that was written."),
  bytesWritten: z.int().min(0).describe("The size of the file after the write, in bytes."),
}).meta({ id: "FileWriteResult", description: "The result of writing a file." });

export const ShellResult = BaseToolResult.extend({
  exitCode: z.int().describe("The exit code of the command."),
  stdout: z.string().default("").describe("What the command wrote to its standard output."),
  stderr: z.string().default("").describe("What the command wrote to its standard error."),
}).meta({ id: "ShellResult", description: "The result of running a shell command." });

/**
 * Every result type, flat: no member is wrapped and there is no discriminator.
 *
 * WARNING: the order is part of the contract. `BaseToolResult` accepts every other member's documents and must stay
 * LAST; new members go in front of it.
 *
 * WARNING: never parse tool results with this union in Zod. The first match wins there, and since `outputs` has a
 * default, `PythonExecutionResult` takes every base result and every search result, whose `hits` are then lost. Parse
 * with the schema registered for the tool. The generated Rust union picks the most specific member instead.
 */
export const ToolCallResult = z
  .union([PythonExecutionResult, WebSearchResult, FileReadResult, FileWriteResult, ShellResult, BaseToolResult])
  .meta({
    id: "ToolCallResult",
    description: "Any tool result; the base comes last, as the fallback for results without data of their own.",
  });

// ---------------------------------------------------------------------------------------------------------------------
// Pause and resume
// ---------------------------------------------------------------------------------------------------------------------

export const ToolCall = z
  .object({
    id: z.string().describe("Identifies the call within its run."),
    name: z.string().describe("The name of the tool, which also selects the type of the result."),
    arguments: z.string().describe("The arguments as JSON text."),
    result: z
      .string()
      .optional()
      .describe("The result as JSON text; absent while the call is pending, which is not the same as empty text."),
  })
  .meta({ id: "ToolCall", description: "A call of a frontend tool, pending or answered." });

export const RunPausedEvent = z
  .object({
    type: z.literal("RUN_PAUSED").describe("Selects this event."),
    runId: z.string().describe("The run that waits."),
    toolCalls: z.array(ToolCall).describe("The calls that the run waits for."),
  })
  .meta({ id: "RunPausedEvent", description: "Tells the frontend that a run waits for results of frontend tools." });

export const ResumeRunRequest = z
  .object({
    runId: z.string().describe("The run to resume."),
    toolCalls: z.array(ToolCall).describe("The calls of the pause, each with its result."),
  })
  .meta({ id: "ResumeRunRequest", description: "Asks the backend to resume a paused run with the results." });

export const toolResults: Family = {
  file: "tool-results.openapi.json",
  title: "Tool results",
  version: "1.0.0",
  description: "Typed results of frontend tools, and the pause and resume of a run that carry them.",
  schemas: [
    BaseToolResult,
    TextOutput,
    ImageOutput,
    ErrorOutput,
    TableCell,
    TableOutput,
    CodeExecutionOutput,
    PythonExecutionResult,
    SearchHit,
    WebSearchResult,
    FileEncoding,
    FileReadResult,
    FileWriteResult,
    ShellResult,
    ToolCallResult,
    ToolCall,
    RunPausedEvent,
    ResumeRunRequest,
  ],
};
