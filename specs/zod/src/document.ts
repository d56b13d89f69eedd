/** From a family of Zod schemas to the text of its OpenAPI document. */
import { z } from "zod";
import { createSchema } from "zod-openapi";
import { agentEvents } from "./agent-events/index.js";
import type { Family } from "./family.js";
import { mcp } from "./mcp.js";
import { scriptResults } from "./script-results.js";
import { structuredResult } from "./structured-result.js";
import { toolResults } from "./tool-results.js";

const OPENAPI_VERSION = "3.1.0";

/** All families, one document each. */
export const families: readonly Family[] = [toolResults, structuredResult, agentEvents, scriptResults, mcp];

/** The component name of a schema; every listed schema must have one. */
export function componentName(schema: z.ZodType): string {
  const id = schema.meta()?.id;
  if (id === undefined) throw new Error("a schema in a family's list has no id: add .meta({ id, description })");
  return id;
}

/**
 * The components of a family by name, in the order of its list.
 *
 * Only the input side is exported, which states each schema once: fields with a default stay optional, and objects say
 * nothing of unknown keys unless they are loose or strict.
 */
export function components(family: Family): Record<string, z.core.JSONSchema.BaseSchema> {
  const names = family.schemas.map(componentName);
  const root = z.object(Object.fromEntries(family.schemas.map((schema, index) => [names[index], schema])));
  const exported = createSchema(root, { io: "input", openapiVersion: OPENAPI_VERSION }).components;

  const unlisted = Object.keys(exported).filter((name) => !names.includes(name));
  if (unlisted.length > 0) {
    throw new Error(`${family.file}: add to the family's list of schemas: ${unlisted.join(", ")}`);
  }
  return Object.fromEntries(
    names.map((name) => {
      const schema = exported[name];
      if (schema === undefined) throw new Error(`${family.file}: the exporter wrote no component ${name}`);
      return [name, schema as z.core.JSONSchema.BaseSchema];
    }),
  );
}

/** The whole document as text; the same schemas always give the same bytes. */
export function documentText(family: Family): string {
  const document = {
    openapi: OPENAPI_VERSION,
    info: { title: family.title, version: family.version, description: family.description },
    paths: {},
    components: { schemas: components(family) },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
