/**
 * Names in which `*` stands for any characters. No expression is compiled: at start-up that would cost more
 * than all the matching of one call.
 * @module
 */

/**
 * Whether a pattern means a name; case counts.
 *
 * Each part between stars is taken where it comes first, which leaves most room for the next.
 *
 * @example
 * ```ts
 * import { matchesStars } from "./star_pattern.ts";
 * matchesStars("GIT_*", "GIT_PAGER"); // true
 * ```
 */
export function matchesStars(pattern: string, name: string): boolean {
  const first = pattern.indexOf("*");
  if (first < 0) return pattern === name;
  const last = pattern.lastIndexOf("*");
  const start = pattern.slice(0, first);
  const end = pattern.slice(last + 1);
  const limit = name.length - end.length;
  if (limit < first || !name.startsWith(start) || !name.endsWith(end)) return false;
  if (first === last) return true;
  let at = first;
  for (const part of pattern.slice(first + 1, last).split("*")) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= limit;
}
