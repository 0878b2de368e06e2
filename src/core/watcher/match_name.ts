/**
 * Names with `*` in them: script names, workspace folders, words of rules.
 * @module
 */
import { matchesStars } from "../star_pattern.ts";

/** Longer names or patterns match only when they are equal, so that the work stays small. */
const MAX_LENGTH = 128;

/**
 * Whether a pattern means a name; `*` stays within one part between separators, a last `**` takes
 * any number of parts.
 *
 * @example
 * ```ts
 * import { matchesName } from "./match_name.ts";
 * matchesName("watch:*", { name: "watch:css", separator: ":" }); // true
 * matchesName("watch:*", { name: "watch:css:min", separator: ":" }); // false
 * ```
 */
export function matchesName(
  pattern: string,
  subject: { readonly name: string; readonly separator?: string },
): boolean {
  const { name, separator } = subject;
  if (pattern === name) return true;
  if (!pattern.includes("*") || Math.max(pattern.length, name.length) > MAX_LENGTH) return false;
  if (separator === undefined) return matchesStars(pattern, name);
  const parts = pattern.split(separator);
  const names = name.split(separator);
  const open = parts.at(-1) === "**";
  if (open ? names.length < parts.length : names.length !== parts.length) return false;
  return parts.every((part, index) => matchesStars(part, names[index] ?? ""));
}
