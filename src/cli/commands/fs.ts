/**
 * `execguard fs`: the guarded file operations on the command line.
 * @module
 */
import type { Content, FileChange, GuardedFiles } from "../../core/guarded_files.ts";
import { doneOutcome, refusedOutcome } from "../../core/outcome.ts";
import type { Result } from "../../core/types.ts";
import type { System } from "../../guard/system.ts";
import type { CliContext } from "../context.ts";
import { openFiles } from "../open_files.ts";
import { outcomeJson } from "../outcome_json.ts";
import { print, sayRefusal } from "../report.ts";
import { readMember, type TeamFlags } from "../team_flags.ts";

/** Flags of every subcommand. */
export interface FsFlags extends TeamFlags {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Flags of those that take content. */
export interface ContentFlags extends FsFlags {
  readonly from?: string;
}

/** Flags of those that may take a directory. */
export interface TreeFlags extends FsFlags {
  readonly recursive: boolean;
}

/** Flags of `fs check`. */
export interface CheckFlags extends FsFlags {
  readonly makeDir: boolean;
}

/** Replaces or makes a file; all of these exit 0, 1 for an error of the system, 120 or 121. */
export function write(this: CliContext, flags: ContentFlags, path: string): Promise<void> {
  return act(this, flags, (files) => {
    const content = contentOf(this.system, { flags, files });
    return content.ok ? files.writeFile(path, content.value) : content;
  });
}

/** Adds to the end of a file. */
export function append(this: CliContext, flags: ContentFlags, path: string): Promise<void> {
  return act(this, flags, (files) => {
    const content = contentOf(this.system, { flags, files });
    return content.ok ? files.appendFile(path, content.value) : content;
  });
}

/** Writes content that must be JSON, as it is: numbers and repeated keys keep their spelling. */
export function json(this: CliContext, flags: ContentFlags, path: string): Promise<void> {
  return act(this, flags, (files) => {
    const content = contentOf(this.system, { flags, files });
    if (!content.ok) return content;
    const pieces = [...content.value];
    const problem = jsonProblem(pieces);
    if (problem === undefined) return files.writeFile(path, pieces);
    return { ok: false, refusal: { code: "request-bad-json", data: { problem } } };
  });
}

/** Copies a file, or with `--recursive` a directory. */
export function copy(
  this: CliContext,
  flags: TreeFlags,
  ...[source, destination]: [string, string]
): Promise<void> {
  const { recursive } = flags;
  return act(this, flags, (files) => files.copy(source, destination, { recursive }));
}

/** Moves a file, link or directory. */
export function move(
  this: CliContext,
  flags: FsFlags,
  ...[source, destination]: [string, string]
): Promise<void> {
  return act(this, flags, (files) => files.move(source, destination));
}

/** Removes a file or link, or with `--recursive` a directory. */
export function remove(this: CliContext, flags: TreeFlags, path: string): Promise<void> {
  const { recursive } = flags;
  return act(this, flags, (files) => files.remove(path, { recursive }));
}

/** Says whether a path may be written; with `--make-dir` makes it as a directory, unchecked. */
export function check(this: CliContext, flags: CheckFlags, path: string): Promise<void> {
  return act(this, flags, (files) => {
    if (flags.makeDir) return files.checkDir(path);
    const refusal = files.refuse(path, "write");
    return refusal === undefined ? { ok: true, value: { path, bytes: 0 } } : { ok: false, refusal };
  });
}

async function act(
  context: CliContext,
  flags: FsFlags,
  operate: (files: GuardedFiles) => Result<FileChange>,
): Promise<void> {
  const startedAt = performance.now();
  const files = await openFiles(context.system, (caller) => readMember(flags, caller));
  const result = files.ok ? operate(files.value) : files;
  const durationMs = Math.round(performance.now() - startedAt);
  context.exit(report(context.system, { flags, result, durationMs }));
}

function contentOf(
  system: System,
  by: { readonly flags: ContentFlags; readonly files: GuardedFiles },
): Result<Content> {
  if (by.flags.from === undefined) return { ok: true, value: system.inputPieces() };
  const bytes = by.files.readFile(by.flags.from);
  return bytes.ok ? { ok: true, value: [bytes.value] } : bytes;
}

/** Why bytes are no JSON; undefined when they are. */
function jsonProblem(pieces: readonly Uint8Array[]): string | undefined {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join("");
    JSON.parse(text + decoder.decode());
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return `it is not valid JSON: ${error.message}`;
    if (error instanceof TypeError) return "it is not valid UTF-8";
    throw error;
  }
}

/** Silence, words on stderr, or the one JSON object (contract, section 4). */
function report(
  system: System,
  by: {
    readonly flags: FsFlags;
    readonly result: Result<FileChange>;
    readonly durationMs: number;
  },
): number {
  const { flags, result, durationMs } = by;
  if (!flags.json) {
    return result.ok ? 0 : sayRefusal(system, { refusal: result.refusal, quiet: flags.quiet });
  }
  const outcome = result.ok ? doneOutcome(durationMs) : refusedOutcome(result.refusal, durationMs);
  const change = result.ok ? result.value : {};
  return print(system, {
    text: `${JSON.stringify({ ...outcomeJson(outcome), ...change })}\n`,
    code: outcome.exit_code,
  });
}
