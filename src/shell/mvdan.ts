/**
 * Reads a script with mvdan-sh. The only file that imports it; `mvdan_tree.ts` describes its tree, `mvdan_commands.ts`,
 * `mvdan_words.ts` and `mvdan_expressions.ts` translate it.
 * @module
 */
import mvdan from "mvdan-sh";
import type { Position } from "../core/types.ts";
import { readStatements } from "./mvdan_commands.ts";
import type { GoStmt, Slice } from "./mvdan_tree.ts";
import type { Statement } from "./reading.ts";

/** The grammars of mvdan-sh, with its numbers for them. */
const DIALECTS = { bash: 0, posix: 1, mksh: 2 } as const;

/** A grammar of mvdan-sh. */
export type Dialect = keyof typeof DIALECTS;

/** Why and where a script does not parse. */
export interface ParseProblem extends Position {
  readonly problem: string;
}

/** The part of mvdan-sh that is used here; the package brings no types. */
interface Syntax {
  NewParser(option: unknown): Parser;
  Variant(dialect: number): unknown;
}
interface Parser {
  Parse(text: string, name: string): {
    readonly __internal_object__: { readonly Stmts: Slice<GoStmt> };
  };
}
/** What its parser throws: not an `Error`; columns count bytes. */
interface Failure {
  readonly Pos: { Line(): number; Col(): number };
  Error(): string;
}

const syntax = (mvdan as unknown as { readonly syntax: Syntax }).syntax;

/** Making a parser costs more than using it, so each dialect's is made once. */
const PARSERS = new Map<Dialect, Parser>();

/**
 * Reads a script in one dialect; offsets are UTF-8 bytes.
 *
 * Throws a RangeError for what is nested too deeply (see `deeper`).
 */
export function readWithMvdan(text: string, dialect: Dialect): readonly Statement[] | ParseProblem {
  const parser = PARSERS.get(dialect) ?? syntax.NewParser(syntax.Variant(DIALECTS[dialect]));
  PARSERS.set(dialect, parser);
  try {
    return readStatements(parser.Parse(text, "").__internal_object__.Stmts, 0);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { problem: error.Error().replace(/^[\d?]+:[\d?]+: /, ""), ...placeOf(error, text) };
  }
}

function isFailure(error: unknown): error is Failure {
  return !(error instanceof Error) && typeof error === "object" && error !== null &&
    "Pos" in error;
}

function placeOf(failure: Failure, text: string): Position {
  const line = failure.Pos.Line();
  const bytes = new TextEncoder().encode(text.split("\n")[line - 1] ?? "");
  const before = new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    bytes.subarray(0, failure.Pos.Col() - 1),
  );
  return { line, column: before.length + 1 };
}
