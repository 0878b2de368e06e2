/**
 * Rules for a request that may write nothing but its write paths.
 * @module
 */
import { type Call, finding, type JudgeContext, type Scope } from "../judge_scope.ts";
import { isInside, tierOf } from "../paths.ts";
import type { CommandRequest, Finding } from "../types.ts";

/**
 * Refuses what runs outside the sandbox, where nothing would keep it to its places.
 *
 * Code: `path-team`. Source: spec.md, section 13.
 */
export function refuseLeaving(call: Call, scope: Scope): Finding | undefined {
  const { request } = scope.context;
  const leaves = !request.sandbox || call.args[0]?.text === "sudo";
  if (request.confined !== true || !leaves) return undefined;
  const data = { path: "/", why: "a member of a team runs nothing outside the sandbox" };
  return finding(call, { scope, remark: { decision: "deny", code: "path-team", data } });
}

/** Whether a place may be changed as far as the request's own confinement goes; canonical, and not the write path itself. */
export function isWithinConfinement(place: string, request: CommandRequest): boolean {
  return request.confined !== true ||
    request.writePaths.some((path) => path !== place && isInside(place, path));
}

/** Whether a write path gives a confined request no more than every request has. */
export function isNarrowing(path: string, context: JudgeContext): boolean {
  const { request, facts, policy } = context;
  if (request.confined !== true) return false;
  const tier = tierOf(path, { cwd: request.cwd, home: facts.home });
  return policy.settings.writeScope === "home" ? tier !== "outside" : tier === "work";
}
