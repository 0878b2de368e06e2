/**
 * The command lines of npm, pnpm, yarn, bun: which script or program they run, and where.
 * @module
 */
import type { Arg } from "../arg.ts";
import { absolutePath } from "../paths.ts";
import type { PackageChoice } from "./find_packages.ts";
import { firstOperand, flagValues, type Grammar, operandsOf } from "./read_words.ts";
import type { ManagerRule } from "./watcher_rules.ts";

/** What a package manager is asked to run. */
export type ManagerTask =
  | { readonly kind: "program"; readonly args: readonly Arg[] }
  | { readonly kind: "text"; readonly text: string }
  | {
    readonly kind: "script";
    readonly name: string;
    /** Arguments handed to the script. */
    readonly passed: readonly Arg[];
    /** What runs when there is no such script; undefined when then nothing does. */
    readonly program: readonly Arg[] | undefined;
  };

/** One command line of a package manager, read. */
export interface ManagerCall {
  /** What runs. */
  readonly task: ManagerTask;
  /** The manager's own words, program left out. */
  readonly own: readonly Arg[];
  /** Where it runs. */
  readonly choice: PackageChoice;
}

interface ManagerLine {
  readonly rule: ManagerRule;
  readonly grammar: Grammar;
  /** Words the manager reads itself, program included. */
  readonly head: readonly Arg[];
  /** Words behind a `--` that the manager takes out. */
  readonly tail: readonly Arg[];
}

/**
 * Reads a package manager's call; undefined when it runs neither a script nor a program, or a word
 * that decides this is not known.
 */
export function readManagerCall(
  args: readonly Arg[],
  options: {
    readonly rule: ManagerRule;
    readonly valued: ReadonlySet<string>;
    readonly cwds: readonly string[];
  },
): ManagerCall | undefined {
  const line = readLine(args, options);
  const at = firstOperand(line.head, { ...line.grammar, from: 1 });
  const word = line.head[at]?.text;
  if (word === undefined) return undefined;
  const read = line.rule.exec.includes(word) ? readProgram(line, at + 1) : readScript(line, at);
  if (read === undefined) return undefined;
  const own = line.head.slice(1, read.end);
  return { task: read.task, own, choice: readChoice(own, options) };
}

function readLine(
  args: readonly Arg[],
  options: { readonly rule: ManagerRule; readonly valued: ReadonlySet<string> },
): ManagerLine {
  const { rule } = options;
  const valued = new Set([
    ...options.valued,
    ...rule.directories,
    ...rule.workspaces,
    ...(rule.texts ?? []),
  ]);
  const end = rule.anywhere === true ? args.findIndex((arg) => arg.text === "--") : -1;
  return {
    rule,
    grammar: { valued, skipped: rule.everywhere, kept: rule.run },
    head: end < 0 ? args : args.slice(0, end),
    tail: end < 0 ? [] : args.slice(end + 1),
  };
}

interface TaskRead {
  readonly task: ManagerTask;
  /** Index in the head behind the manager's own words. */
  readonly end: number;
}

function readProgram(line: ManagerLine, from: number): TaskRead | undefined {
  const at = firstOperand(line.head, { ...line.grammar, from });
  const end = line.rule.anywhere === true ? line.head.length : at;
  const text = flagValues(line.head.slice(1, end), line.rule.texts ?? [])[0];
  if (text !== undefined) return { task: { kind: "text", text }, end };
  const args = restOf(line, at);
  return args.length === 0 ? undefined : { task: { kind: "program", args }, end };
}

function readScript(line: ManagerLine, at: number): TaskRead | undefined {
  const { rule, head } = line;
  const word = head[at]?.text ?? "";
  const isRun = rule.run.includes(word);
  const nameAt = isRun ? firstOperand(head, { ...line.grammar, from: at + 1 }) : at;
  const name = isRun ? head[nameAt]?.text : scriptOf(word, rule);
  if (name === undefined) return undefined;
  const rest = restOf(line, nameAt + 1);
  const anywhere = rule.anywhere === true;
  const end = anywhere ? head.length : nameAt + 1;
  const passed = !anywhere && rest[0]?.text === "--" ? rest.slice(1) : rest;
  const program = rule.own === undefined
    ? undefined
    : [...head.slice(nameAt, nameAt + 1), ...passed];
  return { task: { kind: "script", name, passed, program }, end };
}

/** The script a bare word runs. */
function scriptOf(word: string, rule: ManagerRule): string | undefined {
  const known = rule.scripts.find((names) => names.includes(word));
  if (known !== undefined) return known[0];
  return rule.own === undefined || rule.own.includes(word) ? undefined : word;
}

function restOf(line: ManagerLine, from: number): readonly Arg[] {
  if (line.rule.anywhere !== true) return line.head.slice(from);
  return [...operandsOf(line.head.slice(from), line.grammar), ...line.tail];
}

function readChoice(
  own: readonly Arg[],
  options: { readonly rule: ManagerRule; readonly cwds: readonly string[] },
): PackageChoice {
  const { rule, cwds } = options;
  const has = (flags: readonly string[] | undefined) =>
    own.some((word) => word.text !== undefined && flags?.includes(word.text) === true);
  const directory = flagValues(own, rule.directories).at(-1);
  const patterns = flagValues(own, rule.workspaces);
  const wide = has(rule.everywhere) ? "all" : has(rule.root) ? "root" : "nearest";
  return {
    bases: directory === undefined ? cwds : cwds.map((cwd) => absolutePath(directory, cwd)),
    choice: patterns.length > 0 ? "named" : wide,
    patterns,
  };
}
