import type { z } from "zod";

/**
 * One family of wire types: everything that goes into one OpenAPI document.
 *
 * `schemas` lists every component of the family in the order in which the document states them. Each entry carries
 * its component name and its documentation in `.meta({ id, description })`.
 */
export interface Family {
  /** The document's file name inside `specs/`. */
  readonly file: `${string}.openapi.json`;
  /** `info.title` of the document. */
  readonly title: string;
  /** `info.version` of the document. */
  readonly version: string;
  /** `info.description` of the document. */
  readonly description: string;
  /** The components, in document order. */
  readonly schemas: readonly z.ZodType[];
}
