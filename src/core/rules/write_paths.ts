/**
 * Rules on the places a request wants to write besides the usual ones.
 * @module
 */
import { isInside } from "../paths.ts";
import { isSensitivePath } from "../sensitive.ts";
import type { JudgeContext, Remark } from "../judge_scope.ts";

/** Places of the system itself. Source: spec.md, section 4, "write paths". */
export const RESERVED = ["/proc", "/sys", "/dev", "/boot", "/run"];

/** Why they are reserved. */
export const OF_THE_SYSTEM = "it belongs to the system";

/**
 * Judges one write path: absolute, existing, canonical; never the root, the system's own places or secrets;
 * a yes inside home, the password outside.
 *
 * Codes: `path-relative`, `path-missing`, `path-root`, `path-reserved`, `path-sensitive`, `write-path`, `password-required`.
 */
export function judgeWritePath(
  path: string,
  context: Pick<JudgeContext, "facts" | "policy">,
): Remark {
  const deny = (code: Remark["code"], why?: string): Remark => ({
    decision: "deny",
    code,
    data: why === undefined ? { path } : { path, why },
    argv: [path],
  });
  if (!path.startsWith("/")) return deny("path-relative");
  const { facts, policy } = context;
  const real = facts.realPath(path);
  if (real === undefined || facts.kind(real) === "missing") return deny("path-missing");
  if (real === "/") return deny("path-root");
  if (RESERVED.some((place) => isInside(real, place))) return deny("path-reserved", OF_THE_SYSTEM);
  if (isSensitivePath(real, policy.sensitive)) return deny("path-sensitive");
  if (facts.home !== undefined && isInside(facts.home, real)) {
    return deny("path-reserved", "it is or holds the home directory; name a place inside it");
  }
  if (facts.home !== undefined && isInside(real, facts.home)) {
    return { decision: "confirm", code: "write-path", data: { path: real }, argv: [path] };
  }
  const why = `writing to "${real}" outside the home directory`;
  return {
    decision: "password",
    code: "password-required",
    data: { why },
    argv: [path],
    writePath: real,
  };
}
