/**
 * Gathers what `doctor` judges; changes nothing.
 * @module
 */
import { parentOf } from "../core/paths.ts";
import type { Probe, SandboxProgram, Survey, SurveyedFolder } from "../core/survey.ts";
import { tryProcessLimit } from "./limit_processes.ts";
import { readMachine } from "./machine.ts";
import { mayCreateIn } from "./permissions.ts";
import { isFile } from "./presence.ts";
import { listPrivateDirectories } from "./private_directory.ts";

/** What is known before looking. */
export interface SurveyOptions {
  readonly system: "linux" | "darwin";
  /** Absolute places of the sandbox program, in order. */
  readonly sandboxPrograms: readonly string[];
  /** Folders by what they are for: config, state, trash. */
  readonly folders: Readonly<Record<string, string>>;
}

/** What every probe of bubblewrap starts with. */
const BASE = ["--unshare-user", "--ro-bind", "/", "/"];

/** Each part of the sandbox by itself, then all of it; names, need, arguments. */
const LINUX_PROBES: readonly (readonly [string, boolean, readonly string[]])[] = [
  ["user namespace", true, BASE],
  ["process namespace", true, [...BASE, "--unshare-pid"]],
  ["network namespace", true, [...BASE, "--unshare-net"]],
  ["IPC namespace", true, [...BASE, "--unshare-ipc"]],
  ["host name namespace", true, [...BASE, "--unshare-uts"]],
  ["control group namespace", false, [...BASE, "--unshare-cgroup"]],
  ["fresh /proc", true, [...BASE, "--unshare-pid", "--proc", "/proc"]],
  ["no further namespaces inside", true, [...BASE, "--disable-userns"]],
  ["whole sandbox", true, [
    ...[...BASE, "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"],
    ...["--unshare-cgroup-try", "--disable-userns", "--new-session", "--die-with-parent"],
    ...["--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--chdir", "/"],
  ]],
];

const DARWIN_PROBES: typeof LINUX_PROBES = [
  ["whole sandbox", true, ["-p", "(version 1)(allow default)"]],
];

/** Looks at the machine; takes some 50 ms, most of it the probes. */
export function takeSurvey(options: SurveyOptions): Survey {
  const path = options.sandboxPrograms.find(isFile);
  const probes = options.system === "linux" ? LINUX_PROBES : DARWIN_PROBES;
  return {
    system: options.system,
    machine: readMachine(),
    sandbox: path === undefined ? undefined : describeProgram(path, options.system),
    expectedPrograms: options.sandboxPrograms,
    probes: path === undefined ? [] : probes.map(([name, isNeeded, args]) => ({
      ...{ name, isNeeded, failure: probe(path, args) },
    })),
    processLimit: path === undefined || options.system !== "linux"
      ? undefined
      : tryProcessLimit(path),
    runtime: Deno.version.deno,
    sudo: askSudo(),
    accountPassword: accountPassword(),
    hasTerminal: run("/bin/sh", ["-c", ": </dev/tty"]).success,
    folders: Object.entries(options.folders).map(([name, folder]) => describeFolder(name, folder)),
    leftovers: listPrivateDirectories(),
  };
}

function describeProgram(path: string, system: Survey["system"]): SandboxProgram {
  const version = system === "linux" ? run(path, ["--version"]).said.trim() : undefined;
  return { path, version, isSetUserId: ((Deno.statSync(path).mode ?? 0) & 0o6000) !== 0 };
}

function probe(program: string, args: readonly string[]): Probe["failure"] {
  const { success, said } = run(program, [...args, "--", "/bin/sh", "-c", ":"]);
  return success ? undefined : said;
}

/** Asks without a password and without touching a ticket. Source: ecosystem.md, section 3. */
function askSudo(): Survey["sudo"] {
  if (!isFile("/usr/bin/sudo")) return "missing";
  const { success, said } = run("/usr/bin/sudo", ["-k", "-n", "-v"]);
  if (success) return "asks nothing";
  return /(?:password|authentication) is required/i.test(said) ? "asks" : "refuses";
}

function accountPassword(): Survey["accountPassword"] {
  const state = /^\S+ (\S+)/.exec(run("/usr/bin/passwd", ["-S"]).said)?.[1];
  if (state?.startsWith("P")) return "set";
  return state === undefined || !/^(?:L|NP)/.test(state) ? "unknown" : "locked";
}

function describeFolder(name: string, path: string): SurveyedFolder {
  const existing = nearestExisting(path);
  const info = Deno.statSync(existing);
  const isItself = existing === path;
  return {
    name,
    path,
    isWritable: mayCreateIn(existing),
    isOpenToOthers: isItself && (info.uid !== Deno.uid() || ((info.mode ?? 0) & 0o022) !== 0),
  };
}

function nearestExisting(path: string): string {
  try {
    Deno.statSync(path);
    return path;
  } catch (error) {
    if (path === "/") throw error;
    return nearestExisting(parentOf(path));
  }
}

/** A program with a plain environment; what it says in English, on both streams. */
function run(program: string, args: readonly string[]): { success: boolean; said: string } {
  try {
    const { success, stdout, stderr } = new Deno.Command(program, {
      args: [...args],
      clearEnv: true,
      env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C" },
      cwd: "/",
      stdin: "null",
    }).outputSync();
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { success, said: text(stdout) + text(stderr) };
  } catch (error) {
    if (error instanceof Error) return { success: false, said: error.message };
    throw error;
  }
}
