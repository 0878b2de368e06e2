/**
 * execguard as a library: judging an argv, and changing files under guard, as the program does.
 *
 * Every call reads the user's config as it is then. Expected failures are returned, never thrown.
 * The process needs `--allow-read --allow-env`, for changing files `--allow-all`: only then are files
 * named through the descriptor of their directory, which nobody can exchange meanwhile.
 *
 * @example Ask whether a command only reads
 * ```ts
 * import { judge } from "./mod.ts";
 *
 * const verdict = await judge({ argv: ["git", "push"] });
 * verdict.decision; // "confirm"
 * verdict.strictest.code; // "not-allowlisted"
 * ```
 *
 * @example Write a file, or learn why not
 * ```ts
 * import { messageOf, writeText } from "./mod.ts";
 *
 * const written = await writeText("/proc/version", "x");
 * if (!written.ok) messageOf(written.refusal); // Cannot use the path "/proc/version": it belongs to the system
 * ```
 *
 * @module
 */
import { type Caller, openFiles } from "./cli/open_files.ts";
import { prepare } from "./cli/prepare.ts";
import { completeRequest } from "./cli/read_request.ts";
import type { Content, FileChange, GuardedFiles, TreeOptions } from "./core/guarded_files.ts";
import { readRequestJson, type RequestJson } from "./core/request.ts";
import { resolveMember, type TeamMember } from "./core/team/team_write.ts";
import type { Refusal, Result, Verdict } from "./core/types.ts";
import { Judge } from "./guard/judge_request.ts";
import type { System } from "./guard/system.ts";
import { createSystem } from "./host/system.ts";
import { firstFile } from "./host/team_host.ts";
import { platformOf } from "./platform/mod.ts";
import { wrapArgv } from "./platform/wrap_argv.ts";

export { type Code, CODES, exitCodeOf, messageOf } from "./core/codes.ts";
export type { Content, FileChange, TreeOptions } from "./core/guarded_files.ts";
export type { LimitName, LimitsJson } from "./core/limits.ts";
export type { RequestJson } from "./core/request.ts";
export { blockedGitCommand, blockedShellCommand } from "./core/team/plain_commands.ts";
export type { TeamMember, TeamRole, TeamRule } from "./core/team/team_write.ts";
export type {
  Argv,
  Decision,
  Finding,
  Mode,
  Notice,
  NoticeData,
  Position,
  Refusal,
  Result,
  Verdict,
} from "./core/types.ts";
export { WriteGuard } from "./host/team_host.ts";

/** Who asks, where a team's rule counts besides. */
export interface FileOptions {
  /** The member of a team by whose strict rule everything that is changed is judged too. */
  readonly member?: TeamMember;
}

const os = Deno.build.os === "darwin" ? "darwin" : "linux";

const system: System = {
  ...createSystem({
    version: "",
    folder: new URL("..", import.meta.url),
    loadParser: async () => (await import("./shell/parse_script.ts")).parseScript,
    loadPlatform: (name = os) => Promise.resolve(platformOf(name, Deno.build.arch)),
  }),
  // The arguments of this process are not ours.
  checkEncoding: () => ({ ok: true, value: true }),
};

const judging = new Judge(system.loadParser);

/**
 * Judges a request: nothing runs, nobody is asked, nothing is written.
 *
 * `cwd` is where this process runs unless the request names another. A request or config that cannot be
 * used is a verdict too: `deny` with its `request-*` or `config-*` code.
 */
export async function judge(request: RequestJson): Promise<Verdict> {
  const refused = (refusal: Refusal): Verdict => {
    const { argv } = request;
    const strictest = { ...refusal, decision: "deny" as const, argv, depth: 0 };
    return { argv, decision: "deny", findings: [strictest], strictest };
  };
  const checked = readRequestJson(request);
  if (!checked.ok) return refused(checked.refusal);
  const prepared = await prepare(system);
  if (!prepared.ok) return refused(prepared.refusal);
  const { policy, facts } = prepared.value;
  const completed = completeRequest(checked.value, {
    system,
    settings: policy.settings,
    flags: { network: false, sandbox: true, json: false, quiet: true },
    argv: undefined,
    defaultTool: "run_command",
  });
  if (!completed.ok) return refused(completed.refusal);
  return judging.judge({ request: completed.value, policy, facts, watchersAllowed: false });
}

