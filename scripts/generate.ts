/**
 * Rewrites the checked-in files that are made from the source: `deno task generate`.
 * @module
 */
import { generatedFiles } from "./generated_files.ts";

for (const { path, text } of generatedFiles()) {
  Deno.writeTextFileSync(new URL(`../${path}`, import.meta.url), text);
}
