/**
 * Rules on redirections.
 * @module
 */
import { type Arg, hasUnknown } from "../arg.ts";
import { type Call, finding, type Remark, type Scope } from "../judge_scope.ts";
import type { Redirect } from "../script.ts";
import { mayNameSensitive } from "../sensitive.ts";
import type { Finding } from "../types.ts";
import { refuseTeamRedirect } from "./team_shell.ts";

/** Targets that keep nothing: writing there changes no file. */
const SINKS = new Set(["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2"]);
/** Paths bash opens as connections. Source: bash manual, "Redirections". */
const SOCKET = /^\/dev\/(tcp|udp)\//;

/**
 * Judges one redirection; `undefined` when it keeps read-only (here-documents, `2>&1`, `/dev/null`, reading).
 *
 * Codes: `network`, `redirect-write`, `sensitive-argument`. Source: spec.md, section 2, "redirections".
 */
export function judgeRedirect(
  redirect: { readonly operator: Redirect["operator"]; readonly target: Arg | undefined },
  by: { readonly call: Call; readonly scope: Scope },
): Finding | undefined {
  const { operator, target } = redirect;
  if (target === undefined || operator.startsWith("<<")) return undefined;
  const remark = (remark: Omit<Remark, "decision">) =>
    finding(by.call, {
      scope: by.scope,
      remark: { decision: "confirm", argv: [operator, target.shown], ...remark },
    });
  const text = target.text;
  if (operator.endsWith("&") && text !== undefined && /^(\d+-?|-)$/.test(text)) return undefined;
  if (
    target.alternatives.some((pattern) => typeof pattern[0] === "string" && SOCKET.test(pattern[0]))
  ) {
    return remark({ code: "network" });
  }
  const refused = /^<&?$/.test(operator) ? undefined : refuseTeamRedirect(target, by);
  if (refused !== undefined) return refused;
  const { policy, facts } = by.scope.context;
  const context = { paths: policy.sensitive, cwds: by.scope.cwds, facts };
  // What an unknown file holds would become the command's input.
  if (hasUnknown(target) || mayNameSensitive(target, context)) {
    return remark({ code: "sensitive-argument", data: { argument: target.shown } });
  }
  if (operator === "<" || operator === "<&" || (text !== undefined && SINKS.has(text))) {
    return undefined;
  }
  return remark({ code: "redirect-write", data: { target: target.shown } });
}
