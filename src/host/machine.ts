/**
 * Reads the facts that explain why a sandbox does not start.
 * @module
 */
import type { Machine } from "../core/machine.ts";
import { shellScript } from "./shell_script.ts";

/** Bit of `CAP_SETFCAP` in the capability sets of `/proc/self/status`. Source: capabilities(7). */
const SETFCAP_BIT = 31n;

/** Kinds of namespaces that have a limit of their own. Source: namespaces(7). */
const NAMESPACES = ["user", "pid", "net", "ipc", "uts", "mnt", "cgroup"];

const STATUS = "/proc/self/status";
const MOUNTS = "/proc/self/mounts";
const FIRST_PROCESS = "/proc/1/comm";
const CLONE_SETTING = "/proc/sys/kernel/unprivileged_userns_clone";
const APPARMOR_SETTING = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

/** The machine as this process sees it; what cannot be read is taken as not restricting. */
export function readMachine(): Machine {
  const limits = NAMESPACES.map((kind) => [kind, `/proc/sys/user/max_${kind}_namespaces`] as const);
  const text = readFiles([
    ...[STATUS, MOUNTS, FIRST_PROCESS, CLONE_SETTING, APPARMOR_SETTING],
    ...limits.map(([, path]) => path),
  ]);
  const at = (path: string) => text.get(path)?.trim() ?? "";
  const field = (name: string) =>
    new RegExp(`^${name}:\\s*(\\S+)$`, "m").exec(at(STATUS))?.[1] ?? "";
  return {
    uid: Deno.uid() ?? undefined,
    firstProcess: at(FIRST_PROCESS),
    namespaceLimits: Object.fromEntries(
      limits.filter(([, path]) => at(path) !== "").map(([kind, path]) => [kind, Number(at(path))]),
    ),
    unprivilegedCloneOff: at(CLONE_SETTING) === "0",
    apparmorRestricts: at(APPARMOR_SETTING) === "1",
    canMapRoot: (BigInt(`0x${field("CapEff") || "0"}`) >> SETFCAP_BIT & 1n) === 1n,
    noNewPrivileges: field("NoNewPrivs") === "1",
    filtered: field("Seccomp") === "2",
    procMasks: procMasks(at(MOUNTS)),
  };
}

/** Mount points below `/proc`, except one that hides nothing: `binfmt_misc` fills an empty folder. */
function procMasks(mounts: string): string[] {
  return mounts.split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((point) => point.startsWith("/proc/") && point !== "/proc/sys/fs/binfmt_misc");
}

/** Texts of files that the runtime itself may not read without every permission there is. */
function readFiles(paths: readonly string[]): ReadonlyMap<string, string> {
  const script = 'for path; do cat "$path"; printf "\\0"; done';
  const { stdout } = shellScript(script, paths, { stdout: "piped" }).outputSync();
  const texts = new TextDecoder().decode(stdout).split("\0");
  return new Map(paths.map((path, index) => [path, texts[index] ?? ""]));
}
