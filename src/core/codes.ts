/**
 * Every public code with its exit code and message: the one table behind errors, verdicts and
 * `execguard help codes`. Codes are never renamed. Source: contract.md, sections 3 and 5.
 *
 * A message names the action, quotes values with `{name}` (strings are quoted and escaped,
 * numbers are not; `{name:raw}` inserts text of ours as it is) and says the way out.
 * @module
 */
import type { Notice, NoticeData } from "./types.ts";
import { quoteForDisplay } from "./display.ts";

/** Exit codes of execguard's own (contract, section 3). */
export const EXIT = {
  invalid: 120,
  denied: 121,
  approval: 122,
  password: 123,
  timedOut: 124,
  unavailable: 125,
  notExecutable: 126,
  notFound: 127,
} as const;

interface CodeEntry {
  readonly exit: number;
  readonly message: string;
}

const invalid = (message: string): CodeEntry => ({ exit: EXIT.invalid, message });
const denied = (message: string): CodeEntry => ({ exit: EXIT.denied, message });
const approval = (message: string): CodeEntry => ({ exit: EXIT.approval, message });
const password = (message: string): CodeEntry => ({ exit: EXIT.password, message });
const unavailable = (message: string): CodeEntry => ({ exit: EXIT.unavailable, message });
/** Codes of findings that let a command run (perhaps after a yes); they never end a call by themselves. */
const allowing = (message: string): CodeEntry => ({ exit: 0, message });

