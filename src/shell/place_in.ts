/**
 * From offsets in a script to positions.
 * @module
 */
import type { Position } from "../core/types.ts";

/**
 * Makes the function that turns a byte offset of a text into a position (both count from 1, columns in UTF-16 units).
 *
 * @example
 * ```ts
 * import { placeIn } from "./place_in.ts";
 * placeIn("é\nls")(3); // { line: 2, column: 1 }
 * ```
 */
export function placeIn(text: string): (byteOffset: number) => Position {
  const units = unitsByByte(text);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return (byteOffset) => {
    const unit = units?.[byteOffset] ?? byteOffset;
    const line = countUpTo(starts, unit);
    return { line, column: unit - (starts[line - 1] ?? 0) + 1 };
  };
}

/** The UTF-16 offset of each byte; undefined for ASCII, where they are the same. */
function unitsByByte(text: string): Uint32Array | undefined {
  if (!/[^\0-\x7f]/.test(text)) return undefined;
  const units = new Uint32Array(new TextEncoder().encode(text).length + 1);
  let byte = 0;
  let unit = 0;
  for (const character of text) {
    const size = new TextEncoder().encode(character).length;
    units.fill(unit, byte, byte + size);
    byte += size;
    unit += character.length;
  }
  units[byte] = unit;
  return units;
}

/** How many of the ascending numbers are at most `limit`. */
function countUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
