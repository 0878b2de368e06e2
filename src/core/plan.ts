/**
 * What the sandbox shall allow, in no system's words, and what is finally started. Types only.
 * Source: spec.md, section 6; sandbox.md, sections 1 and 2.
 * @module
 */

import type { Limits } from "./limits.ts";
import type { FilterInstruction } from "./seccomp/assemble.ts";

/** An existing path; links were followed, so it is canonical. Sockets, pipes and devices count as files. */
export interface PlannedPath {
  readonly path: string;
  readonly kind: "file" | "directory";
}

/**
 * A name inside a writable place where nothing, or a link, must stay.
 *
 * Where the system decides by path (macOS) both are denied outright. Linux can only cover what
 * exists: there the host undoes a change as soon as it sees it, and at the end.
 */
export interface WatchedName {
  readonly path: string;
  readonly now: "missing" | "link";
}

/**
 * A name that the host makes before the start, with the directories above it, and takes away
 * afterwards what is still as made. Not needed where the system decides by path.
 */
export interface Placeholder {
  readonly path: string;
  /** Text of a file; an empty directory without. */
  readonly content?: string;
}

/**
 * The confinement of one command, for every system the same. All paths canonical and absolute.
 *
 * The deepest listed path that covers a place decides about it; what is not covered may be read
 * and not written. No path is listed twice.
 */
export interface SandboxPlan {
  readonly cwd: string;
  readonly home: string | undefined;
  /** Places that may be written, shallow before deep. */
  readonly writable: readonly string[];
  /** Places inside writable ones that stay as they are (hooks, start files). */
  readonly protected: readonly PlannedPath[];
  /** Places that can be neither read nor written (credentials, execguard's own files). */
  readonly hidden: readonly PlannedPath[];
  /** What must be made, so that some of the protected and hidden places exist. */
  readonly placeholders: readonly Placeholder[];
  /** Names that may not appear or be replaced inside writable places. */
  readonly watched: readonly WatchedName[];
  /** Directories on the way to one of the above: their content may change, they may not be moved. */
  readonly pinned: readonly string[];
  /** Directories shared with other programs, replaced by empty private ones where the system can. */
  readonly masked: readonly string[];
  /** Places inside masked ones that stay readable. */
  readonly readable: readonly PlannedPath[];
  readonly network: boolean;
  /** What its processes may use; absent when nothing is limited. */
  readonly limits?: Limits;
}

/** The environment of a child: exactly these variables. */
export type Environment = Readonly<Record<string, string>>;

/** One program start, ready for the host. */
export interface LaunchSpec {
  /** Absolute path of the sandbox program (`bwrap`, `sandbox-exec`). */
  readonly program: string;
  /** Arguments that are shown in `ps`: the command's own argv after `--`, and little else. */
  readonly args: readonly string[];
  /** Linux: arguments handed over through a descriptor (`--args N`), NUL-separated there. */
  readonly hiddenArgs: readonly string[];
  /** macOS: the profile text and its `-D` parameters. */
  readonly profile?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Linux: which system calls fail; handed over through a descriptor (`--seccomp N`). */
  readonly filter?: readonly FilterInstruction[];
  /** Linux: what must be there before the start; without it the sandbox program would make it. */
  readonly placeholders?: readonly Placeholder[];
  /** Linux: names whose appearing or changing the host undoes. */
  readonly watched?: readonly string[];
  /** Linux: limits of processes, which the host sets. */
  readonly limits?: Limits;
  readonly cwd: string;
  readonly env: Environment;
}

/** A command to be confined. */
export interface ConfinedCommand {
  /** Handed to exec as it is; a first word without a slash is looked up on the PATH of `env`. */
  readonly argv: readonly string[];
  readonly env: Environment;
}

/** What the host found or made for one start. */
export interface Confinement {
  /** Absolute path of the sandbox program. */
  readonly program: string;
  /** macOS: canonical path of a fresh directory of mode 0700 for temporary files. */
  readonly temporaryDirectory: string;
  /** Marks this run's denials in the system log; letters, digits and `-` only. */
  readonly tag: string;
}