/** Whether the guarded operations refuse to change a path; also when the config cannot be used. */
export async function isDenied(path: string, options: FileOptions = {}): Promise<boolean> {
  const files = await open(options);
  return !files.ok || files.value.refuse(path, "write") !== undefined;
}

/**
 * Replaces or makes a file: whole or not at all, mode, owner and links kept, parents made.
 *
 * Refusals of this and the following: `path-*` (exit 121) for what is denied, `file-failed` (exit 1) with the
 * system's reason, `config-*`.
 */
export function writeFile(
  path: string,
  content: Uint8Array | Content,
  options: FileOptions = {},
): Promise<Result<FileChange>> {
  const pieces = content instanceof Uint8Array ? [content] : content;
  return change(options, (files) => files.writeFile(path, pieces));
}

/** As {@link writeFile}, with UTF-8 text. */
export function writeText(
  path: string,
  text: string,
  options: FileOptions = {},
): Promise<Result<FileChange>> {
  return change(options, (files) => files.writeText(path, text));
}

/** As {@link writeFile}, with JSON indented by two. Refusal also: `request-bad-value`. */
export function writeJson(
  path: string,
  value: unknown,
  options: FileOptions = {},
): Promise<Result<FileChange>> {
  return change(options, (files) => files.writeJson(path, value));
}

/** Adds UTF-8 text at the end of a file; nothing that others add at the same time is lost. */
export function appendText(
  path: string,
  text: string,
  options: FileOptions = {},
): Promise<Result<FileChange>> {
  return change(options, (files) => files.appendText(path, text));
}

/** Copies a file, or with `recursive` a directory; both ends are judged. */
export function copy(
  source: string,
  destination: string,
  options: FileOptions & TreeOptions = {},
): Promise<Result<FileChange>> {
  return change(options, (files) => files.copy(source, destination, options));
}

/** Moves a file, link or directory, to another disk too; both ends are judged. */
export function move(
  source: string,
  destination: string,
  options: FileOptions = {},
): Promise<Result<FileChange>> {
  return change(options, (files) => files.move(source, destination));
}

/** Removes a file or link, or with `recursive` a directory; the trash is not used. */
export function remove(
  path: string,
  options: FileOptions & TreeOptions = {},
): Promise<Result<FileChange>> {
  return change(options, (files) => files.remove(path, options));
}

/** Makes a directory and its parents. Checks nothing: it is no write of content. */
export function checkDir(path: string): Promise<Result<FileChange>> {
  return change({}, (files) => files.checkDir(path));
}

/**
 * The argv that starts a program with the plain confinement of the team profile.
 *
 * With a team directory below `home` only that is writable, else `home`; `home/protected` never. Without a
 * home, or on a machine without a sandbox, it is the plain argv: use `execguard run` where that must not be.
 */
export function wrapCommand(
  home: string,
  teamDir: string,
  binary: string,
  args: readonly string[],
): readonly string[] {
  const program = firstFile(platformOf(os, Deno.build.arch).sandboxPrograms);
  const sandbox = program === undefined ? undefined : { system: os, program } as const;
  return wrapArgv({ home, teamDir, argv: [binary, ...args] }, sandbox);
}

function open({ member }: FileOptions): Promise<Result<GuardedFiles>> {
  return openFiles(system, (caller: Caller) => ({
    ok: true,
    value: member === undefined ? undefined : resolveMember(member, caller),
  }));
}

async function change(
  options: FileOptions,
  operate: (files: GuardedFiles) => Result<FileChange>,
): Promise<Result<FileChange>> {
  const files = await open(options);
  return files.ok ? operate(files.value) : files;
}
