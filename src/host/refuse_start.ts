/**
 * What can be known to prevent a start before, or because, it is tried.
 * @module
 */
import type { LaunchSpec } from "../core/plan.ts";
import type { Refusal } from "../core/types.ts";

/** Set-user-ID and set-group-ID bits. */
const SET_ID = 0o6000;

/** Refuses a sandbox program that is missing (`sandbox-missing`) or must not be used (`sandbox-failed`). */
export function refuseSandboxProgram(program: string): Refusal | undefined {
  try {
    const info = Deno.statSync(program);
    if (((info.mode ?? 0) & SET_ID) === 0) return undefined;
    // Such a build does its set-up as root; CVE-2026-41163 was found there. Source: sandbox.md, 1.4.
    return {
      code: "sandbox-failed",
      data: {
        problem: `${program} is installed set-user-ID`,
        cure: `run chmod ug-s ${program} as root`,
      },
    };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    const cure = "install the package bubblewrap with the system's package manager";
    return { code: "sandbox-missing", data: { program, cure } };
  }
}

/** Refuses a work directory that nothing can be started in (`request-bad-cwd`). */
export function refuseWorkDirectory(path: string): Refusal | undefined {
  try {
    return Deno.statSync(path).isDirectory
      ? undefined
      : badDirectory(path, "it is not a directory");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return badDirectory(path, "it does not exist");
    if (error instanceof Deno.errors.PermissionDenied) {
      return badDirectory(path, "it cannot be entered");
    }
    throw error;
  }
}

/** Turns the system's refusal to start a process into ours; an unexpected error is thrown on. */
export function refuseSpawn(error: unknown, spec: LaunchSpec): Refusal {
  const code = (error as { code?: unknown }).code;
  if (code === "E2BIG") {
    const problem = "argv and environment together are longer than this system allows";
    return { code: "request-bad-value", data: { key: "argv", problem } };
  }
  if (code === "EAGAIN" || code === "ENOMEM" || code === "EMFILE" || code === "ENFILE") {
    return { code: "internal", data: { problem: `no process could be started: ${code}` } };
  }
  if (error instanceof Deno.errors.PermissionDenied && code === "EACCES") {
    return { code: "command-not-executable", data: { name: spec.program, path: spec.program } };
  }
  if (error instanceof Deno.errors.NotFound) {
    return { code: "command-not-found", data: { name: spec.program } };
  }
  throw error;
}

function badDirectory(path: string, problem: string): Refusal {
  return { code: "request-bad-cwd", data: { path, problem } };
}
