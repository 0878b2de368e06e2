/**
 * Rewrites the golden files of both renderers. Read the diff before it is committed.
 * @module
 */
import { GOLDEN_CASES, goldenFile, goldenText } from "../tests/golden/cases.ts";

for (const golden of GOLDEN_CASES) {
  for (const system of ["linux", "darwin"] as const) {
    Deno.writeTextFileSync(goldenFile(golden, system), goldenText(golden, system));
  }
}
