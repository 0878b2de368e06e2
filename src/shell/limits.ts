/**
 * How large and how deeply nested a script may be, so that reading it takes well under a second.
 * @module
 */

/** Bytes of UTF-8. Source: spec, section 2. */
export const MAX_SCRIPT_BYTES = 256 * 1024;

/**
 * Levels of compound commands, substitutions and expansions inside each other; a substitution counts three. People write
 * up to ten; unbash stops resolving at 256, and mvdan-sh runs out of stack at some hundreds.
 */
const MAX_NESTING = 100;

/** Commands, and words of one command. */
const MAX_COUNT = 20_000;

/** The limits' names for the message. */
export const LIMITS = {
  nesting: `${MAX_NESTING} levels of nesting`,
  count: `${MAX_COUNT} commands or words`,
  bytes: `${MAX_SCRIPT_BYTES / 1024} KiB`,
} as const;

/**
 * The next level, for the translators' recursion.
 *
 * Throws a RangeError beyond the limit, as the parsers themselves do when they run out of stack: one catch in
 * `parse_script.ts` turns both into `script-too-large`.
 */
export function deeper(level: number): number {
  if (level >= MAX_NESTING) throw new RangeError(LIMITS.nesting);
  return level + 1;
}

/** Throws a RangeError, as `deeper` does, when there are too many of something. */
export function refuseMany(count: number): void {
  if (count > MAX_COUNT) throw new RangeError(LIMITS.count);
}
