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

/** What is shown below the verdict. */
interface Shown {
  readonly by: ShowPlan;
  readonly limits?: readonly ShownLimit[];
  readonly admission?: Admission;
  readonly note?: string;
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
  const limits = describeLimits(request.limits ?? {});
  if (leavesSandbox(request)) {
    const note = "outside the sandbox, after the system password";
    return print(system, { text: render(verdict, { by, limits, note }), code: 0 });
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
  const text = render(verdict, { by, limits, admission: admitted.value });
  return print(system, { text, code: 0 });
}

function render(verdict: Verdict, shown: Shown): string {
  const { by, admission, note, limits = [] } = shown;
  if (by.json) return `${JSON.stringify(planJson(verdict, shown))}\n`;
  const list = (name: string, items: readonly string[]) =>
    items.map((item) => `${name.padEnd(10)} ${item}`);
  const limited = list(
    "limit",
    limits.map(({ name, value, mechanism }) => `${name} ${value}: ${mechanism}`),
  );
  const lines = [...explainVerdict(verdict), ...(note === undefined ? [] : ["", note, ...limited])];
  if (admission !== undefined) {
    const { plan, launch } = admission;
    lines.push(
      "",
      ...list("network", [plan.network ? "on" : "off"]),
      ...list("writable", plan.writable),
      ...list("read-only", plan.protected.map((place) => place.path)),
      ...list("hidden", plan.hidden.map((place) => place.path)),
      ...limited,
      "",
      [launch.program, ...launch.hiddenArgs, ...launch.args].map((word) => JSON.stringify(word))
        .join(" "),
    );
  }
  return `${lines.map(escapeForDisplay).join("\n")}\n`;
}

/** The public shape `execguard.plan/1` (contract, section 4). */
function planJson(verdict: Verdict, { admission, limits = [] }: Shown): object {
  const launch = admission?.launch;
  return {
    schema: "execguard.plan/1",
    verdict: verdictJson(verdict),
    plan: admission?.plan ?? null,
    limits,
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
