/**
 * `run --dry-run`: the verdict and the sandbox that would be used, for either system.
 * @module
 */
import { EXIT, exitCodeOf, messageOf } from "../core/codes.ts";
import { escapeForDisplay } from "../core/display.ts";
import { explainVerdict } from "../core/explain.ts";
import { leavesSandbox } from "../core/plan_unconfined.ts";
import type { CommandRequest, Verdict } from "../core/types.ts";
import { describeLimits, type ShownLimit } from "../core/limits.ts";
import { verdictJson } from "../core/verdict_json.ts";
import { commandEnvironment } from "../guard/command_environment.ts";
import { type Admission, admit, type RunParts } from "../guard/decide_request.ts";
import { print } from "./report.ts";

/** How the plan is shown. */
export interface ShowPlan {
  readonly parts: RunParts;
  readonly json: boolean;
  readonly platform: "linux" | "darwin" | undefined;
}

interface ShownAdmission extends Admission {
  readonly limits: readonly ShownLimit[];
}

/**
 * Shows verdict, plan and launch; nobody is asked and nothing runs. Exit 0 when there is a plan, 121 (or 120)
 * for `deny`, otherwise the code of what stands in the way.
 */
export async function showPlan(request: CommandRequest, by: ShowPlan): Promise<number> {
  const { system, policy, facts, judge } = by.parts;
  const verdict = await judge.judge({ request, policy, facts, watchersAllowed: false });
  if (verdict.decision === "deny") {
    const code = exitCodeOf(verdict.strictest) === EXIT.invalid ? EXIT.invalid : EXIT.denied;
    return print(system, { text: render(verdict, { by }), code });
  }
  if (leavesSandbox(request)) {
    const note = "outside the sandbox, after the system password";
    return print(system, { text: render(verdict, { by, note }), code: 0 });
  }
  const platform = await system.loadPlatform(by.platform);
  const environment = commandEnvironment(request.env, { system, settings: policy.settings });
  const admitted = environment.ok
    ? admit("dry-run", { ...by.parts, request, platform, env: environment.value.env })
    : environment;
  if (!admitted.ok) {
    const text = by.json
      ? render(verdict, { by })
      : `${render(verdict, { by })}execguard: ${escapeForDisplay(messageOf(admitted.refusal))}\n`;
    return print(system, { text, code: exitCodeOf(admitted.refusal) });
  }
  const admission = { ...admitted.value, limits: describeLimits(request.limits ?? {}) };
  return print(system, { text: render(verdict, { by, admission }), code: 0 });
}

function render(
  verdict: Verdict,
  shown: { readonly by: ShowPlan; readonly admission?: ShownAdmission; readonly note?: string },
): string {
  const { by, admission, note } = shown;
  if (by.json) return `${JSON.stringify(planJson(verdict, admission))}\n`;
  const lines = [...explainVerdict(verdict), ...(note === undefined ? [] : ["", note])];
  if (admission !== undefined) {
    const { plan, launch } = admission;
    const list = (name: string, paths: readonly string[]) =>
      paths.map((path) => `${name.padEnd(10)} ${path}`);
    lines.push(
      "",
      `${"network".padEnd(10)} ${plan.network ? "on" : "off"}`,
      ...list("writable", plan.writable),
      ...list("read-only", plan.protected.map((place) => place.path)),
      ...list("hidden", plan.hidden.map((place) => place.path)),
      ...list(
        "limit",
        admission.limits.map(({ name, value, mechanism }) => `${name} ${value}: ${mechanism}`),
      ),
      "",
      [launch.program, ...launch.hiddenArgs, ...launch.args].map((word) => JSON.stringify(word))
        .join(" "),
    );
  }
  return `${lines.map(escapeForDisplay).join("\n")}\n`;
}

/** The public shape `execguard.plan/1` (contract, section 4). */
function planJson(verdict: Verdict, admission: ShownAdmission | undefined): object {
  const launch = admission?.launch;
  return {
    schema: "execguard.plan/1",
    verdict: verdictJson(verdict),
    plan: admission?.plan ?? null,
    limits: admission?.limits ?? [],
    launch: launch === undefined ? null : {
      program: launch.program,
      args: [...launch.hiddenArgs, ...launch.args],
      cwd: launch.cwd,
      env_names: Object.keys(launch.env).sort(),
      ...(launch.profile === undefined
        ? {}
        : { profile: launch.profile, parameters: launch.parameters }),
    },
  };
}
