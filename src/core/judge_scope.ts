/**
 * What the rules pass to each other while one argv is judged.
 * @module
 */
import type { Arg } from "./arg.ts";
import type { Facts, ParseScript } from "./ports.ts";
import type { Policy } from "./policy.ts";
import type { Stdin, Word } from "./script.ts";
import type { CommandRequest, Decision, Finding, Notice, Position } from "./types.ts";

/** Everything the judgement depends on besides the command itself. */
export interface JudgeContext {
  readonly request: CommandRequest;
  readonly policy: Policy;
  readonly facts: Facts;
  readonly parseScript: ParseScript;
  /** Background tasks may watch files. */
  readonly watchersAllowed: boolean;
}

/** One command, wherever it was found. */
export interface Call {
  /** The program first. Never empty. */
  readonly args: readonly Arg[];
  /** How the program's name is written in its script; bare for an argv. */
  readonly spelling: Word["spelling"];
  readonly stdin: Stdin;
  readonly at: Position | undefined;
}

/** Where a command was found. */
export interface Scope {
  readonly context: JudgeContext;
  /** Inside a script stricter rules hold than for the argv itself. */
  readonly place: "argv" | "script";
  /** 0 for the argv; one more for each wrapper and script around. */
  readonly depth: number;
  /** Whether the command runs as root after the password. */
  readonly sudo: boolean;
  /** Directories the command may be started in. */
  readonly cwds: readonly string[];
  /** Functions defined by the script around. */
  readonly functions: ReadonlySet<string>;
}

/** Wrappers and scripts may stand in each other this deep; beyond it nothing is judged, so nothing runs. */
export const MAX_DEPTH = 24;

/** What a rule has to say; `at` and argv are taken from the call unless given. */
export interface Remark extends Notice {
  readonly decision: Decision;
  readonly rule?: string;
  readonly argv?: readonly string[];
  readonly asksInAuto?: boolean;
  readonly writePath?: string;
}

/** A remark on a call as a finding. */
export function finding(
  call: Call,
  by: { readonly scope: Scope; readonly remark: Remark },
): Finding {
  const { remark, scope } = by;
  const position = call.at === undefined ? {} : { line: call.at.line, column: call.at.column };
  return {
    ...remark,
    data: { ...position, ...remark.data },
    argv: remark.argv ?? call.args.map((arg) => arg.shown),
    depth: scope.depth,
    ...(call.at === undefined ? {} : { at: call.at }),
  };
}

/** The scope of something inside: a wrapper's argv or a nested script. */
export function inner(scope: Scope, change: Partial<Omit<Scope, "context" | "depth">> = {}): Scope {
  return { ...scope, ...change, depth: scope.depth + 1 };
}
