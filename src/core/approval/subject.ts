/**
 * What a yes is about: everything that must be the same again for the yes to count.
 * @module
 */
import type { CommandRequest } from "../types.ts";

/** The session of a request that names none (contract, section 1). */
export const DEFAULT_SESSION = "default";

/** One file as it was when the yes was given. */
export interface FilePrint {
  /** Canonical and absolute. */
  readonly path: string;
  readonly device: number;
  readonly inode: number;
  readonly modifiedMs: number;
  readonly bytes: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/** A request with the files behind its words: the program first, then what an interpreter is given. */
export interface Subject {
  readonly session: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly network: boolean;
  readonly sandbox: boolean;
  /** Canonical, sorted, each once. */
  readonly writePaths: readonly string[];
  /** `--env` flags as they were given. */
  readonly env: readonly string[];
  readonly files: readonly FilePrint[];
}

/** The subject of a request; `writePaths` are the request's own, made canonical. */
export function subjectOf(
  request: CommandRequest,
  by: { readonly writePaths: readonly string[]; readonly files: readonly FilePrint[] },
): Subject {
  return {
    session: request.session ?? DEFAULT_SESSION,
    argv: request.argv,
    cwd: request.cwd,
    network: request.network,
    sandbox: request.sandbox,
    writePaths: [...new Set(by.writePaths)].sort(),
    env: request.env,
    files: by.files,
  };
}

/**
 * How a subject differs from the one that was agreed to, in words for a person; empty when it does not.
 *
 * Source: spec.md, sections 4 and 14.5.
 */
export function differences(agreed: Subject, asked: Subject): readonly string[] {
  const words: string[] = [];
  if (agreed.session !== asked.session) words.push("another session");
  if (!sameList(agreed.argv, asked.argv)) words.push("another argv");
  if (agreed.cwd !== asked.cwd) words.push("another work directory");
  if (agreed.network !== asked.network) words.push(asked.network ? "the network" : "no network");
  if (agreed.sandbox !== asked.sandbox) words.push(asked.sandbox ? "the sandbox" : "no sandbox");
  if (!sameList(agreed.writePaths, asked.writePaths)) words.push("other write paths");
  if (!sameList(agreed.env, asked.env)) words.push("other --env flags");
  // Files follow from the rest: where that differs they say nothing of their own.
  return words.length > 0 ? words : fileDifferences(agreed.files, asked.files);
}

function fileDifferences(
  agreed: readonly FilePrint[],
  asked: readonly FilePrint[],
): readonly string[] {
  const words: string[] = [];
  for (let index = 0; index < Math.max(agreed.length, asked.length); index++) {
    const [before, now] = [agreed[index], asked[index]];
    const role = index === 0 ? "program" : "file";
    if (now === undefined) words.push(`a missing ${role} ${JSON.stringify(before?.path)}`);
    else if (before?.path !== now.path) words.push(`another ${role} ${JSON.stringify(now.path)}`);
    else if (!samePrint(before, now)) words.push(`a changed ${role} ${JSON.stringify(now.path)}`);
  }
  return words;
}

function samePrint(left: FilePrint, right: FilePrint): boolean {
  return left.sha256 === right.sha256 && left.inode === right.inode &&
    left.device === right.device && left.modifiedMs === right.modifiedMs &&
    left.bytes === right.bytes;
}

function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
