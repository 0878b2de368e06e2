/**
 * From a request to a start that is ready: judge, permit, plan.
 * @module
 */
import { showArgv } from "../core/display.ts";
import { neutralGitEnvironment } from "../core/git_environment.ts";
import {
  LIMIT_NAMES,
  LIMITS,
  type Limits,
  MACOS_KEEPS_NONE,
  processLimits,
} from "../core/limits.ts";
import type { Permit } from "../core/permit.ts";
import type { Confinement, Environment, LaunchSpec, SandboxPlan } from "../core/plan.ts";
import { planSandbox } from "../core/plan_sandbox.ts";
import { leavesSandbox, planUnconfined } from "../core/plan_unconfined.ts";
import type { Policy } from "../core/policy.ts";
import type { CommandRequest, Refusal, Result, Verdict } from "../core/types.ts";
import type { Platform } from "../platform/mod.ts";
import type { Permitted } from "./approval.ts";
import { type Asking, findPermit } from "./approval_permit.ts";
import { NO_TURN, type TakenTurn, type Turn } from "./approval_turn.ts";
import { commandEnvironment } from "./command_environment.ts";
import type { Judge } from "./judge_request.ts";
import { type MaskSecrets, readSecrets } from "./masking.ts";
import type { System, SystemFacts } from "./system.ts";

/** What a request is run with. */
export interface RunParts {
  readonly system: System;
  readonly policy: Policy;
  readonly facts: SystemFacts;
  readonly judge: Judge;
}

/** How a request is decided. */
export interface DecideParts extends RunParts {
  readonly asking: Asking;
  readonly watchersAllowed: boolean;
  /** Why the caller cannot carry the request out, said before a permit is sought and used up. */
  readonly unfit?: Refusal | undefined;
  /** Waits for the turn of a permitted call; without it there is none to wait for. */
  readonly takeTurn?: (verdict: Verdict) => Promise<Result<Turn>>;
}

/** What a request leads to: a no, a wait that took too long, the trash, or a command that is ready to start. */
export type Decided =
  | { readonly kind: "refused"; readonly verdict: Verdict; readonly refusal: Refusal }
  | {
    readonly kind: "timed_out";
    readonly verdict: Verdict;
    readonly permit: Permit;
    readonly waitedMs: number;
  }
  | {
    readonly kind: "trash";
    readonly verdict: Verdict;
    readonly permit: Permit;
    readonly turn: TakenTurn;
  }
  | {
    readonly kind: "command";
    readonly verdict: Verdict;
    readonly permit: Permit;
    readonly turn: TakenTurn;
    readonly launch: LaunchSpec;
    /** Undefined outside the sandbox. */
    readonly plan: SandboxPlan | undefined;
    readonly secrets: MaskSecrets;
    /** The system password, when it was just given: what `sudo` may want. To be wiped. */
    readonly password: Uint8Array | undefined;
  };

/** A planned start, for showing or for running. */
export interface Admission {
  readonly plan: SandboxPlan;
  readonly launch: LaunchSpec;
}

/**
 * Takes a request as far as the start.
 *
 * 1 The verdict; `deny` ends here. 2 The program must exist, the caller must be able to carry it out, and the
 * argv must hold nothing that was masked, before anybody is asked. 3 The permit, sought. 4 The turn. 5 `rm` goes to the trash. 6 The plan, rendered.
 */
export async function decideRequest(
  request: CommandRequest,
  by: DecideParts,
): Promise<Decided> {
  const { system, policy, facts, judge, watchersAllowed } = by;
  const verdict = await judge.judge({ request, policy, facts, watchersAllowed });
  const refused = (refusal: Refusal): Decided => ({ kind: "refused", verdict, refusal });
  if (verdict.decision === "deny") return refused(verdict.strictest);
  const missing = refuseMissingProgram(request, facts);
  if (missing !== undefined) return refused(missing);
  if (by.unfit !== undefined) return refused(by.unfit);
  const environment = commandEnvironment(request.env, { system, settings: policy.settings });
  if (!environment.ok) return refused(environment.refusal);
  const { env, scrubbed } = environment.value;
  const host = await system.loadSecrets();
  const secrets = await readSecrets(request, { host, scrubbed, facts });
  if (!secrets.ok) return refused(secrets.refusal);
  const permitted = await findPermit(request, {
    verdict,
    facts,
    settings: policy.settings,
    asking: by.asking,
    loadApproval: system.loadApproval,
    systemName: async () => (await system.loadPlatform()).name,
  });
  if (!permitted.ok) return refused(permitted.refusal);
  return await plan(request, {
    ...by,
    verdict,
    permitted: permitted.value,
    env,
    secrets: secrets.value,
  });
}

