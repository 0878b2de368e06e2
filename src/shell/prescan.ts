/**
 * What is refused before any parser sees the script.
 * @module
 */
import type { ShellName } from "../core/script.ts";
import type { Position, Refusal } from "../core/types.ts";
import { LIMITS, MAX_SCRIPT_BYTES } from "./limits.ts";

/** Neither printable nor tab nor newline: control characters, and halves of surrogate pairs, which no argv can carry. */
const FORBIDDEN = /[^\t\n\x20-\x7e\xa0-\u{d7ff}\u{e000}-\u{10ffff}]/u;

/**
 * A line that goes on inside a token. A shell joins the lines before it looks for tokens, both parsers after: `$` and `x`
 * below it expands, `(` and `(x))` is arithmetic, which may run what x holds. More than one backslash is one in backquotes.
 */
const SPLIT_TOKEN = /\$\\+\n|[()&|;<>:%#^,\/](?:\\+\n)+[()&|;<>:%#^,\/=?+-]|[?*+@!=](?:\\+\n)+\(/;

/**
 * Refuses a script that is too large (`script-too-large`) or holds a character that shells and parsers read differently
 * (`script-control-character`: character as `U+000D`, line, column), or a spelling that is
 * misread whatever stands around it (`script-ambiguous`: what, line, column). Source: spec, section 2.
 *
 * mvdan-sh takes a carriage return for a blank, shells for a part of the word.
 */
export function refuseText(text: string, shell: ShellName): Refusal | undefined {
  if (new TextEncoder().encode(text).length > MAX_SCRIPT_BYTES) {
    return { code: "script-too-large", data: { limit: LIMITS.bytes } };
  }
  const index = text.search(FORBIDDEN);
  if (index >= 0) {
    const code = text.charCodeAt(index).toString(16).toUpperCase().padStart(4, "0");
    const data = { character: `U+${code}`, ...positionAt(text, index) };
    return { code: "script-control-character", data };
  }
  const trap = textTrap(text, shell);
  if (trap === undefined) return undefined;
  return { code: "script-ambiguous", data: { what: trap.what, ...positionAt(text, trap.index) } };
}

function textTrap(
  text: string,
  shell: ShellName,
): { readonly what: string; readonly index: number } | undefined {
  // ksh, mksh and zsh drop it, dash and Bash keep it.
  if (endsInBackslash(text)) return { what: "a backslash at the end", index: text.length - 1 };
  const split = text.search(SPLIT_TOKEN);
  if (split >= 0) return { what: "a line that goes on inside a token", index: split };
  // To zsh the parentheses hold qualifiers, and `*(e:'rm x':)` runs rm.
  const index = shell === "zsh" ? text.search(/[?*+@!]\(/) : -1;
  return index < 0 ? undefined : { what: "a pattern with parentheses", index };
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
