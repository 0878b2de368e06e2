/**
 * Names in which `*` stands for any characters. No expression is compiled: at start-up that would cost more
 * than all the matching of one call.
 * @module
 */

/**
 * Whether a pattern means a name; case counts.
 *
 * Going back only to the last `*` keeps this at pattern × name steps.
 *
 * @example
 * ```ts
 * import { matchesStars } from "./star_pattern.ts";
 * matchesStars("GIT_*", "GIT_PAGER"); // true
 * ```
 */
export function matchesStars(pattern: string, name: string): boolean {
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
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
