/**
 * How large and how deeply nested a script may be.
 * @module
 */

/** Bytes of UTF-8. Source: spec, section 2. */
export const MAX_SCRIPT_BYTES = 256 * 1024;

/**
 * Levels of compound commands, substitutions and expansions inside each other. People write up to ten;
 * unbash stops resolving at 256, and mvdan-sh runs out of stack at some hundreds.
 */
export const MAX_NESTING = 100;

/**
 * The next level, for the translators' recursion.
 *
 * Throws a RangeError beyond the limit, as the parsers themselves do when they run out of stack: one
 * catch in `parse_script.ts` turns both into `script-too-large`.
 */
export function deeper(level: number): number {
  if (level >= MAX_NESTING) throw new RangeError("nested too deeply");
  return level + 1;
}
