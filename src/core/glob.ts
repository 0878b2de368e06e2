/**
 * File name patterns as token lists, and whether two of them can match the same name.
 * @module
 */

/** One step of a pattern: a character, any one character (`?`, `[..]`), or any run (`*`). */
export type GlobToken =
  | { readonly kind: "char"; readonly char: string }
  | { readonly kind: "one" }
  | { readonly kind: "many" };

/** Reads a pattern within one path component; a bracket expression counts as any one character. */
export function tokenizeGlob(pattern: string): readonly GlobToken[] {
  const tokens: GlobToken[] = [];
  const characters = [...pattern];
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? "";
    // A placeholder for something unknown may be anything, of any length.
    if (character === "*" || character === "\u0001") tokens.push({ kind: "many" });
    else if (character === "?") tokens.push({ kind: "one" });
    else if (character === "[") {
      const end = closingBracket(characters, index);
      tokens.push(end < 0 ? { kind: "char", char: character } : { kind: "one" });
      if (end > 0) index = end;
    } else tokens.push({ kind: "char", char: character });
  }
  return tokens;
}

function closingBracket(characters: readonly string[], open: number): number {
  // A bracket right after `[`, `[!` or `[^` is a member, not the end.
  let from = open + 1;
  if (characters[from] === "!" || characters[from] === "^") from++;
  return characters.indexOf("]", from + 1);
}

/**
 * Whether some name is matched by both patterns.
 *
 * @example
 * ```ts
 * import { globsIntersect, tokenizeGlob } from "./glob.ts";
 * globsIntersect(tokenizeGlob("s*.p?m"), tokenizeGlob("*.pem")); // true
 * ```
 */
export function globsIntersect(left: readonly GlobToken[], right: readonly GlobToken[]): boolean {
  // Reachable positions of `right` for each prefix of `left`, row by row: O(left × right).
  let row = closure(new Set([0]), right);
  for (const token of left) {
    if (token.kind === "many") row = reachFrom(row, right);
    else row = closure(stepAll(row, { token, right }), right);
    if (row.size === 0) return false;
  }
  return row.has(right.length);
}

/** Positions after skipping runs that match nothing. */
function closure(positions: Set<number>, tokens: readonly GlobToken[]): Set<number> {
  for (const position of positions) {
    if (tokens[position]?.kind === "many") positions.add(position + 1);
  }
  return positions;
}

/** A run on the left may swallow any further tokens on the right. */
function reachFrom(positions: Set<number>, tokens: readonly GlobToken[]): Set<number> {
  const first = Math.min(...positions);
  return new Set(Array.from({ length: tokens.length - first + 1 }, (_, offset) => first + offset));
}

function stepAll(
  positions: Set<number>,
  by: { readonly token: GlobToken; readonly right: readonly GlobToken[] },
): Set<number> {
  const next = new Set<number>();
  for (const position of positions) {
    const other = by.right[position];
    if (other === undefined) continue;
    if (other.kind === "many") next.add(position);
    else if (matchOne(by.token, other)) next.add(position + 1);
  }
  return next;
}

function matchOne(left: GlobToken, right: GlobToken): boolean {
  return left.kind !== "char" || right.kind !== "char" || left.char === right.char;
}
