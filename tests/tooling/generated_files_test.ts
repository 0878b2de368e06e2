import { equal } from "node:assert/strict";
import { generatedFiles } from "../../scripts/generated_files.ts";

Deno.test("the files made from the source are current; else run `deno task generate`", () => {
  for (const { path, text } of generatedFiles()) {
    equal(Deno.readTextFileSync(new URL(`../../${path}`, import.meta.url)), text, path);
  }
});
