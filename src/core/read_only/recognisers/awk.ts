/**
 * Whether an awk program only reads its input and prints.
 *
 * Tokens are told apart as gawk, mawk, the one true awk and busybox awk agree; what they may read differently is
 * not read-only. Source: POSIX.1-2024 awk (grammar and lexical conventions); the gawk 5.3 manual.
 * @module
 */
import { regexEnd } from "./regex_end.ts";

/** Names that run something, or reach what was not given as an operand. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ["system", "system() runs a command"],
  ["extension", "extension() loads a library"],
  ["ENVIRON", "ENVIRON holds the environment"],
  ["ARGV", "ARGV names the files that are read"],
  ["ARGC", "ARGC names the files that are read"],
  ["SYMTAB", "SYMTAB reaches every variable"],
  ["FUNCTAB", "FUNCTAB reaches every function"],
]);

/** Words after which an operand, and so a regular expression, may start. */
const KEYWORDS = new Set(
  "BEGIN END BEGINFILE ENDFILE print printf return in if else do while for switch case default delete exit"
    .split(" "),
);
const CONTROL = new Set(["if", "while", "for", "switch"]);
/** `getline` from the main input; with `<` it reads a file, after `|` a command. */
const PLAIN_GETLINE = /[ \t]*([A-Za-z_]\w*[ \t]*)?(?=[;})\n>]|$)/y;
const NUMBER = /(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/y;
const NAME = /[A-Za-z_]\w*/y;

interface Program {
  readonly text: string;
  at: number;
  /** What the last token was: a `/` after an operand divides, after anything else starts an expression. */
  last: "operand" | "unclear" | "other";
  /** Open parentheses and brackets; true for the condition of `if`, `while`, `for`. */
  readonly open: boolean[];
  control: boolean;
  /** How many were open when `print` came; -1 outside of it. There `>` redirects. */
  printing: number;
}

/**
 * The reason why a program may do more than print (`system`, `print > file`, pipes, `getline < file`), or undefined.
 *
 * @example
 * ```ts
 * import { readAwk } from "./awk.ts";
 * readAwk("$1 > 5 { print $2 }"); // undefined
 * readAwk("{ print $2 > 5 }"); // print writes to a file
 * ```
 */
export function readAwk(text: string): string | undefined {
  const program: Program = { text, at: 0, last: "other", open: [], control: false, printing: -1 };
  while (program.at < text.length) {
    const why = readToken(program);
    if (why !== undefined) return why;
  }
  return program.open.length === 0 ? undefined : "its parentheses do not match";
}

function readToken(program: Program): string | undefined {
  const character = program.text[program.at] ?? "";
  if (/[ \t\r]/.test(character)) return advance(program, 1, program.last);
  if (character === "#") {
    const end = program.text.indexOf("\n", program.at);
    program.at = end < 0 ? program.text.length : end;
    return undefined;
  }
  if (character === "\n") return readNewline(program);
  if (character === "\\") {
    if (program.text[program.at + 1] !== "\n") return "a backslash stands alone";
    return advance(program, 2, program.last);
  }
  if (character === '"') return readString(program);
  if (character === "/") return readSlash(program);
  if (/[A-Za-z_]/.test(character)) return readName(program);
  const number = /[\d.]/.test(character) ? matchAt(NUMBER, program) : "";
  if (number !== "") return advance(program, number.length, "operand");
  if (/[()[\]{};]/.test(character)) return readBracket(program, character);
  return readOperator(program, character);
}

function advance(program: Program, length: number, last: Program["last"]): undefined {
  program.at += length;
  program.last = last;
}

/** A newline ends `print` unless the statement must go on; taking too long for it is only stricter. */
function readNewline(program: Program): string | undefined {
  if (program.last === "operand") {
    if (program.open.length > 0) return "a line ends inside parentheses";
    program.printing = -1;
  }
  return advance(program, 1, "other");
}

function readString(program: Program): string | undefined {
  const { text } = program;
  for (let index = program.at + 1; index < text.length; index++) {
    if (text[index] === "\n") break;
    if (text[index] === '"') return advance(program, index + 1 - program.at, "operand");
    if (text[index] === "\\") index++;
    if (text[index] === "\n") break;
  }
  return "a string has no end";
}

function readSlash(program: Program): string | undefined {
  if (program.last === "unclear") return "a slash may divide or start an expression";
  if (program.last === "operand") return advance(program, 1, "other");
  const end = regexEnd(program.text, program.at + 1, "/");
  if (end === undefined) return "an expression has no clear end";
  // Another slash right after it would be a division to one awk and an expression to another.
  return advance(program, end + 1 - program.at, "unclear");
}

function readName(program: Program): string | undefined {
  const name = matchAt(NAME, program);
  const refused = REFUSED.get(name);
  if (refused !== undefined) return refused;
  program.control = CONTROL.has(name);
  if (name === "print" || name === "printf") program.printing = program.open.length;
  // `length` stands alone or takes an operand.
  const alone = name === "length" ? "unclear" : "operand";
  advance(program, name.length, KEYWORDS.has(name) ? "other" : alone);
  if (name !== "getline") return undefined;
  PLAIN_GETLINE.lastIndex = program.at;
  return PLAIN_GETLINE.test(program.text) ? undefined : "getline may read another file";
}

function readBracket(program: Program, character: string): string | undefined {
  if (character === "(" || character === "[") {
    program.open.push(program.control && character === "(");
    program.control = false;
    return advance(program, 1, "other");
  }
  if (character === ")" || character === "]") {
    const condition = program.open.pop();
    if (condition === undefined) return "its parentheses do not match";
    return advance(program, 1, condition ? "other" : "operand");
  }
  if (character !== ";" && program.open.length > 0) return "its parentheses do not match";
  program.printing = -1;
  return advance(program, 1, "other");
}

function readOperator(program: Program, character: string): string | undefined {
  const pair = program.text.slice(program.at, program.at + 2);
  if (pair === ">>") return "it appends to a file";
  if (character === ">" && program.printing === program.open.length) {
    return "print writes to a file";
  }
  if (pair === "||" || pair === "&&") return advance(program, 2, "other");
  if (character === "|") return "it is joined to a command by a pipe";
  if (pair === "++" || pair === "--") return advance(program, 2, program.last);
  if (/[-+*%^!<>=~?:,$]/.test(character)) return advance(program, 1, "other");
  return `${character} is not plain awk`;
}

function matchAt(expression: RegExp, program: Program): string {
  expression.lastIndex = program.at;
  return expression.exec(program.text)?.[0] ?? "";
}
