/**
 * The limit of a sandbox's processes and threads (`--pids`), on Linux.
 *
 * The kernel counts them for a user within a user namespace, since Linux 5.14. Root is not held to it:
 * what runs as the machine's root is refused rather than left without the limit. Source: setrlimit(2).
 * @module
 */
import type { Refusal } from "../core/types.ts";
import text from "./limit_processes.sh" with { type: "text" };
import { shellScript } from "./shell_script.ts";

/** Exit codes of the script. */
const MISSING_PROGRAM = 3;
const NOT_HELD = 4;

/** bubblewrap's own process inside, which the command cannot do without. */
const OWN_PROCESSES = 1;

/** What a sandbox waits at, once it is set up, until its processes are limited. */
export interface Gate {
  /** Of a pipe with a name. */
  readonly path: string;
  /** The most processes and threads at once. */
  readonly pids: number;
}

/** Whether the limit would be kept, for `doctor`; `sandbox` is the path of bubblewrap. Refusal: `sandbox-limit`. */
export function tryProcessLimit(sandbox: string): Refusal | undefined {
  return refusalOf(runScript(["try", sandbox]));
}

/** Makes the gate that a sandbox waits at until {@link openGate}. Refusal: `sandbox-limit`. */
export function prepareGate(sandbox: string, { path }: Gate): Refusal | undefined {
  return refusalOf(runScript(["prepare", sandbox, path]));
}

/** Limits a sandbox by its first process, and lets it go on. Refusal: `sandbox-limit`; it still waits then. */
export function openGate({ path, pids }: Gate, firstProcess: number): Refusal | undefined {
  const count = pids + OWN_PROCESSES;
  const { success, stderr } = runScript(["set", `${firstProcess}`, `${count}`, path]);
  return success
    ? undefined
    : refuse(lineOf(stderr), "ask for no more than the caller's own hard limit (ulimit -H -u)");
}

function refusalOf({ code, stderr }: Deno.CommandOutput): Refusal | undefined {
  switch (code) {
    case 0:
      return undefined;
    case MISSING_PROGRAM:
      return refuse("prlimit and mkfifo are needed", "install util-linux and coreutils");
    case NOT_HELD:
      return Deno.uid() === 0
        ? refuse("root is not held to it", "run execguard as an ordinary user")
        : refuse("this kernel does not count for each sandbox", "use Linux 5.14 or later");
    default:
      return refuse(lineOf(stderr), "run execguard doctor");
  }
}

function refuse(problem: string, cure: string): Refusal {
  return { code: "sandbox-limit", data: { limit: "--pids", problem, cure } };
}

function lineOf(stderr: Uint8Array): string {
  return new TextDecoder().decode(stderr).trim().split("\n")[0] || "it could not be set";
}

function runScript(args: readonly string[]): Deno.CommandOutput {
  return shellScript(text, args, { stderr: "piped" }).outputSync();
}
