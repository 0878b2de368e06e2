/**
 * Names with `*` in them: script names, workspace folders, words of rules.
 * @module
 */

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
  if (separator === undefined) return matchesPart(pattern, name);
  const parts = pattern.split(separator);
  const names = name.split(separator);
  const open = parts.at(-1) === "**";
  if (open ? names.length < parts.length : names.length !== parts.length) return false;
  return parts.every((part, index) => matchesPart(part, names[index] ?? ""));
}

/** Going back only to the last `*` keeps this at pattern × name steps. */
function matchesPart(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let mark = 0;
  for (let index = 0; index < name.length;) {
    if (pattern[at] === "*") {
      star = at++;
      mark = index;
    } else if (pattern[at] === name[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++mark;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
