/**
 * Rules on variables that are set for or by a command.
 * @module
 */
import { type Arg, hasUnknown } from "../arg.ts";
import { type Call, finding, type Scope } from "../judge_scope.ts";
import { includesName } from "../policy.ts";
import type { Finding } from "../types.ts";
import { refuseTeamVariable } from "./team_git.ts";

/** Text that a shell would run when it evaluates it. */
const SUBSTITUTION = /[`]|\$[({]|[<>]\(/;

/** Whether evaluating a word (as arithmetic, a subscript, a prompt) could run a command. */
export function mayRunWhenEvaluated(arg: Arg): boolean {
  return arg.alternatives.some((pattern) =>
    pattern.some((part) => typeof part === "string" && SUBSTITUTION.test(part))
  );
}

/**
 * Judges one variable that is set: an evaluated one (`PS4`) must not hold a substitution, and one that chooses
 * what runs is never read-only.
 *
 * Codes: `script-dynamic`, `environment`. Source: spec.md, section 2, "assignments that change what runs".
 */
export function judgeVariable(
  variable: { readonly name: string; readonly value: Arg | undefined },
  by: { readonly call: Call; readonly scope: Scope },
): Finding | undefined {
  const { policy } = by.scope.context;
  const argv = [`${variable.name}=${variable.value?.shown ?? "…"}`];
  const evaluated = policy.evaluatedVariables.has(variable.name);
  const unclear = variable.value === undefined || hasUnknown(variable.value) ||
    mayRunWhenEvaluated(variable.value);
  if (evaluated && unclear) {
    const data = { what: `the value of ${variable.name}, which the shell evaluates,` };
    return finding(by.call, {
      scope: by.scope,
      remark: { decision: "deny", code: "script-dynamic", data, argv },
    });
  }
  const refused = refuseTeamVariable(variable, by);
  if (refused !== undefined) return refused;
  if (!includesName(policy.hostileVariables, variable.name)) return undefined;
  const data = { name: variable.name };
  return finding(by.call, {
    scope: by.scope,
    remark: { decision: "confirm", code: "environment", data, argv },
  });
}
