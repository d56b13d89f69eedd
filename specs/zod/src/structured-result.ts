/**
 * The structured tool result: a status, data, and hints on how to recover.
 *
 * This is the strict model. Its flattened form, with the data at the top level, is behaviour of the helpers and has no
 * schema of its own. Wire names are snake_case.
 */
import { z } from "zod";
import type { Family } from "./family.js";

export const ToolResultStatus = z
  .enum(["success", "error", "partial"])
  .meta({ id: "ToolResultStatus", description: "How a tool call ended; `partial` when only some of it succeeded." });

export const ToolResult = z
  .strictObject({
    status: ToolResultStatus.describe("How the call ended."),
    // Producers that dump the whole model write null for a missing message or error type.
    message: z.string().nullish().describe("A summary for the model; null means the same as absent."),
    error_type: z
      .string()
      .nullish()
      .describe("The kind of error, for callers that react to it; null means the same as absent."),
    data: z.record(z.string(), z.unknown()).default({}).describe("The payload of the call, by name."),
    remediation_hints: z
      .array(z.string())
      .default([])
      .describe("What the model can try next, the most promising first."),
  })
  .meta({ id: "ToolResult", description: "The result of a tool call, with hints on how to recover from a failure." });

export const structuredResult: Family = {
  file: "structured-result.openapi.json",
  title: "Structured tool result",
  version: "1.0.0",
  description: "A tool result of status, data and remediation hints.",
  schemas: [ToolResultStatus, ToolResult],
};
