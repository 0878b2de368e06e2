/**
 * One request, straight through: judge, permit, plan, start, supervise.
 * @module
 */
import { showArgv } from "../core/display.ts";
import { neutralGitEnvironment } from "../core/git_environment.ts";
import { type Outcome, refusedOutcome } from "../core/outcome.ts";
import { Permit } from "../core/permit.ts";
import type { Confinement, LaunchSpec, SandboxPlan } from "../core/plan.ts";
import { planSandbox } from "../core/plan_sandbox.ts";
import type { Policy } from "../core/policy.ts";
import type { CommandRequest, Refusal, Result, Verdict } from "../core/types.ts";
import type { Platform } from "../platform/mod.ts";
import type { Judge } from "./judge_request.ts";
import { supervise } from "./supervise.ts";
import type { Sink } from "./supervise_sink.ts";
import type { System, SystemFacts } from "./system.ts";

/** What a request is run with. */
export interface RunParts {
  readonly system: System;
  readonly policy: Policy;
  readonly facts: SystemFacts;
  readonly judge: Judge;
}

/** How its streams are wired. */
export interface RunStreams {
  readonly sink: Sink;
  readonly stdin: "inherit" | "null";
}

/** The end of a request. */
export interface RunResult {
  readonly verdict: Verdict;
  readonly outcome: Outcome;
}

/** A planned start, for showing or for running. */
export interface Admission {
  readonly plan: SandboxPlan;
  readonly launch: LaunchSpec;
}

/**
 * Runs one request to its end; every ending, refusals included, is an outcome (contract, section 3).
 *
 * 1 The verdict; `deny` ends here. 2 The program must exist, before anybody is asked. 3 The permit.
 * 4 `rm` goes to the trash. 5 The plan, rendered. 6 The start, supervised.
 */
export async function runRequest(
  request: CommandRequest,
  by: RunParts & { readonly streams: RunStreams },
): Promise<RunResult> {
  const { system, policy, facts, judge, streams } = by;
  const verdict = await judge.judge({ request, policy, facts, watchersAllowed: false });
  const refused = (refusal: Refusal): RunResult => ({ verdict, outcome: refusedOutcome(refusal) });
  if (verdict.decision === "deny") return refused(verdict.strictest);
  const missing = refuseMissingProgram(request, facts);
  if (missing !== undefined) return refused(missing);
  const permit = Permit.grant(verdict, request.mode);
  if (!permit.ok) return refused(permit.refusal);
  if (request.argv[0] === "rm") {
    const trash = await system.loadTrash();
    return {
      verdict,
      outcome: await trash(request.argv, {
        cwd: request.cwd,
        own: policy.own,
      }),
    };
  }
  const admitted = await admit(permit.value, {
    ...by,
    request,
    platform: await system.loadPlatform(),
  });
  if (!admitted.ok) return refused(admitted.refusal);
  const outcome = await supervise(admitted.value.launch, {
    timeoutMs: Number.isFinite(request.timeoutMs) ? request.timeoutMs : undefined,
    sink: streams.sink,
    stdin: streams.stdin,
    host: await system.loadSupervision(),
  });
  return { verdict, outcome };
}

/** From a permit to a start: plans the sandbox and renders it for a system; a dry run is only shown. Refusals: `sandbox-*`, `path-*`, `request-*`. */
export function admit(
  permit: Permit | "dry-run",
  by: RunParts & { readonly request: CommandRequest; readonly platform: Platform },
): Result<Admission> {
  const { system, policy, facts, request, platform } = by;
  const environment = system.commandEnvironment(request.env, policy.settings);
  if (!environment.ok) return environment;
  const plan = planSandbox({
    permit,
    cwd: request.cwd,
    network: request.network,
    writePaths: request.writePaths,
    writeScope: policy.settings.writeScope,
    workRoots: policy.settings.workRoots,
    privateDirectories: policy.own.privateDirectories,
    programDirectories: policy.own.programDirectories,
    exposedPaths: policy.settings.exposedPaths,
    sensitive: [...policy.sensitiveEntries, ...platform.sensitivePaths],
    rules: policy.sandbox,
  }, facts);
  if (!plan.ok) return plan;
  const confinement = permit === "dry-run"
    ? shownConfinement(platform)
    : system.confinement(platform);
  if (!confinement.ok) return confinement;
  const env = permit === "dry-run" || permit.verdict.decision === "read_only"
    ? { ...environment.value, ...neutralGitEnvironment(environment.value) }
    : environment.value;
  const launch = platform.render(plan.value, { argv: request.argv, env }, confinement.value);
  return { ok: true, value: { plan: plan.value, launch } };
}

/** A dry run needs no sandbox on this machine, and shows the same on all. */
function shownConfinement(platform: Platform): Result<Confinement> {
  const program = platform.sandboxPrograms[0] ?? "";
  return {
    ok: true,
    value: { program, temporaryDirectory: "/private/tmp/execguard", tag: "dry-run" },
  };
}

/** 126 and 127 are decided before the sandbox starts: it would answer 1 (contract, section 3). */
function refuseMissingProgram(request: CommandRequest, facts: SystemFacts): Refusal | undefined {
  const name = request.argv[0] ?? "";
  const found = facts.lookUpProgram(name, request.cwd);
  switch (found.kind) {
    case "found":
      return undefined;
    case "not_executable":
      return { code: "command-not-executable", data: { name, path: found.path } };
    case "missing": {
      const shown = showArgv(request.argv);
      const single = request.argv.length === 1 && /\s/.test(name);
      const advice = single ? [`${shown} is one word with blanks; write each word as an item`] : [];
      return { code: "command-not-found", data: { name }, advice };
    }
  }
}
