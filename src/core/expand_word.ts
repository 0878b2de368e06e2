/**
 * From a script's word to everything it may become.
 * @module
 */
import type { Arg, Hole, Pattern } from "./arg.ts";
import type { Piece, Word } from "./script.ts";

/** What is known where a word stands. */
export interface ExpansionScope {
  readonly home: string | undefined;
  /** Directories the script may be in; `$PWD` is one of them. */
  readonly cwds: readonly string[];
  /** Everything a variable may hold here; undefined when unknown. */
  lookUp(name: string): readonly Pattern[] | undefined;
}

/** More alternatives than this are taken for "anything". */
export const MAX_ALTERNATIVES = 64;

const UNKNOWN: Hole = { hole: "unknown" };
const NUMBER: Hole = { hole: "number" };
/** Variables that only ever hold numbers. Source: bash manual, "Bash Variables" and "Special Parameters". */
const NUMERIC = new Set(
  [
    "#",
    "?",
    "$",
    "!",
    "RANDOM",
    "SRANDOM",
    "SECONDS",
    "LINENO",
    "UID",
    "EUID",
    "PPID",
    "EPOCHSECONDS",
  ],
);

/**
 * Expands one word. More than {@link MAX_ALTERNATIVES} readings become one unknown.
 *
 * @example
 * ```ts
 * import { expandWord } from "./expand_word.ts";
 * const at = { line: 1, column: 1 };
 * const word = { pieces: [{ kind: "text", text: ".{env,npmrc}", quoted: false }], spelling: "bare", at } as const;
 * expandWord(word, { home: "/h", cwds: ["/w"], lookUp: () => undefined }).alternatives; // [[".env"], [".npmrc"]]
 * ```
 */
export function expandWord(word: Word, scope: ExpansionScope): Arg {
  const steps = word.pieces.map((piece, index) =>
    expandPiece(piece, { scope, first: index === 0, last: index === word.pieces.length - 1 })
  );
  const alternatives = product(steps.map((step) => step.alternatives));
  const only = alternatives.length === 1 ? alternatives[0] : undefined;
  const text = only?.every((part) => typeof part === "string") ? only.join("") : undefined;
  return {
    text,
    alternatives,
    splits: steps.some((step) => step.splits),
    shown: text ?? spell(word.pieces),
  };
}

interface Expansion {
  readonly alternatives: readonly Pattern[];
  readonly splits: boolean;
}

interface PiecePlace {
  readonly scope: ExpansionScope;
  readonly first: boolean;
  readonly last: boolean;
}

function expandPiece(piece: Piece, place: PiecePlace): Expansion {
  switch (piece.kind) {
    case "text":
      return piece.quoted ? exactly([[piece.text]]) : expandBareText(piece.text, place);
    case "parameter":
      return expandParameter(piece, place.scope);
    case "command":
      return expandCommand(piece, place.scope);
    case "arithmetic":
      return exactly([[NUMBER]]);
    case "process":
      // The shell passes the name of a pipe.
      return exactly([["/dev/fd/63"]]);
    case "glob":
      return { alternatives: [[{ hole: "glob", text: "*" }]], splits: true };
  }
}

function exactly(alternatives: readonly Pattern[]): Expansion {
  return { alternatives, splits: false };
}

function expandBareText(text: string, place: PiecePlace): Expansion {
  const braces = expandBraces(text);
  // A brace list that reaches into other pieces of the word (`{$a,$b}`) is not followed.
  const alone = place.first && place.last;
  if (braces === undefined || (!alone && braces.some((item) => /[{}]/.test(item)))) {
    return { alternatives: [[UNKNOWN]], splits: true };
  }
  const alternatives = braces.map((item) => {
    const tilde = place.first ? expandTilde(item, place.scope) : undefined;
    return [...(tilde?.prefix ?? []), ...splitGlobs(tilde?.rest ?? item)];
  });
  const globs = alternatives.some((pattern) => pattern.some((part) => typeof part !== "string"));
  return { alternatives, splits: braces.length > 1 || globs };
}

function expandTilde(
  text: string,
  scope: ExpansionScope,
): { readonly prefix: Pattern; readonly rest: string } | undefined {
  if (!text.startsWith("~")) return undefined;
  const slash = text.indexOf("/");
  const user = slash < 0 ? text.slice(1) : text.slice(1, slash);
  const rest = slash < 0 ? "" : text.slice(slash);
  if (user === "" && scope.home !== undefined) return { prefix: [scope.home], rest };
  return { prefix: [UNKNOWN], rest };
}

/** Literal stretches and single glob marks, so that a component can be put together again. */
function splitGlobs(text: string): Pattern {
  const parts: (string | Hole)[] = [];
  for (const piece of text.split(/([*?]|\[[^\]/]*\])/)) {
    if (piece === "") continue;
    const glob = /^[*?]$|^\[.*\]$/.test(piece);
    parts.push(glob ? { hole: "glob", text: piece } : piece);
  }
  return parts;
}

