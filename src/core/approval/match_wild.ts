/**
 * One way of matching with gaps, for the words of an argv and for the characters of a word.
 * @module
 */

/** Stands for any number of items, none included. */
export const GAP: unique symbol = Symbol("gap");

/**
 * Whether a pattern covers all items, in order. Time is at most the product of both lengths, whatever the
 * pattern: a rule is no way to stall the judge.
 *
 * @example
 * ```ts
 * import { GAP, matchWild } from "./match_wild.ts";
 * matchWild(["a", GAP], ["a", "b", "c"], (pattern, item) => pattern === item); // true
 * ```
 */
export function matchWild<P, T>(
  pattern: readonly (P | typeof GAP)[],
  items: ArrayLike<T>,
  matches: (pattern: P, item: T) => boolean,
): boolean {
  let at = 0;
  let gap: { readonly after: number; covers: number } | undefined;
  for (let index = 0; index < items.length;) {
    const next = pattern[at];
    if (next === GAP) {
      gap = { after: ++at, covers: index };
    } else if (at < pattern.length && matches(next as P, items[index] as T)) {
      at++;
      index++;
    } else if (gap !== undefined) {
      // The last gap takes one item more: an earlier one could do no better.
      at = gap.after;
      index = ++gap.covers;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every((rest) => rest === GAP);
}
