/**
 * `execguard allowlist-check`: judges and stops there.
 * @module
 */
import { CODES, EXIT, exitCodeOf } from "../../core/codes.ts";
import { explainVerdict, summarizeVerdict } from "../../core/explain.ts";
import { strictness } from "../../core/judge.ts";
import type { Decision, Refusal, Verdict } from "../../core/types.ts";
import { verdictJson } from "../../core/verdict_json.ts";
import { Judge } from "../../guard/judge_request.ts";
import type { CliContext } from "../context.ts";
import type { RequestFlags } from "../flags.ts";
import { prepare } from "../prepare.ts";
import { readRequest } from "../read_request.ts";
import { print, sayRefusal } from "../report.ts";

/** Flags of this subcommand. */
export interface CheckFlags extends RequestFlags {
  readonly explain: boolean;
  readonly atMost: Exclude<Decision, "deny">;
  readonly stdin: boolean;
  readonly list: boolean;
  readonly test: boolean;
}

/** The subcommand; sets exit 0 when the decision is at most `--at-most`, else 120 to 123 (contract, section 3). */
export async function allowlistCheck(this: CliContext, flags: CheckFlags): Promise<void> {
  this.exit(await check(this, flags));
}

async function check(context: CliContext, flags: CheckFlags): Promise<number> {
  const { system, argv } = context;
  const prepared = await prepare(system);
  if (!prepared.ok) return refuse(context, { flags, refusal: prepared.refusal });
  const judge = new Judge(() => system.loadParser());
  const source = {
    system,
    flags,
    argv,
    settings: prepared.value.policy.settings,
    defaultTool: "run_command",
  };
  if (flags.list) {
    return (await import("../list_policy.ts")).listPolicy(system, {
      prepared: prepared.value,
      json: flags.json,
    });
  }
  if (flags.test) {
    return (await import("../test_policy.ts")).testPolicy(system, {
      prepared: prepared.value,
      judge,
      json: flags.json,
    });
  }
  if (flags.stdin) {
    return (await import("../check_batch.ts")).checkBatch(source, {
      prepared: prepared.value,
      judge,
      atMost: flags.atMost,
    });
  }
  const request = await readRequest(source);
  if (!request.ok) return refuse(context, { flags, refusal: request.refusal });
  const { policy, facts } = prepared.value;
  const verdict = await judge.judge({
    request: request.value,
    policy,
    facts,
    watchersAllowed: false,
  });
  return print(system, {
    text: render(verdict, flags),
    code: checkExitCode(verdict, flags.atMost),
  });
}

/** The exit code of a verdict under a limit (contract, section 3). */
export function checkExitCode(verdict: Verdict, atMost: Decision): number {
  if (verdict.decision === "deny") {
    return CODES[verdict.strictest.code].exit === EXIT.invalid ? EXIT.invalid : EXIT.denied;
  }
  if (strictness(verdict.decision) <= strictness(atMost)) return 0;
  return verdict.decision === "password" ? EXIT.password : EXIT.approval;
}

function render(verdict: Verdict, flags: CheckFlags): string {
  if (flags.json) return `${JSON.stringify(verdictJson(verdict))}\n`;
  if (flags.explain) return `${explainVerdict(verdict).join("\n")}\n`;
  return flags.quiet ? "" : `${summarizeVerdict(verdict)}\n`;
}

/** A request that could not be judged is a verdict too, so that a reader of JSON always gets one. */
function refuse(
  context: CliContext,
  by: { readonly flags: CheckFlags; readonly refusal: Refusal },
): number {
  const { system, argv } = context;
  if (!by.flags.json) return sayRefusal(system, { refusal: by.refusal, quiet: by.flags.quiet });
  const verdict = refusedVerdict(argv ?? [], by.refusal);
  return print(system, {
    text: `${JSON.stringify(verdictJson(verdict))}\n`,
    code: exitCodeOf(by.refusal),
  });
}

/** The verdict of a request that could not be read: `deny` with the refusal's code. */
export function refusedVerdict(argv: readonly string[], refusal: Refusal): Verdict {
  const strictest = { ...refusal, decision: "deny" as const, argv, depth: 0 };
  return { argv, decision: "deny", findings: [strictest], strictest };
}
