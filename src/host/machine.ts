/**
 * Reads the facts that explain why a sandbox does not start.
 * @module
 */
import type { Machine } from "../core/machine.ts";

/** Bit of `CAP_SETFCAP` in the capability sets of `/proc/self/status`. Source: capabilities(7). */
const SETFCAP_BIT = 31n;

/** The machine as this process sees it. Never fails: what cannot be read is taken as not restricting. */
export function readMachine(): Machine {
  const status = readText("/proc/self/status");
  const field = (name: string) => new RegExp(`^${name}:\\s*(\\S+)$`, "m").exec(status)?.[1] ?? "";
  return {
    os: Deno.build.os === "darwin" ? "darwin" : "linux",
    uid: Deno.uid() ?? undefined,
    firstProcess: readText("/proc/1/comm").trim(),
    namespaceLimits: readNamespaceLimits(),
    unprivilegedCloneOff: readText("/proc/sys/kernel/unprivileged_userns_clone").trim() === "0",
    apparmorRestricts:
      readText("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").trim() === "1",
    canMapRoot: (BigInt(`0x${field("CapEff") || "0"}`) >> SETFCAP_BIT & 1n) === 1n,
    noNewPrivileges: field("NoNewPrivs") === "1",
    filtered: field("Seccomp") === "2",
    procMasks: readProcMasks(),
  };
}

function readNamespaceLimits(): Record<string, number> {
  const kinds = ["user", "pid", "net", "ipc", "uts", "mnt", "cgroup"];
  const limits = kinds.map((
    kind,
  ) => [kind, readText(`/proc/sys/user/max_${kind}_namespaces`).trim()]);
  return Object.fromEntries(
    limits.filter(([, text]) => text !== "").map(([kind, text]) => [kind, Number(text)]),
  );
}

/** Mount points below `/proc`, except those that hide nothing (`binfmt_misc` adds to an empty folder). */
function readProcMasks(): string[] {
  return readText("/proc/self/mounts").split("\n")
    .map((line) => line.split(" ")[1] ?? "")
    .filter((point) => point.startsWith("/proc/") && point !== "/proc/sys/fs/binfmt_misc");
}

function readText(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
