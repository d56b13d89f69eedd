/**
 * Writes one OpenAPI document per family: `npm run export -- FOLDER`.
 *
 * `cargo xtask export` calls this with a temporary folder and compares what it finds there with `specs/`.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentText, families } from "./document.js";

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0) {
  console.error("usage: npm run export -- FOLDER");
  process.exit(2);
}

mkdirSync(folder, { recursive: true });
for (const family of families) {
  writeFileSync(join(folder, family.file), documentText(family));
}
