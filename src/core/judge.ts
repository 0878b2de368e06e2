/**
 * From a request to its verdict: the strictest finding decides.
 * @module
 */
import { literalArg } from "./arg.ts";
import { judgeCall } from "./judge_call.ts";
import { type Call, finding, type JudgeContext, type Remark, type Scope } from "./judge_scope.ts";
import { includesName } from "./policy.ts";
import { isNarrowing, refuseLeaving } from "./rules/confined.ts";
import { judgeRemove } from "./rules/remove.ts";
import { refuseShape } from "./rules/shape.ts";
import { judgeSudo } from "./rules/sudo.ts";
import { judgeWritePath } from "./rules/write_paths.ts";
import type { Decision, Finding, Verdict } from "./types.ts";

/** Softest first. */
const DECISIONS: readonly Decision[] = ["read_only", "confirm", "password", "deny"];

/** How strict a decision is: 0 for `read_only` to 3 for `deny`. */
export function strictness(decision: Decision): number {
  return DECISIONS.indexOf(decision);
}

/**
 * Judges a request. Pure: the same request, policy and answers about the machine give the same verdict.
 *
 * Looks at the shape of the argv, then at every command in it, then at what the request asks for besides
 * (network, write paths, no sandbox). All findings are kept, in order. Source: spec.md, sections 1 to 5.
 */
export function judge(context: JudgeContext): Verdict {
  const { argv, cwd } = context.request;
  const scope: Scope = {
    context,
    place: "argv",
    depth: 0,
    sudo: false,
    cwds: [cwd],
    functions: new Set(),
  };
  const call: Call = {
    args: argv.map(literalArg),
    spelling: "bare",
    stdin: "inherited",
    at: undefined,
  };
  const shape = refuseShape(argv);
  if (shape !== undefined) {
    return verdictOf(context, [finding(call, { scope, remark: { decision: "deny", ...shape } })]);
  }
  const leaving = refuseLeaving(call, scope);
  if (leaving !== undefined) return verdictOf(context, [leaving]);
  return verdictOf(context, [...judgeTop(call, scope), ...judgeWishes(call, scope)]);
}

function judgeTop(call: Call, scope: Scope): readonly Finding[] {
  const name = call.args[0]?.text;
  if (name === "sudo") return judgeSudo(call, scope);
  if (name === "rm") return judgeRemove(call, scope);
  return judgeCall(call, scope);
}

/** What the request asks for besides its argv: each takes read-only away, or needs more. */
function judgeWishes(call: Call, scope: Scope): readonly Finding[] {
  const { request } = scope.context;
  const remarks: Remark[] = [];
  if (request.network) remarks.push({ decision: "confirm", code: "network" });
  remarks.push(...request.env.flatMap((flag) => judgeEnvironmentFlag(flag, scope) ?? []));
  if (!request.sandbox) {
    const why = "--no-sandbox runs with the user's full rights";
    remarks.push({ decision: "password", code: "password-required", data: { why } });
  }
  const wider = request.writePaths.filter((path) => !isNarrowing(path, scope.context));
  remarks.push(...wider.map((path) => judgeWritePath(path, scope.context)));
  return remarks.map((remark) => finding(call, { scope, remark }));
}

/** `--env` may hand a secret on, or choose what runs: a name alone passes on what was left out on purpose. */
function judgeEnvironmentFlag(flag: string, scope: Scope): Remark | undefined {
  const equals = flag.indexOf("=");
  const name = equals < 0 ? flag : flag.slice(0, equals);
  const harmless = equals >= 0 && !includesName(scope.context.policy.hostileVariables, name);
  return harmless ? undefined : { decision: "confirm", code: "environment", data: { name } };
}

function verdictOf(context: JudgeContext, findings: readonly Finding[]): Verdict {
  const strictest = findings.reduce((best, next) =>
    strictness(next.decision) > strictness(best.decision) ? next : best
  );
  return { argv: context.request.argv, decision: strictest.decision, findings, strictest };
}
