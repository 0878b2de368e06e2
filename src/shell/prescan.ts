/**
 * What is refused before any parser sees the script.
 * @module
 */
import type { Position, Refusal } from "../core/types.ts";
import { LIMITS, MAX_SCRIPT_BYTES } from "./limits.ts";

/** Neither printable nor tab nor newline: control characters, and halves of surrogate pairs, which no argv can carry. */
const FORBIDDEN = /[^\t\n\x20-\x7e\xa0-\u{d7ff}\u{e000}-\u{10ffff}]/u;

/**
 * Refuses a script that is too large (`script-too-large`) or holds a character that shells and parsers read differently
 * (`script-control-character`: character as `U+000D`, line, column; `script-ambiguous` for a backslash at the end). Source:
 * spec, section 2.
 *
 * mvdan-sh takes a carriage return for a blank, shells for a part of the word.
 */
export function refuseText(text: string): Refusal | undefined {
  if (new TextEncoder().encode(text).length > MAX_SCRIPT_BYTES) {
    return { code: "script-too-large", data: { limit: LIMITS.bytes } };
  }
  const index = text.search(FORBIDDEN);
  if (index >= 0) {
    const code = text.charCodeAt(index).toString(16).toUpperCase().padStart(4, "0");
    const data = { character: `U+${code}`, ...positionAt(text, index) };
    return { code: "script-control-character", data };
  }
  // ksh, mksh and zsh drop it, dash and Bash keep it.
  if (!endsInBackslash(text)) return undefined;
  const data = { what: "a backslash at the end", ...positionAt(text, text.length - 1) };
  return { code: "script-ambiguous", data };
}

function endsInBackslash(text: string): boolean {
  let start = text.length;
  while (text[start - 1] === "\\") start--;
  return (text.length - start) % 2 === 1;
}

function positionAt(text: string, index: number): Position {
  const before = text.slice(0, index).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
