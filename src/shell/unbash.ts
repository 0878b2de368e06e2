/**
 * Reads a script with unbash, the second opinion. The only file that imports its code; `unbash_commands.ts` and `unbash_words.ts`
 * translate its tree and import its types.
 * @module
 */
import { parse } from "unbash";
import type { Statement } from "./reading.ts";
import { readScript } from "./unbash_commands.ts";

/**
 * Reads a script as Bash; offsets are UTF-16 units. unbash recovers from errors: whatever it complains about, in nested
 * scripts too, becomes a refused command.
 *
 * Throws a RangeError for what is nested too deeply (see `deeper`).
 */
export function readWithUnbash(text: string): readonly Statement[] {
  return readScript(parse(text), 0);
}
