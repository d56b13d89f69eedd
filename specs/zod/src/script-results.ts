/**
 * Tool results as a script inside a sandbox gets them: one string, and what the host says about it.
 *
 * The host sends `ScriptToolResult`. When `structured_json` is true, `result` is the JSON text of a
 * `StructuredScriptText` or, past the size cap, of an `OversizedResult`.
 */
import { z } from "zod";
import type { Family } from "./family.js";

export const ScriptToolResult = z
  .object({
    op: z.literal("tool_result").describe("Selects this message among those that the host sends."),
    id: z.string().describe("The call that is answered."),
    result: z.string().describe("The result as the script sees it."),
    is_error: z.boolean().optional().describe("Whether the call failed; absent when the host did not say."),
    structured_json: z
      .boolean()
      .optional()
      .describe("Marks `result` as the JSON text of an object with structured content; written only when true."),
  })
  .meta({ id: "ScriptToolResult", description: "The message that answers a script's tool call." });

export const StructuredScriptText = z
  .object({
    content: z.array(z.unknown()).describe("The content blocks, as the tool sent them."),
    structuredContent: z
      .unknown()
      .optional()
      .describe("The machine-readable payload; it counts when the key is there, whatever its value."),
    isError: z.boolean().describe("Whether the call failed."),
    error: z.string().optional().describe("The failure in words; there only when `isError` is true."),
  })
  .meta({ id: "StructuredScriptText", description: "A structured result, as the text of `ScriptToolResult.result`." });

export const OversizedDetail = z
  .object({
    chars: z.int().min(0).describe("The length of the whole result in UTF-16 code units."),
    savedTo: z.string().nullable().describe("The file that holds the whole result; null when it could not be saved."),
  })
  .meta({ id: "OversizedDetail", description: "The size of a result that was too long, and where it is." });

export const OversizedResult = z
  .object({
    isError: z.boolean().describe("Whether the call failed, or its result could not be delivered."),
    error: z.string().optional().describe("Why the result could not be delivered; absent when it was saved."),
    oversized: OversizedDetail.describe("The result that did not fit."),
  })
  .meta({ id: "OversizedResult", description: "Stands for a structured result that is longer than the size cap." });

export const scriptResults: Family = {
  file: "script-results.openapi.json",
  title: "Script tool results",
  version: "1.0.0",
  description: "Tool results as a script inside a sandbox gets them.",
  schemas: [ScriptToolResult, StructuredScriptText, OversizedDetail, OversizedResult],
};
