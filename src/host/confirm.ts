/**
 * A question whose answer comes from standard input, as `rm -i` asks.
 * @module
 */
import { writeAll } from "./streams.ts";

/**
 * Asks on stderr and reads one line, byte by byte, so that the rest stays for whoever reads next. Yes is
 * a line that starts with y or Y; the end of the input is no.
 */
export function confirm(question: string): boolean {
  writeAll(Deno.stderr, question);
  const byte = new Uint8Array(1);
  let first: string | undefined;
  while ((Deno.stdin.readSync(byte) ?? 0) > 0) {
    const character = String.fromCharCode(byte[0] ?? 0);
    if (character === "\n") break;
    first ??= character;
  }
  return first === "y" || first === "Y";
}
