/**
 * Whether a sed script only prints.
 *
 * Reads the union of GNU, BSD and busybox sed; where they divide a script differently it is not read-only.
 * Source: POSIX.1-2024 sed; the GNU sed 4.9 manual; sed(1) of FreeBSD.
 * @module
 */
import { regexEnd } from "./regex_end.ts";

/** Commands that neither open a file nor run anything, and take nothing after them. */
const PLAIN = new Set("=dDgGhHnNpPxzF");
/** Flags of `s` but `w` (writes a file) and `e` (runs the result). */
const SUBSTITUTE_FLAGS = new Set("gpiImM0123456789");

interface Script {
  readonly text: string;
  at: number;
  depth: number;
  /** A label ended before its line did. BSD reads the rest of the line as part of the label. */
  labelled: boolean;
}

/**
 * The reason why a script may do more than print (`w`, `e`, `r`, an unclear end), or undefined.
 *
 * @example
 * ```ts
 * import { readSed } from "./sed.ts";
 * readSed("s/write/w/"); // undefined
 * readSed("s/a/b/w out"); // the w flag of s writes a file
 * ```
 */
export function readSed(text: string): string | undefined {
  const script: Script = { text, at: 0, depth: 0, labelled: false };
  for (;;) {
    while (/[\s;]/.test(script.text[script.at] ?? "")) {
      if (script.text[script.at] === "\n") script.labelled = false;
      script.at++;
    }
    if (script.at >= text.length) break;
    const why = readAddresses(script) ?? readCommand(script);
    if (why !== undefined) return why;
  }
  return script.depth === 0 ? undefined : "its braces do not match";
}

function readAddresses(script: Script): string | undefined {
  const first = readAddress(script, /\d+(~\d+)?|\$/y);
  if (first !== undefined) return first;
  if (skip(script, /[ \t]*,[ \t]*/y)) {
    const before = script.at;
    const second = readAddress(script, /[+~]?\d+|\$/y);
    if (second !== undefined) return second;
    if (script.at === before) return "an address is missing";
  }
  skip(script, /[ \t]*(![! \t]*)?/y);
  return undefined;
}

/** A line number, `$`, `/expression/` or `\cexpressionc`; nothing at all is fine. */
function readAddress(script: Script, lines: RegExp): string | undefined {
  if (skip(script, lines)) return undefined;
  const { text } = script;
  const custom = text[script.at] === "\\";
  if (!custom && text[script.at] !== "/") return undefined;
  const delimiter = text[script.at + (custom ? 1 : 0)];
  if (!isDelimiter(delimiter)) return "an address has no clear end";
  const end = regexEnd(text, script.at + (custom ? 2 : 1), delimiter);
  if (end === undefined) return "an address has no clear end";
  script.at = end + 1;
  skip(script, /[IM]+/y);
  return undefined;
}

function readCommand(script: Script): string | undefined {
  const command = script.text[script.at] ?? "";
  script.at++;
  if (PLAIN.has(command)) return readEnd(script);
  switch (command) {
    case "{":
      script.depth++;
      return undefined;
    case "}":
      script.depth--;
      return script.depth < 0 ? "its braces do not match" : readEnd(script);
    case "#":
      skip(script, /[^\n]*/y);
      return undefined;
    case "s":
      return readSubstitute(script);
    case "y":
      return readParts(script, false) ?? readEnd(script);
    case "a":
    case "i":
    case "c":
      return readText(script);
    case ":":
    case "b":
    case "t":
    case "T":
      skip(script, /[ \t]*[^\s;}]*/y);
      script.labelled ||= /[;}]/.test(script.text[script.at] ?? "");
      return readEnd(script);
    case "q":
    case "Q":
    case "l":
      skip(script, /[ \t]*\d*/y);
      return readEnd(script);
    default:
      return command === ""
        ? "a command is missing"
        : `the command ${command} may do more than print`;
  }
}

function readSubstitute(script: Script): string | undefined {
  const start = script.at;
  const why = readParts(script, true);
  if (why !== undefined) return why;
  while (SUBSTITUTE_FLAGS.has(script.text[script.at] ?? "")) script.at++;
  const flag = script.text[script.at];
  if (flag === "w") return "the w flag of s writes a file";
  if (flag === "e") return "the e flag of s runs a command";
  // A sed that ends the expression at a delimiter in brackets opens the file of `w` before it sees the open bracket.
  return doesMoreUnbracketed(script, start) ? "it has no clear end" : readEnd(script);
}

/** The two parts of `s` and `y`; in the second a newline needs a backslash. */
function readParts(script: Script, isExpression: boolean): string | undefined {
  const { text } = script;
  const delimiter = text[script.at];
  if (!isDelimiter(delimiter)) return "it has no clear delimiter";
  const middle = isExpression
    ? regexEnd(text, script.at + 1, delimiter)
    : plainEnd(script, script.at + 1, delimiter);
  const end = middle === undefined ? undefined : plainEnd(script, middle + 1, delimiter);
  if (end === undefined) return "it has no clear end";
  script.at = end + 1;
  return undefined;
}

/** Whether `w` or `e` follows the two parts when brackets are not heeded. */
function doesMoreUnbracketed(script: Script, start: number): boolean {
  const delimiter = script.text[start] ?? "";
  const middle = plainEnd(script, start + 1, delimiter);
  const end = middle === undefined ? undefined : plainEnd(script, middle + 1, delimiter);
  return end !== undefined && /^[gpiImM0-9]*[we]/.test(script.text.slice(end + 1));
}

function plainEnd(script: Script, from: number, delimiter: string): number | undefined {
  const { text } = script;
  for (let index = from; index < text.length; index++) {
    if (text[index] === delimiter) return index;
    if (text[index] === "\n") return undefined;
    if (text[index] === "\\") index++;
    if (text[index] === "\n" && script.labelled) return undefined;
  }
  return undefined;
}

/** The text of `a`, `i`, `c`: to the end of the line, and on while lines end in one backslash. */
function readText(script: Script): string | undefined {
  const { text } = script;
  for (; script.at < text.length && text[script.at] !== "\n"; script.at++) {
    if (text[script.at] !== "\\") continue;
    script.at++;
    const unclear = text[script.at] === "\\" && text[script.at + 1] === "\n";
    if (script.at >= text.length || unclear) return "its text has no clear end";
    if (text[script.at] === "\n" && script.labelled) return "its text has no clear end";
  }
  return undefined;
}

/** After a command comes the end of the line, `;`, `}` or a comment. */
function readEnd(script: Script): string | undefined {
  skip(script, /[ \t]*/y);
  const next = script.text[script.at];
  return next === undefined || /[;\n}#]/.test(next) ? undefined : `${next} stands after a command`;
}

function isDelimiter(character: string | undefined): character is string {
  return character !== undefined && /^[!-~ ]$/.test(character) && !/[\\[\];]/.test(character);
}

function skip(script: Script, expression: RegExp): boolean {
  expression.lastIndex = script.at;
  const found = expression.exec(script.text)?.[0] ?? "";
  script.at += found.length;
  return found !== "";
}
