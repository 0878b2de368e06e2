/**
 * Undoes the quoting inside one stretch of shell text, as a shell does before it uses a word.
 * mvdan-sh hands such stretches over undecoded; unbash decodes them itself, so the two check each other.
 * Source: POSIX shell, 2.2 (quoting) and 2.7.4 (here-documents); Bash manual, 3.1.2.4 (`$'..'`).
 * @module
 */
import type { Part } from "./reading.ts";

/**
 * Splits text outside quotes into plain stretches and characters protected by a backslash.
 *
 * @example
 * ```ts
 * import { decodeBare } from "./decode.ts";
 * decodeBare("a\\ b"); // text "a", escaped " ", text "b"
 * ```
 */
export function decodeBare(raw: string): readonly Part[] {
  if (!raw.includes("\\")) return [{ kind: "text", text: raw, escaped: false }];
  const parts: Part[] = [];
  for (const match of raw.matchAll(/\\(\n|[^]|$)|[^\\]+/gu)) {
    const [whole, escaped] = match;
    if (escaped === "\n") continue;
    if (escaped === undefined) parts.push({ kind: "text", text: whole, escaped: false });
    else parts.push({ kind: "text", text: escaped || "\\", escaped: true });
  }
  return parts;
}

/** Text between double quotes: a backslash counts only before `$`, a backquote, `"`, itself and a line end. */
export function decodeDoubleQuoted(raw: string): string {
  return raw.replace(/\\([$`"\\\n])/g, (_, escaped: string) => escaped === "\n" ? "" : escaped);
}

/** Escapes of `$'..'` that stand for one character. */
const ANSI_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["e", "\x1b"],
  ["E", "\x1b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["?", "?"],
]);

/** One escape, or a run without any. */
const ANSI_PIECE =
  /\\(?:[0-7]{1,3}|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|[^]|$)|[^\\]+/gu;

/**
 * Text of `$'..'` as Bash reads it, or undefined where shells part ways: a NUL (Bash ends the string there),
 * `\c`, an unknown escape, bytes that are not UTF-8.
 */
export function decodeAnsi(raw: string): string | undefined {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [whole] of raw.matchAll(ANSI_PIECE)) {
    const decoded = whole.startsWith("\\") ? decodeAnsiEscape(whole.slice(1)) : whole;
    if (decoded === undefined) return undefined;
    if (typeof decoded === "number") bytes.push(decoded);
    else bytes.push(...encoder.encode(decoded));
  }
  if (bytes.includes(0)) return undefined;
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  return text.includes("\ufffd") ? undefined : text;
}

/** A byte for `\nnn` and `\xHH`, text for the others, undefined for what is not one. */
function decodeAnsiEscape(escape: string): string | number | undefined {
  const plain = ANSI_ESCAPES.get(escape);
  if (plain !== undefined) return plain;
  if (/^[0-7]/.test(escape)) return Number.parseInt(escape, 8) & 0xff;
  if (/^x[\da-fA-F]/.test(escape)) return Number.parseInt(escape.slice(1), 16);
  if (!/^[uU][\da-fA-F]/.test(escape)) return undefined;
  const code = Number.parseInt(escape.slice(1), 16);
  return code > 0x10ffff ? undefined : String.fromCodePoint(code);
}