/** The table. */
export const CODES = {
  "request-not-array": invalid(
    "Cannot read the request: argv must be an array of strings, not one string; there is no tokenizer, so write each word as an item",
  ),
  "request-empty": invalid("Cannot run an empty argv: name a program after --"),
  "request-empty-name": invalid("Cannot run an argv whose first item is empty or blank"),
  "request-nul": invalid("Cannot run {argument}: a NUL character cannot be carried by exec"),
  "request-name-control": invalid(
    "Cannot run {name}: a program name must not hold control or invisible characters",
  ),
  "request-not-utf8": invalid("Cannot pass on {what:raw}: it is not valid UTF-8"),
  "request-unknown-key": invalid("Cannot read the request: unknown key {key}"),
  "request-bad-value": invalid("Cannot read the request: {key}: {problem:raw}"),
  "request-bad-json": invalid("Cannot read the request: {problem:raw}"),
  "request-bad-flag": invalid("Cannot understand the command line: {problem:raw}"),
  "request-bad-timeout": invalid(
    "Cannot use the timeout {value}: write a number with s, m or h, such as 90s or 15m",
  ),
  "request-bad-size": invalid(
    "Cannot use the size {value}: write a number with K, M or G, such as 512M or 2G",
  ),
  "request-bad-cwd": invalid(
    "Cannot start in {path}: {problem:raw}; pass --cwd with an existing directory",
  ),
  "request-masked-value": invalid(
    '[Invalid] The argv holds a masked value; read the key inside the same call, as in ["sh","-c","set -a; . ./.env; set +a; curl ..."]',
  ),
  "config-invalid": invalid(
    "Cannot use the config {path} at line {line}: {key:raw}: {problem:raw}",
  ),
  "config-unreadable": invalid("Cannot read the config {path}: {problem:raw}"),
  "config-home": invalid(
    "Cannot find a home directory: {problem:raw}; set HOME to an absolute path",
  ),

  "command-path-qualified": denied(
    "Cannot run {name}: {base} must be written as a bare name, so that its rules apply",
  ),
  "command-denied": denied("Cannot run {name}: it is on denied_command{via:raw}"),
  "command-cd": denied(
    'Cannot run cd: the work directory belongs to the caller; use absolute paths or ["sh","-c","cd DIR && COMMAND"]',
  ),
  "command-open": denied(
    "Cannot run open: the sandbox has no route to the system's app-launch service; read the file or start its program by name",
  ),
  "command-watcher": denied(
    "Cannot run {name} in the foreground: {why:raw} never ends; use execguard background start --timeout-min N, or a one-shot build",
  ),
  "command-not-found": {
    exit: EXIT.notFound,
    message: "Cannot run {name}: it is not installed or not on PATH",
  },
  "command-not-executable": {
    exit: EXIT.notExecutable,
    message: "Cannot run {name}: {path} is not executable",
  },

  "script-empty": denied("Cannot run an empty script"),
  "script-parse": denied(
    "Cannot run the script: it does not parse at {line}:{column}: {problem:raw}",
  ),
  "script-ambiguous": denied(
    "Cannot run the script: {what:raw} at {line}:{column} is read differently by different shells; write it plainly or name the shell that is meant",
  ),
  "script-dynamic": denied(
    "Cannot run the script: {what:raw} at {line}:{column} is decided only at run time; write it literally",
  ),
  "script-path-qualified": denied(
    "Cannot run the script: {name} at {line}:{column} must be a bare name; call it at the top level or put its directory on PATH",
  ),
  "script-rm": denied(
    "Cannot run the script: rm at {line}:{column} is only allowed at the top level, where it uses the trash",
  ),
  "script-sudo": denied(
    "Cannot run the script: {name} at {line}:{column} is only allowed at the top level, as an argv that starts with sudo",
  ),
  "script-denied": denied("Cannot run the script: {name} at {line}:{column} is refused{via:raw}"),
  "script-nested-dynamic": denied(
    "Cannot run the script: the nested script at {line}:{column} is not a literal text{why:raw}",
  ),
  "script-loader": denied(
    "Cannot run the script: {name} at {line}:{column} runs text or code that cannot be checked; write the commands themselves",
  ),
  "script-too-large": denied("Cannot run the script: it is over the limit of {limit:raw}"),
  "script-control-character": denied(
    "Cannot run the script: {character:raw} at {line}:{column} is invisible or is read differently by different shells; remove it",
  ),

  "sudo-flag": denied(
    'Cannot run sudo with {flag}: only ["sudo","BINARY",...] without options is allowed',
  ),
  "sudo-nested": denied(
    "Cannot run {name} under another command: privileges are raised only by an argv that starts with sudo",
  ),
  "sudo-path-qualified": denied("Cannot run sudo {name}: write the target as a bare name"),
  "sudo-denied": denied("Cannot run sudo {name}: it is on denied_command{via:raw}"),
  "sudo-missing-target": denied('Cannot run sudo without a target: use ["sudo","BINARY",...]'),

  "trash-protected": denied("Cannot move {path} to the trash: {why:raw}"),
  "trash-wrapped": denied(
    "Cannot run rm under another command: write an argv that starts with rm, so that the trash is used",
  ),
  "trash-option": denied(
    "Cannot run rm: unknown option {flag}; -f -r -R -i -I -d -v are understood",
  ),
  "trash-missing": { exit: 1, message: "cannot remove {path}: No such file or directory" },
  "trash-directory": { exit: 1, message: "cannot remove {path}: Is a directory" },
  "trash-failed": unavailable("Cannot move {path} to the trash: {problem:raw}"),

  "path-relative": denied("Cannot use the path {path}: it must be absolute"),
  "path-missing": denied("Cannot use the path {path}: it does not exist"),
  "path-sensitive": denied(
    "Cannot use the path {path}: it holds credentials or execguard's own files",
  ),
  "path-root": denied("Cannot use the path {path}: it is the root of the file system"),
  "path-reserved": denied("Cannot use the path {path}: {why:raw}"),
  "path-protected": denied("Cannot change {path}: {why:raw}"),
  "path-team": denied("Cannot change {path}: {why:raw}"),

  "file-failed": { exit: 1, message: "Cannot {action:raw} {path}: {problem:raw}" },

  "team-git": denied("Cannot run git {operation:raw}: git_policy is worktree, and {why:raw}"),
  "team-shell": denied("Cannot run {name}: shell_deny is agentary, and {why:raw}"),

  "approval-required": approval("{why:raw}: an approval is needed"),
  "approval-declined": approval("Cannot run {command:raw}: it was declined{why:raw}"),
  "approval-expired": approval(
    "Cannot approve the request {id}: {why:raw}; run the command again",
  ),
  "approval-unknown": invalid("Cannot find {what:raw} {id}"),
  "approval-person": approval("Cannot {action:raw}: {why:raw}"),
  "approval-state": unavailable(
    "Cannot use the state {path}: {problem:raw}; no approval can be asked, stored or looked up",
  ),
  "approval-mode-ceiling": invalid(
    "Cannot use the mode {mode}: the user config allows at most {ceiling}; set max_mode there to raise it",
  ),
  "password-required": password("{why:raw}: the system password is needed"),
  "password-wrong": password("Cannot run {command:raw}: the password was wrong"),
  "password-unavailable": password(
    "Cannot run {command:raw}: no password can be checked here: {problem:raw}",
  ),

  "sandbox-missing": unavailable(
    "Cannot start the sandbox: {program} is not installed; {cure:raw}",
  ),
  "sandbox-userns": unavailable(
    "Cannot start the sandbox: user namespaces are switched off here; {cure:raw}",
  ),
  "sandbox-apparmor": unavailable(
    "Cannot start the sandbox: AppArmor restricts user namespaces here; {cure:raw}",
  ),
  "sandbox-nested": unavailable(
    "Cannot start the sandbox: this process is already confined by another one; {cure:raw}",
  ),
  "sandbox-failed": unavailable("Cannot start the sandbox: {problem:raw}; {cure:raw}"),
  "sandbox-limit": unavailable(
    "Cannot keep the limit {limit:raw}: {problem:raw}; {cure:raw}",
  ),
  "internal": unavailable("Internal fault: {problem:raw}; please report it"),

  "task-pool-full": denied(
    "Cannot start another background task: the pool of {limit} is full; {running:raw} are running",
  ),
  "task-unknown": invalid("Cannot find the background task {id}"),
  "task-finished": invalid("Cannot act on the background task {id}: it has finished"),

  "allowlisted": allowing("on the read-only list"),
  "builtin": allowing("a shell builtin that changes nothing outside the script"),
  "rule": allowing("allowed by a rule of the user"),
  "granted": allowing("approved before"),
  "not-allowlisted": allowing("{name} is not on the read-only list{why:raw}"),
  "opaque": allowing("{name} runs something that cannot be looked into{why:raw}"),
  "sensitive-argument": allowing("{argument} may name a file that holds secrets"),
  "network": allowing("the network was asked for"),
  "write-path": allowing("writing to {path} was asked for"),
  "redirect-write": allowing("the script writes to {target}"),
  "environment": allowing("{name} changes which program runs or how it behaves"),
  "outside-tree": allowing("the script works outside the work directory: {path}"),
  "background-job": allowing("the script starts a background job"),
  "writable-program": allowing("{name} is {path}, where the sandbox may write"),
} as const satisfies Record<string, CodeEntry>;

/** A public code. */
export type Code = keyof typeof CODES;

/**
 * The text of a notice for a person or an agent: values quoted, control characters escaped,
 * no final period.
 *
 * @example
 * ```ts
 * import { messageOf } from "./codes.ts";
 * messageOf({ code: "command-denied", data: { name: "dd", via: "" } }); // Cannot run "dd": it is on denied_command
 * ```
 */
export function messageOf(notice: Notice): string {
  return CODES[notice.code].message.replace(
    /\{(\w+)(:raw)?\}/g,
    (_, name: string, raw?: string) => show(notice.data, name, raw !== undefined),
  );
}

/** The exit code a notice ends a call with; 0 for codes that let a command run. */
export function exitCodeOf(notice: Notice): number {
  return CODES[notice.code].exit;
}

function show(data: NoticeData | undefined, name: string, raw: boolean): string {
  const value = data?.[name];
  if (value === undefined) return "";
  return raw || typeof value === "number" ? String(value) : quoteForDisplay(value);
}
