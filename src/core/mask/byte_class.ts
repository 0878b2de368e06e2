/**
 * Sets of bytes, written as in a regular expression's brackets.
 * @module
 */

/** 1 at every byte that belongs to it. */
export type ByteClass = Uint8Array;

/**
 * Compiles `A-Za-z0-9_-` (a dash that is first or last stands for itself) or, with a leading `^`, all
 * other bytes, those of non-ASCII characters included.
 *
 * @example
 * ```ts
 * import { byteClass } from "./byte_class.ts";
 * byteClass("a-c")[0x62]; // 1
 * ```
 */
export function byteClass(text: string): ByteClass {
  const negated = text.startsWith("^");
  const members = negated ? text.slice(1) : text;
  const table = new Uint8Array(256).fill(negated ? 1 : 0);
  for (let index = 0; index < members.length; index++) {
    const isRange = members[index + 1] === "-" && index + 2 < members.length;
    const first = members.charCodeAt(index);
    const last = isRange ? members.charCodeAt(index + 2) : first;
    table.fill(negated ? 0 : 1, first, last + 1);
    if (isRange) index += 2;
  }
  return table;
}

/** The first index from `from` on, and below `end`, whose byte is not in the class; else `end`. */
export function endOfRun(
  bytes: Uint8Array,
  run: { readonly of: ByteClass; readonly from: number; readonly end: number },
): number {
  let at = run.from;
  while (at < run.end && run.of[bytes[at] ?? 0] === 1) at++;
  return at;
}
