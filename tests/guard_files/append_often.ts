/**
 * Appends lines to a file: `append_often.ts HOME FILE NAME TIMES`.
 * @module
 */
import { guardedFiles } from "../support/guarded_world.ts";

const [home = "", file = "", name = "", times = "0"] = Deno.args;
const files = guardedFiles(home);
for (let turn = 0; turn < Number(times); turn++) {
  const result = files.appendText(file, `${name} ${turn} ${"x".repeat(100)}\n`);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
}
