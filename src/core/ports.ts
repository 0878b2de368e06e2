/**
 * What the pure side asks of others. The real ones live in `src/host/` and `src/shell/`;
 * tests hand in plain objects.
 * @module
 */
import type { Result } from "./types.ts";
import type { Script, ShellName } from "./script.ts";

/** What a path is, not following a final link. */
export type PathKind = "file" | "directory" | "link" | "other" | "missing";

/**
 * Read-only questions about the machine, answered synchronously and at most once each
 * (the host memoizes). Judging is a pure function of request, policy and these answers.
 */
export interface Facts {
  /** Canonical home directory, or undefined when there is none. Never `/`. */
  readonly home: string | undefined;
  /**
   * Canonical form of an absolute path: links followed as far as it exists, the missing rest
   * appended lexically. Undefined for a link loop or a path that cannot be looked at.
   */
  realPath(path: string): string | undefined;
  /** Kind of an absolute path by lstat. */
  kind(path: string): PathKind;
  /** The executable a bare name means on PATH, with links followed; undefined when there is none. */
  findProgram(name: string): { readonly path: string; readonly real: string } | undefined;
  /** Text of a regular file no larger than `maxBytes`; undefined otherwise. */
  readText(path: string, maxBytes: number): string | undefined;
  /** Names in a directory; undefined when it cannot be listed. */
  listDirectory(path: string): readonly string[] | undefined;
}

/**
 * Turns script text into our script form, or refuses it (`script-empty`, `script-parse`,
 * `script-ambiguous`, `script-too-large`, `script-control-character`).
 */
export type ParseScript = (text: string, shell: ShellName) => Result<Script>;

/** Directories of execguard's own (contract, section 6). */
export interface OwnPlaces {
  readonly configFile: string;
  /** Config and state: neither read nor written by a command. Absolute; links are not followed. */
  readonly privateDirectories: readonly string[];
  /** Where the program itself stands: readable, never written. */
  readonly programDirectories: readonly string[];
}

/** Whether a program can be started. */
export type ProgramLookup =
  | { readonly kind: "found"; readonly path: string; readonly real: string }
  | { readonly kind: "not_executable"; readonly path: string }
  | { readonly kind: "missing" };

/** Where an outcome is also written. */
export type StatusTarget =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "descriptor"; readonly number: number };
