/**
 * Writes one file again and again, each time with other content of the same length: `write_often.ts HOME FILE TIMES`.
 * @module
 */
import { guardedFiles } from "../support/guarded_world.ts";

/** Length of the content: many pieces, so that a kill falls into the middle of some write. */
export const CONTENT_BYTES = 1_500_000;

if (import.meta.main) {
  const [home = "", file = "", times = "0"] = Deno.args;
  const files = guardedFiles(home);
  for (let turn = 0; turn < Number(times); turn++) {
    files.writeText(file, String(turn % 10).repeat(CONTENT_BYTES));
  }
}