/** From the permit on, in the call's turn. */
async function plan(
  request: CommandRequest,
  by: DecideParts & {
    readonly verdict: Verdict;
    readonly permitted: Permitted;
    readonly env: Environment;
    readonly secrets: MaskSecrets;
  },
): Promise<Decided> {
  const { verdict, secrets, system } = by;
  const { permit, secret: password } = by.permitted;
  const refused = (refusal: Refusal): Decided => ({ kind: "refused", verdict, refusal });
  const taken = await by.takeTurn?.(verdict) ?? { ok: true, value: NO_TURN };
  if (!taken.ok) return refused(taken.refusal);
  const turn = taken.value;
  if (turn.kind === "timed_out") return { ...turn, verdict, permit };
  if (request.argv[0] === "rm") return { kind: "trash", verdict, permit, turn };
  // Whoever was waited for may have changed what the first answers were about.
  const facts = turn.lock === undefined ? by.facts : system.facts(by.facts.home);
  const planned = await planStart(permit, { ...by, facts, request });
  if (planned.ok) {
    return { kind: "command", verdict, permit, turn, ...planned.value, secrets, password };
  }
  turn.lock?.release();
  return refused(planned.refusal);
}

/** The start of a permitted command, in its sandbox or out of it. */
async function planStart(
  permit: Permit,
  by: RunParts & {
    readonly request: CommandRequest;
    readonly env: Environment;
    readonly asking: Asking;
  },
): Promise<Result<{ readonly launch: LaunchSpec; readonly plan: SandboxPlan | undefined }>> {
  const { request, env, facts, system, asking } = by;
  if (!leavesSandbox(request)) {
    return admit(permit, { ...by, platform: await system.loadPlatform() });
  }
  const name = request.argv[0] ?? "";
  const found = facts.lookUpProgram(name, request.cwd);
  if (found.kind !== "found") {
    return { ok: false, refusal: { code: "command-not-found", data: { name } } };
  }
  const closedFd = asking.passwordFd;
  const launch = planUnconfined({ permit, request, env, program: found.path, closedFd });
  return { ok: true, value: { launch, plan: undefined } };
}

/** From a permit to a start: plans the sandbox and renders it for a system; a dry run is only shown. Refusals: `sandbox-*`, `path-*`. */
export function admit(
  permit: Permit | "dry-run",
  by: RunParts & {
    readonly request: CommandRequest;
    readonly platform: Platform;
    readonly env: Environment;
  },
): Result<Admission> {
  const { system, policy, facts, request, platform } = by;
  const limits = processLimits(request.limits ?? {});
  const isLimited = Object.keys(limits).length > 0;
  if (isLimited && !platform.keepsLimits) return { ok: false, refusal: unkept(limits) };
  const planned = planSandbox({
    permit,
    cwd: request.cwd,
    network: request.network,
    writePaths: request.writePaths,
    writeScope: request.confined ? "granted" : policy.settings.writeScope,
    workRoots: policy.settings.workRoots,
    privateDirectories: policy.own.privateDirectories,
    programDirectories: [...policy.own.programDirectories, ...request.fixedPaths ?? []],
    exposedPaths: policy.settings.exposedPaths,
    sensitive: [...policy.sensitiveEntries, ...platform.sensitivePaths],
    rules: policy.sandbox,
  }, facts);
  if (!planned.ok) return planned;
  const plan = isLimited ? { ...planned.value, limits } : planned.value;
  const confinement = permit === "dry-run"
    ? shownConfinement(platform)
    : system.confinement(platform);
  if (!confinement.ok) return confinement;
  const env = permit === "dry-run" || permit.verdict.decision === "read_only"
    ? { ...by.env, ...neutralGitEnvironment(by.env) }
    : by.env;
  const launch = platform.render(plan, { argv: request.argv, env }, confinement.value);
  return { ok: true, value: { plan, launch } };
}

function unkept(limits: Limits): Refusal {
  const flags = LIMIT_NAMES.filter((name) => limits[name] !== undefined)
    .map((name) => LIMITS[name].flag);
  const data = {
    limit: flags.join(", "),
    problem: MACOS_KEEPS_NONE,
    cure: "leave it out, in the config too; --output-limit and --timeout hold there",
  };
  return { code: "sandbox-limit", data };
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
