import assert from "node:assert/strict";
import { GOLDEN_CASES, goldenFile, goldenText } from "./cases.ts";

for (const golden of GOLDEN_CASES) {
  for (const system of ["linux", "darwin"] as const) {
    Deno.test(`render for ${system}: ${golden.name} is as in its golden file`, () => {
      const expected = Deno.readTextFileSync(goldenFile(golden, system));
      assert.equal(goldenText(golden, system), expected, "deno task golden rewrites it");
    });
  }
}
