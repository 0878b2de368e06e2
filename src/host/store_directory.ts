/**
 * The state directory: made by us, for this user alone.
 * @module
 */
import type { Result } from "../core/types.ts";
import { problemOf } from "./system_error.ts";

/** Everybody else's bits. */
const OTHERS = 0o077;

/** The refusal of a state that cannot be used. */
export function refuseState(path: string, problem: string): Result<never> {
  return { ok: false, refusal: { code: "approval-state", data: { path, problem } } };
}

/**
 * Makes the state directory (mode 0700) with its parents, or takes other users' rights away from one that
 * is there. Refusal: `approval-state` for one that cannot be made or belongs to somebody else, and
 * for `""`, no directory.
 */
export function openStateDirectory(path: string): Result<true> {
  if (path === "") return refuseState("execguard", "HOME is not set");
  try {
    Deno.mkdirSync(path, { recursive: true, mode: 0o700 });
    return closeToOthers(path, "directory");
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return refuseState(path, problem);
  }
}

/**
 * Takes other users' rights away from a file or directory of ours. Refusal: `approval-state` when it is a
 * link or something else, or belongs to somebody else.
 */
export function closeToOthers(path: string, kind: "directory" | "file"): Result<true> {
  const info = Deno.lstatSync(path);
  if (kind === "directory" ? !info.isDirectory : !info.isFile) {
    return refuseState(path, `it is no ${kind}`);
  }
  if (info.uid !== Deno.uid()) return refuseState(path, "it belongs to another user");
  const mode = info.mode ?? 0;
  if ((mode & OTHERS) !== 0) Deno.chmodSync(path, mode & ~OTHERS & 0o777);
  return { ok: true, value: true };
}
