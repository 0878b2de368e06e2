/**
 * `execguard run`: judges an argv and runs it in the sandbox.
 * @module
 */
import { messageOf } from "../../core/codes.ts";
import { type Outcome, refusedOutcome } from "../../core/outcome.ts";
import type { StatusTarget } from "../../core/ports.ts";
import type { Refusal, Result, Verdict } from "../../core/types.ts";
import { Judge } from "../../guard/judge_request.ts";
import { runRequest, type RunStreams } from "../../guard/run_request.ts";
import { captureSink, passSink } from "../../guard/supervise_sink.ts";
import type { System } from "../../guard/system.ts";
import { readAsking } from "../approval_flags.ts";
import { type ConfineFlags, confineRequest } from "../confine_request.ts";
import type { CliContext } from "../context.ts";
import type { RequestFlags } from "../flags.ts";
import { outcomeJson } from "../outcome_json.ts";
import { prepareStart } from "../prepare.ts";
import { readRequest } from "../read_request.ts";
import { print, say } from "../report.ts";

/** Flags of this subcommand. */
export interface RunFlags extends RequestFlags, ConfineFlags {
  readonly stdin: boolean;
  readonly wait?: string;
  readonly passwordFd?: string;
  readonly lock: boolean;
  readonly dryRun: boolean;
  readonly platform?: "linux" | "darwin";
  readonly statusFile?: string;
  readonly statusFd?: string;
}

/** The subcommand; the exit code is the command's own, or one of contract section 3. */
export async function run(this: CliContext, flags: RunFlags): Promise<void> {
  this.exit(await execute(this, flags));
}

async function execute(context: CliContext, flags: RunFlags): Promise<number> {
  const { system, argv } = context;
  if (!flags.dryRun) system.prefetchStart();
  const refuse = (refusal: Refusal) => report(system, { flags, outcome: refusedOutcome(refusal) });
  const target = statusTarget(flags);
  if (!target.ok) return refuse(target.refusal);
  const asking = readAsking(flags, system);
  if (!asking.ok) return refuse(asking.refusal);
  const prepared = await prepareStart(system);
  if (!prepared.ok) return refuse(prepared.refusal);
  const { policy, facts } = prepared.value;
  const asked = await readRequest({
    system,
    flags,
    argv,
    settings: policy.settings,
    defaultTool: "run_command",
  });
  if (!asked.ok) return refuse(asked.refusal);
  const request = confineRequest(asked.value, { flags, system, facts });
  if (!request.ok) return refuse(request.refusal);
  const parts = { system, policy, facts, judge: new Judge(() => system.loadParser()) };
  if (flags.dryRun) {
    const { showPlan } = await import("../show_plan.ts");
    return showPlan(request.value, { parts, json: flags.json, platform: flags.platform });
  }
  const streams: RunStreams = {
    sink: flags.json ? captureSink() : passSink(system.output),
    stdin: flags.stdin ? "inherit" : "null",
  };
  const { outcome, verdict, trouble } = await runRequest(request.value, {
    ...parts,
    streams,
    asking: asking.value,
    takesTurn: flags.lock,
  });
  if (trouble !== undefined) say(system, { text: messageOf(trouble), quiet: flags.quiet });
  return report(system, { flags, outcome, verdict, limitMs: request.value.timeoutMs });
}

interface Report {
  readonly flags: RunFlags;
  readonly outcome: Outcome;
  readonly verdict?: Verdict;
  /** The time limit, for the words about it. */
  readonly limitMs?: number;
}

/** Tells the outcome: JSON where it was asked for, words on stderr, the code for the caller. */
async function report(system: System, by: Report): Promise<number> {
  const { flags, outcome } = by;
  const json = `${JSON.stringify(outcomeJson(outcome, by.verdict))}\n`;
  const target = statusTarget(flags);
  let code = outcome.exit_code;
  if (target.ok && target.value !== undefined) {
    const written = await system.writeStatus(target.value, json);
    if (!written.ok) {
      say(system, { text: messageOf(written.refusal), quiet: flags.quiet });
      code = code === 0 ? 125 : code;
    }
  }
  if (flags.json) return print(system, { text: json, code });
  if (outcome.refusal !== undefined) {
    say(system, { text: messageOf(outcome.refusal), quiet: flags.quiet });
  }
  if (outcome.status === "timed_out") {
    const limit = `${(by.limitMs ?? 0) / 1000} s`;
    say(system, { text: `Stopped: the time limit of ${limit} was reached`, quiet: flags.quiet });
  }
  // What did not run wants something else done; what ran and failed comes with advice in whole sentences.
  const lead = outcome.refusal === undefined ? "" : "instead: ";
  for (const advice of outcome.advice) {
    say(system, { text: `${lead}${advice}`, quiet: flags.quiet });
  }
  return code;
}

/** Where the outcome is also written; undefined for nowhere. Refusal: `request-bad-flag`. */
function statusTarget(flags: RunFlags): Result<StatusTarget | undefined> {
  const { statusFd, statusFile } = flags;
  if (statusFd === undefined) {
    return {
      ok: true,
      value: statusFile === undefined ? undefined : { kind: "file", path: statusFile },
    };
  }
  if (/^\d{1,4}$/.test(statusFd)) {
    return { ok: true, value: { kind: "descriptor", number: Number(statusFd) } };
  }
  const problem = "--status-fd takes the number of an open descriptor";
  return { ok: false, refusal: { code: "request-bad-flag", data: { problem } } };
}
