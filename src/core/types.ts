/**
 * The nouns that travel along the one line from argv to exit code. Types only, no code.
 *
 * Source: contract.md (public words), spec.md (rules).
 * @module
 */
import type { Code } from "./codes.ts";
import type { Limits } from "./limits.ts";

/** The four public decisions, from softest to strictest (contract, section 2). */
export type Decision = "read_only" | "confirm" | "password" | "deny";

/** How much is asked of a person (contract, section 2). */
export type Mode = "safe" | "auto" | "allow-all";

/** An argv as it will be handed to exec: never split, never expanded. */
export type Argv = readonly string[];

/** One request after the edge checked its shape; what `--request` and the flags both become. */
export interface CommandRequest {
  readonly argv: Argv;
  /** Absolute directory the command starts in; canonical. */
  readonly cwd: string;
  readonly network: boolean;
  readonly sandbox: boolean;
  /** Absolute paths outside the usual writable roots that the command wants to write. */
  readonly writePaths: readonly string[];
  /** Whether nothing but the write paths may be written: a member of a team asks. */
  readonly confined?: boolean;
  /** Absolute paths that stay read-only even then. */
  readonly fixedPaths?: readonly string[];
  readonly session?: string;
  readonly mode: Mode;
  readonly timeoutMs: number;
  /** The limits in force besides time; those of processes hold in the sandbox only. */
  readonly limits?: Limits;
  /** Environment variables passed on although their names look secret (`--env NAME`), or set (`--env NAME=VALUE`). */
  readonly env: readonly string[];
}

/** A place in a script: both count from 1, columns in UTF-16 units. */
export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** The values a message of the code table needs; strings are quoted and escaped when shown. */
export type NoticeData = Readonly<Record<string, string | number>>;

/** A stable code with the data of its message and the ways out. */
export interface Notice {
  /** The key into the table of messages and exit codes. */
  readonly code: Code;
  /** What the message names. */
  readonly data?: NoticeData;
  /** What to do instead; an argv is given as JSON text. */
  readonly advice?: readonly string[];
}

/** "We say no": a value, never thrown. Its exit code and text stand in `codes.ts`. */
export type Refusal = Notice;

/** Success with a value, or a refusal. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** One rule's word on one command found in the argv. */
export interface Finding extends Notice {
  /** What this rule alone would decide. */
  readonly decision: Decision;
  /** The command, words known only at run time shown as they are written. */
  readonly argv: Argv;
  /** The allowlist form or policy entry that spoke, e.g. `git status`. */
  readonly rule?: string;
  /** Where in its script the command stands. */
  readonly at?: Position;
  /** How deep the command was found: 0 for the argv itself. */
  readonly depth: number;
  /** True for what `auto` still asks about: `rm` elsewhere in home. */
  readonly asksInAuto?: boolean;
  /** The canonical write path that the finding is about; a session may have been granted it. */
  readonly writePath?: string;
}

/** The judgement of one argv: the strictest finding decides. */
export interface Verdict {
  /** The argv that was judged. */
  readonly argv: Argv;
  /** The strictest of the findings. */
  readonly decision: Decision;
  /** Everything the rules said, in the order of the commands; never empty. */
  readonly findings: readonly Finding[];
  /** The finding that decided; its code and message are the verdict's. */
  readonly strictest: Finding;
}

/** What `execguard` is asked to do with a path. */
export type PathTier = "work" | "home" | "outside";
