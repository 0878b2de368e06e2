/**
 * What the tests of the host need: a minimal sandbox written by hand, and a look at processes.
 * @module
 */
import type { Outcome } from "../../src/core/outcome.ts";
import type { Environment, LaunchSpec } from "../../src/core/plan.ts";
import { supervise, type SuperviseHost, type SuperviseOptions } from "../../src/guard/supervise.ts";
import { captureSink } from "../../src/guard/supervise_sink.ts";
import { listenForSignals } from "../../src/host/caller_signals.ts";
import { launch } from "../../src/host/launch.ts";
import { readMachine } from "../../src/host/machine.ts";
import type { DriverRequest } from "./host_driver.ts";

/** The real host. */
export const superviseHost: SuperviseHost = { launch, listenForSignals, readMachine };

/** Absolute path of a program in `tests/support/bin`. */
export function fixture(name: string): string {
  return new URL(`../support/bin/${name}`, import.meta.url).pathname;
}

const BWRAP = "/usr/bin/bwrap";

/** The read-only machine with private `/tmp`, `/dev` and `/proc`: what every plan starts with. */
const BASE_PLAN = [
  ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
  ...["--unshare-net", "--disable-userns", "--new-session", "--die-with-parent"],
  ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
  ...["--ro-bind-try", "/proc/sys", "/proc/sys", "--tmpfs", "/run", "--tmpfs", "/tmp"],
];

/** A confined start of an argv; `writable` is bound read-write. */
export function confined(
  argv: readonly string[],
  options: { cwd?: string; writable?: string; env?: Environment } = {},
): LaunchSpec {
  const { cwd = "/", writable, env = { PATH: "/usr/bin:/bin" } } = options;
  const bound = writable === undefined ? [] : ["--bind", writable, writable];
  return {
    program: BWRAP,
    args: ["--", ...argv],
    hiddenArgs: [...BASE_PLAN, ...bound, "--cap-drop", "ALL", "--chdir", cwd],
    cwd,
    env,
  };
}

/** An unconfined start. */
export function unconfined(program: string, args: readonly string[]): LaunchSpec {
  return { program, args, hiddenArgs: [], cwd: "/", env: { PATH: "/usr/bin:/bin" } };
}

/** Whether to skip what needs a sandbox; never where the machine is said to have one. */
export function withoutSandbox(): boolean {
  if (Deno.env.get("EXECGUARD_SANDBOX_MUST_WORK") === "1") return false;
  const args = [...BASE_PLAN, "--", "true"];
  try {
    const options = { args, stdout: "null", stderr: "null" } as const;
    return !new Deno.Command(BWRAP, options).outputSync().success;
  } catch {
    return true;
  }
}

/** Supervises in this process, output captured. */
export function capture(
  spec: LaunchSpec,
  options: Partial<SuperviseOptions> = {},
): Promise<Outcome> {
  const defaults = { timeoutMs: 20_000, sink: captureSink(), stdin: "null" as const };
  return supervise(spec, { ...defaults, host: superviseHost, ...options });
}

/** Runs a test with a fresh folder that is not below the sandbox's private `/tmp`. */
export async function withFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync({ dir: "/var/tmp", prefix: "host-test-" });
  try {
    await test(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** The command line that supervises a spec in a process of its own, with the permissions of the launcher. */
export function driverArgs(request: DriverRequest): string[] {
  const driver = new URL("host_driver.ts", import.meta.url).pathname;
  const permissions = ["read", "write", "env", "sys", "run"].map((name) => `--allow-${name}`);
  const flags = ["run", "--no-check", "--no-lock", "--no-prompt", "--cached-only"];
  return [...flags, ...permissions, driver, JSON.stringify(request)];
}

/** Reads the outcome a driver wrote. */
export function readOutcome(path: string): Outcome {
  return JSON.parse(Deno.readTextFileSync(path)) as Outcome;
}

/** A number of seconds that no other process sleeps: makes a test's processes findable. */
export function uniqueSeconds(): string {
  return String(900_000_000 + crypto.getRandomValues(new Uint32Array(1))[0]! % 99_999_999);
}

/** Living processes with this word in their command line, ourselves left out. */
export function processesWith(word: string): number[] {
  return Array.from(Deno.readDirSync("/proc"), (entry) => Number(entry.name))
    .filter((pid) => Number.isInteger(pid) && pid !== Deno.pid && isAlive(pid))
    .filter((pid) => commandLine(pid).some((item) => item.includes(word)));
}

/** Living processes that were started with exactly this last argument. */
export function sleepersWith(seconds: string): number[] {
  return processesWith(seconds).filter((pid) => commandLine(pid)[0] === "sleep");
}

/** Waits until a condition holds, looking often; false when it does not in time. */
export async function eventually(holds: () => boolean, limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs;
  while (!holds()) {
    if (Date.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return true;
}

/** A zombie, which only waits for its parent, is not alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}

function commandLine(pid: number): string[] {
  try {
    return Deno.readTextFileSync(`/proc/${pid}/cmdline`).split("\0");
  } catch {
    return [];
  }
}
