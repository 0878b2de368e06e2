/**
 * From script text to our script form. Loaded only for scripts: the parsers behind it are slow to load.
 * @module
 */
import type { Script, ScriptItem, ShellName } from "../core/script.ts";
import type { Code } from "../core/codes.ts";
import type { NoticeData, Position, Result } from "../core/types.ts";
import { quoteForDisplay } from "../core/display.ts";
import { type Comparable, findDifference } from "./agree.ts";
import { LIMITS } from "./limits.ts";
import { listItems } from "./list_items.ts";
import { type Dialect, type ParseProblem, readWithMvdan } from "./mvdan.ts";
import { placeIn } from "./place_in.ts";
import { refuseText } from "./prescan.ts";
import { findTrap } from "./shell_traps.ts";
import { readWithUnbash } from "./unbash.ts";

/**
 * Grammars a shell may read a script with, the one whose items are kept first. `sh` and `ash` may be dash, Bash or
 * BusyBox; mvdan-sh has no grammar for dash, ksh93 or zsh, so more than one must read the same.
 */
const DIALECTS: Readonly<Record<ShellName, readonly Dialect[]>> = {
  bash: ["bash"],
  sh: ["bash", "posix"],
  ash: ["bash", "posix"],
  dash: ["posix"],
  ksh: ["bash", "mksh"],
  mksh: ["bash", "mksh"],
  zsh: ["bash", "mksh"],
};

/** What one grammar makes of a script. */
type Reading = { readonly items: readonly ScriptItem[] } | ParseProblem;

/** Positions of readings that are only compared. */
const NOWHERE: Position = { line: 1, column: 1 };

/**
 * Reads a script in every grammar its shell may have and with a second parser, and gives the one form all agree on.
 *
 * Refusals: `script-control-character`, `script-too-large`, `script-parse` (no grammar accepts it), `script-ambiguous` (the
 * grammars or parsers part ways: what, line, column), `script-empty`. What is refused wherever it stands is an item of
 * the script instead, so that the judge reports it with everything else. Source: spec, section 2.
 */
export function parseScript(text: string, shell: ShellName): Result<Script> {
  const refusal = refuseText(text, shell);
  if (refusal) return { ok: false, refusal };
  try {
    return readAll(text, shell);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Either a limit of ours, or a parser ran out of stack.
    const limit = error.message === LIMITS.count ? LIMITS.count : LIMITS.nesting;
    return refuse("script-too-large", { limit });
  }
}

function readAll(text: string, shell: ShellName): Result<Script> {
  const readings = DIALECTS[shell].map((dialect, index) =>
    readIn(dialect, text, index === 0 ? placeIn(text) : () => NOWHERE)
  );
  const read = readings.flatMap((reading) => "items" in reading ? [reading.items] : []);
  const problem = readings.find((reading) => "problem" in reading);
  if (problem) return refuseProblem(problem, read.length > 0);
  const [items = [], ...others] = read;
  return compare(items, others, { text, shell });
}

function readIn(dialect: Dialect, text: string, place: (offset: number) => Position): Reading {
  const statements = readWithMvdan(text, dialect);
  return "problem" in statements ? statements : { items: listItems(statements, place) };
}

function compare(
  items: readonly ScriptItem[],
  others: readonly (readonly ScriptItem[])[],
  { text, shell }: { readonly text: string; readonly shell: ShellName },
): Result<Script> {
  if (items.length === 0) return refuse("script-empty");
  // The judge reports these with everything else it finds; the script does not run.
  if (items.some(({ kind }) => kind === "refused")) return { ok: true, value: { items } };
  const trap = findTrap(items, shell);
  if (trap) return refuse("script-ambiguous", { what: trap.what, ...trap.at });
  for (const other of [...others, listItems(readWithUnbash(text), () => NOWHERE)]) {
    const difference = findDifference(items, other);
    if (difference) return refuseDifference(difference);
  }
  return { ok: true, value: { items } };
}

function refuse(code: Code, data: NoticeData = {}): Result<Script> {
  return { ok: false, refusal: { code, data } };
}

/** Bash's grammar takes nearly all that another one refuses, so Bash is named as the way out. */
function refuseProblem(problem: ParseProblem, readByOthers: boolean): Result<Script> {
  const { problem: what, line, column } = problem;
  if (!readByOthers) return refuse("script-parse", { problem: what, line, column });
  const advice = ['["bash","-c","..."]'];
  return { ok: false, refusal: { code: "script-ambiguous", data: { what, line, column }, advice } };
}

function refuseDifference(difference: Comparable): Result<Script> {
  return refuse("script-ambiguous", { what: describe(difference), ...difference.at });
}

function describe(item: Comparable): string {
  switch (item.kind) {
    case "call": {
      const name = item.words[0]?.pieces[0];
      return name?.kind === "text" ? `the command ${quoteForDisplay(name.text)}` : "a command";
    }
    case "function":
      return `the function ${quoteForDisplay(item.name)}`;
    case "refused":
      return item.what;
  }
}
