/**
 * One request, straight through: judge, permit, plan, start, supervise.
 * @module
 */
import { showArgv } from "../core/display.ts";
import { neutralGitEnvironment } from "../core/git_environment.ts";
import { type Outcome, refusedOutcome } from "../core/outcome.ts";
import { Permit } from "../core/permit.ts";
import type { Confinement, Environment, LaunchSpec, SandboxPlan } from "../core/plan.ts";
import { planSandbox } from "../core/plan_sandbox.ts";
import type { Policy } from "../core/policy.ts";
import type { CommandRequest, Refusal, Result, Verdict } from "../core/types.ts";
import type { Platform } from "../platform/mod.ts";
import type { Judge } from "./judge_request.ts";
import { type MaskSecrets, maskSourceOf, readSecrets } from "./masking.ts";
import { maskSink } from "./mask_sink.ts";
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
  /** What went wrong beside the command. */
  readonly trouble?: Refusal;
}

/** What a request leads to: a no, the trash, or a command that is ready to start. */
export type Decided =
  | { readonly kind: "refused"; readonly verdict: Verdict; readonly refusal: Refusal }
  | { readonly kind: "trash"; readonly verdict: Verdict }
  | {
    readonly kind: "command";
    readonly verdict: Verdict;
    readonly launch: LaunchSpec;
    readonly secrets: MaskSecrets;
  };

/** A planned start, for showing or for running. */
export interface Admission {
  readonly plan: SandboxPlan;
  readonly launch: LaunchSpec;
}

/**
 * Runs one request to its end; every ending, refusals included, is an outcome (contract, section 3). What the
 * command prints is masked on its way.
 */
export async function runRequest(
  request: CommandRequest,
  by: RunParts & { readonly streams: RunStreams },
): Promise<RunResult> {
  const { system, streams } = by;
  const decided = await decideRequest(request, { ...by, watchersAllowed: false });
  const { verdict } = decided;
  switch (decided.kind) {
    case "refused":
      return { verdict, outcome: refusedOutcome(decided.refusal) };
    case "trash":
      return { verdict, outcome: await remove(request, by) };
    case "command": {
      const source = maskSourceOf(decided.secrets);
      const outcome = await supervise(decided.launch, {
        timeoutMs: Number.isFinite(request.timeoutMs) ? request.timeoutMs : undefined,
        sink: maskSink(streams.sink, source),
        stdin: streams.stdin,
        host: await system.loadSupervision(),
      });
      const trouble = await rememberSeen(decided.secrets, { system, seen: source.seen() });
      return { verdict, outcome, ...(trouble && { trouble }) };
    }
  }
}

/** Carries a permitted `rm` out, by the trash. */
async function remove(
  request: CommandRequest,
  by: RunParts & { readonly streams: RunStreams },
): Promise<Outcome> {
  const { system, policy, facts, streams } = by;
  const [{ moveToTrash }, platform] = await Promise.all([
    import("./trash.ts"),
    system.loadPlatform(),
  ]);
  const { privateDirectories, programDirectories } = policy.own;
  const canonical = (path: string) => facts.realPath(path) ?? path;
  return moveToTrash(request.argv, {
    limits: {
      cwd: request.cwd,
      home: facts.home,
      ownDirectories: [...privateDirectories, ...programDirectories].map(canonical),
      sensitiveEntries: [...policy.sensitiveEntries, ...platform.sensitivePaths],
    },
    host: await system.loadTrash(platform, facts),
    sink: streams.sink,
  });
}

/**
 * Takes a request as far as the start.
 *
 * 1 The verdict; `deny` ends here. 2 The program must exist, and the argv must hold nothing that was masked,
 * before anybody is asked. 3 The permit. 4 `rm` goes to the trash. 5 The plan, rendered.
 */
export async function decideRequest(
  request: CommandRequest,
  by: RunParts & { readonly watchersAllowed: boolean },
): Promise<Decided> {
  const { system, policy, facts, judge, watchersAllowed } = by;
  const verdict = await judge.judge({ request, policy, facts, watchersAllowed });
  const refused = (refusal: Refusal): Decided => ({ kind: "refused", verdict, refusal });
  if (verdict.decision === "deny") return refused(verdict.strictest);
  const missing = refuseMissingProgram(request, facts);
  if (missing !== undefined) return refused(missing);
  const environment = system.commandEnvironment(request.env, policy.settings);
  if (!environment.ok) return refused(environment.refusal);
  const { env, scrubbed } = environment.value;
  const host = await system.loadSecrets();
  const secrets = await readSecrets(request, { host, scrubbed, home: facts.home });
  if (!secrets.ok) return refused(secrets.refusal);
  const permit = Permit.grant(verdict, request.mode);
  if (!permit.ok) return refused(permit.refusal);
  if (request.argv[0] === "rm") return { kind: "trash", verdict };
  const platform = await system.loadPlatform();
  const admitted = admit(permit.value, { ...by, request, platform, env });
  if (!admitted.ok) return refused(admitted.refusal);
  return { kind: "command", verdict, launch: admitted.value.launch, secrets: secrets.value };
}

/** Remembers what a command showed, so that its value is known again in an argv. */
export async function rememberSeen(
  secrets: MaskSecrets,
  by: { readonly system: System; readonly seen: readonly Uint8Array[] },
): Promise<Refusal | undefined> {
  if (by.seen.length === 0) return undefined;
  const host = await by.system.loadSecrets();
  const seen = { values: by.seen, key: secrets.key };
  const remembered = await host.remember(secrets.session, seen);
  return remembered.ok ? undefined : remembered.refusal;
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
    ? { ...by.env, ...neutralGitEnvironment(by.env) }
    : by.env;
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