/** Brace expansion of a text without nesting beyond what fits; undefined when it is not plainly one. */
function expandBraces(text: string): readonly string[] | undefined {
  const open = text.search(/\{[^{}]*(,|\.\.)[^{}]*\}/);
  if (open < 0) return [text];
  const close = text.indexOf("}", open);
  const inner = text.slice(open + 1, close);
  const choices = inner.includes(",") ? inner.split(",") : expandRange(inner);
  if (choices === undefined || choices.length > MAX_ALTERNATIVES) return undefined;
  const expanded: string[] = [];
  for (const choice of choices) {
    const rest = expandBraces(text.slice(0, open) + choice + text.slice(close + 1));
    if (rest === undefined || expanded.length + rest.length > MAX_ALTERNATIVES) return undefined;
    expanded.push(...rest);
  }
  return expanded;
}

function expandRange(inner: string): readonly string[] | undefined {
  const numbers = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(inner);
  if (numbers === null) return undefined;
  const [from, to] = [Number(numbers[1]), Number(numbers[2])];
  if (Math.abs(to - from) >= MAX_ALTERNATIVES) return undefined;
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => String(from + index * step));
}

function expandParameter(
  piece: Extract<Piece, { kind: "parameter" }>,
  scope: ExpansionScope,
): Expansion {
  const value = valueOf(piece, scope);
  if (value === undefined) return { alternatives: [[UNKNOWN]], splits: !piece.quoted };
  if (piece.quoted) return exactly(value);
  // Unquoted, the value is split at blanks and read as a pattern: only plain values are followed.
  const plain = value.every((pattern) =>
    pattern.length > 0 &&
    pattern.every((part) => typeof part !== "string" || !/[\s*?[\\]/.test(part))
  );
  return plain ? exactly(value) : { alternatives: [[UNKNOWN]], splits: true };
}

function valueOf(
  piece: Extract<Piece, { kind: "parameter" }>,
  scope: ExpansionScope,
): readonly Pattern[] | undefined {
  if (piece.operator === "length" || NUMERIC.has(piece.name)) return [[NUMBER]];
  const own = lookUp(piece.name, scope);
  if (piece.plain) return own;
  if (piece.operand === undefined || !/^:?[-=+]$/.test(piece.operator ?? "")) return undefined;
  const word: Word = { pieces: piece.operand, spelling: "bare", at: { line: 0, column: 0 } };
  const operand = expandWord(word, scope).alternatives;
  if (piece.operator?.endsWith("+")) return bounded([...operand, [""]]);
  return own === undefined ? undefined : bounded([...own, ...operand]);
}

function lookUp(name: string, scope: ExpansionScope): readonly Pattern[] | undefined {
  const assigned = scope.lookUp(name);
  if (assigned !== undefined) return assigned;
  if (name === "HOME" && scope.home !== undefined) return [[scope.home]];
  if (name === "PWD") return scope.cwds.map((cwd) => [cwd]);
  return undefined;
}

/** `$(pwd)` is the one substitution whose output is known. */
function expandCommand(
  piece: Extract<Piece, { kind: "command" }>,
  scope: ExpansionScope,
): Expansion {
  const isPwd = piece.source?.length === 1 && piece.source[0] === "pwd";
  if (isPwd && (piece.quoted || scope.cwds.every((cwd) => !/[\s*?[]/.test(cwd)))) {
    return exactly(scope.cwds.map((cwd) => [cwd]));
  }
  return { alternatives: [[UNKNOWN]], splits: !piece.quoted };
}

function bounded(patterns: readonly Pattern[]): readonly Pattern[] | undefined {
  return patterns.length > MAX_ALTERNATIVES ? undefined : patterns;
}

/** Every combination, one step after another; too many become one unknown. */
function product(steps: readonly (readonly Pattern[])[]): readonly Pattern[] {
  let combined: readonly Pattern[] = [[]];
  for (const step of steps) {
    if (combined.length * step.length > MAX_ALTERNATIVES) return [[UNKNOWN]];
    combined = combined.flatMap((head) => step.map((tail) => joinParts(head, tail)));
  }
  return combined;
}

function joinParts(head: Pattern, tail: Pattern): Pattern {
  const last = head.at(-1);
  const first = tail[0];
  if (typeof last !== "string" || typeof first !== "string") return [...head, ...tail];
  return [...head.slice(0, -1), last + first, ...tail.slice(1)];
}

function spell(pieces: readonly Piece[]): string {
  return pieces.map((piece) => {
    switch (piece.kind) {
      case "text":
      case "glob":
        return piece.text;
      case "parameter":
        return `$${piece.name}`;
      case "command":
        return piece.source === undefined ? "$(…)" : `$(${piece.source.join(" ")})`;
      case "arithmetic":
        return "$((…))";
      case "process":
        return "<(…)";
    }
  }).join("");
}
