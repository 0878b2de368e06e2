/**
 * The guarded file operations as everybody sees them. Types only; `src/host/guarded_files.ts` does them.
 * Source: spec.md, sections 12 and 14.9.
 * @module
 */
import type { Access, PathGuard } from "./denied_path.ts";
import type { SandboxFacts } from "./place_claims.ts";
import type { Refusal, Result } from "./types.ts";

/** Bytes in the order they are to be written; read once. */
export type Content = Iterable<Uint8Array>;

/** What was changed. */
export interface FileChange {
  /** The file or directory, canonical. */
  readonly path: string;
  /** Bytes of content that the disk took. */
  readonly bytes: number;
}

/** What the operations go by. */
export interface FileRules {
  /** Where a relative path counts from. */
  readonly directory: () => string;
  /** Fresh answers about the machine: those of the last operation may be true no more. */
  readonly facts: () => SandboxFacts;
  /** The rules for paths in and below a directory. */
  readonly guard: (directory: string, facts: SandboxFacts) => PathGuard;
  /** A further rule for what is changed, by its canonical path. */
  readonly team?: (path: string) => Refusal | undefined;
}

/** Whether a directory is meant with everything in it. */
export interface TreeOptions {
  /** False by default: a directory is an error then. */
  readonly recursive?: boolean;
}

/**
 * File operations that refuse denied paths: by where a path leads, not by how it is written.
 *
 * All: a relative path counts from where the process runs; missing parents of a destination are made;
 * `path-*` refusals (exit 121) for what is denied, `file-failed` (exit 1) with the system's reason.
 * A write is whole or not at all: the content goes to a fresh file in the same directory, which takes
 * the place of the old one. Mode and owner of an existing file stay, and so does a link (its target is
 * written). Another name of the same file (a hard link) keeps the old content. Pipes and devices are
 * written like any tool would.
 */
export interface GuardedFiles {
  /** Why a path may not be used; undefined when it may. */
  refuse(path: string, access: Access): Refusal | undefined;
  /** Replaces or makes a file. */
  writeFile(path: string, content: Content): Result<FileChange>;
  /** Replaces or makes a file of UTF-8 text. */
  writeText(path: string, text: string): Result<FileChange>;
  /** Replaces or makes a file of JSON, indented by two, with a final newline. Refusal also: `request-bad-value`. */
  writeJson(path: string, value: unknown): Result<FileChange>;
  /** Adds UTF-8 text at the end of a file, which is made if need be; nothing that others add meanwhile is lost. */
  appendText(path: string, text: string): Result<FileChange>;
  /** As {@link GuardedFiles.appendText}, with any bytes. */
  appendFile(path: string, content: Content): Result<FileChange>;
  /** Copies a file, or with `recursive` a directory; into a destination that is a directory. */
  copy(source: string, destination: string, options?: TreeOptions): Result<FileChange>;
  /** Moves a file, link or directory, to another disk too; into a destination that is a directory. */
  move(source: string, destination: string): Result<FileChange>;
  /** Removes a file or link, or with `recursive` a directory. */
  remove(path: string, options?: TreeOptions): Result<FileChange>;
  /** Makes a directory and its parents. Checks nothing: it is no write of content. */
  checkDir(path: string): Result<FileChange>;
  /** The content of a file that may be read. */
  readFile(path: string): Result<Uint8Array>;
}
