/**
 * `execguard background start`: judges an argv and leaves it to a supervisor.
 * @module
 */
import { DEFAULT_KEYWORDS } from "../../core/background/keyword_watch.ts";
import { taskLimitMs } from "../../core/background/task.ts";
import { messageOf } from "../../core/codes.ts";
import { refusedOutcome } from "../../core/outcome.ts";
import type { Settings } from "../../core/policy.ts";
import type { RequestJson } from "../../core/request.ts";
import type { Refusal, Result, Verdict } from "../../core/types.ts";
import { startTask, type TaskTerms } from "../../guard/background_start.ts";
import { Judge } from "../../guard/judge_request.ts";
import { type AskingFlags, readAsking } from "../approval_flags.ts";
import { type ConfineFlags, confineRequest } from "../confine_request.ts";
import type { CliContext } from "../context.ts";
import type { RequestFlags } from "../flags.ts";
import { outcomeJson } from "../outcome_json.ts";
import { prepareStart } from "../prepare.ts";
import { completeRequest, readRequestSource } from "../read_request.ts";
import { print, say, sayRefusal } from "../report.ts";
import { taskJson } from "../task_json.ts";

/** Flags of this subcommand. */
export interface StartFlags extends RequestFlags, AskingFlags, ConfineFlags {
  readonly timeoutMin?: string;
  readonly keyword?: readonly string[];
  readonly objective?: string;
  readonly next?: string;
  readonly group?: string;
  readonly kind: "command" | "subagent";
}

const MINUTE_MS = 60_000;

/** The subcommand; exits 0 once the task was started, else as `run` would. */
export async function start(this: CliContext, flags: StartFlags): Promise<void> {
  this.exit(await startNow(this, flags));
}

async function startNow(context: CliContext, flags: StartFlags): Promise<number> {
  const { system, argv } = context;
  const refused = (refusal: Refusal, verdict?: Verdict) =>
    refuse(context, { flags, refusal, verdict });
  const asking = readAsking(flags, system);
  if (!asking.ok) return refused(asking.refusal);
  const prepared = await prepareStart(system);
  if (!prepared.ok) return refused(prepared.refusal);
  const { policy, facts } = prepared.value;
  const { settings } = policy;
  const source = { system, flags, argv, settings, defaultTool: "background" };
  const json = await readRequestSource(source);
  if (!json.ok) return refused(json.refusal);
  const asked = completeRequest(json.value, source);
  if (!asked.ok) return refused(asked.refusal);
  const request = confineRequest(asked.value, { flags, system, facts });
  if (!request.ok) return refused(request.refusal);
  const terms = readTerms(json.value, { flags, settings });
  if (!terms.ok) return refused(terms.refusal);
  const { started, verdict, trouble } = await startTask(request.value, {
    ...{ system, policy, facts, asking: asking.value, terms: terms.value },
    judge: new Judge(() => system.loadParser()),
    host: await system.loadTasks(),
  });
  if (trouble !== undefined) say(system, { text: messageOf(trouble), quiet: flags.quiet });
  if (!started.ok) return refused(started.refusal, verdict);
  const task = started.value;
  if (flags.json) return print(system, { text: `${JSON.stringify(taskJson(task))}\n`, code: 0 });
  const advice =
    `the output goes to ${task.log}; read its end with tail -n 50, or follow the task with ` +
    `execguard background watch ${task.id}`;
  say(system, { text: advice, quiet: flags.quiet });
  return print(system, { text: `${task.id}\n`, code: 0 });
}

/** What a background request says beyond any other. Refusal: `request-bad-value`. */
function readTerms(
  json: RequestJson,
  by: { readonly flags: StartFlags; readonly settings: Settings },
): Result<TaskTerms> {
  const { flags, settings } = by;
  const minutes = flags.timeoutMin === undefined
    ? json.timeout_min ?? 60
    : Number(flags.timeoutMin);
  if (!Number.isSafeInteger(minutes) || minutes < 1 || minutes > 60) {
    return bad("--timeout-min", "must be a whole number from 1 to 60");
  }
  const keywords = flags.keyword ?? json.keywords ?? settings.keywords ?? DEFAULT_KEYWORDS;
  if (keywords.some((word) => word === "" || word.includes("\n"))) {
    return bad("--keyword", "must be a text within one line");
  }
  const objective = flags.objective ?? json.objective;
  const next = flags.next ?? json.next;
  const group = flags.group ?? json.group;
  return {
    ok: true,
    value: {
      kind: flags.kind,
      limitMs: taskLimitMs(flags.kind, minutes * MINUTE_MS),
      keywords,
      ...(objective !== undefined && { objective }),
      ...(next !== undefined && { next }),
      ...(group !== undefined && { group }),
    },
  };
}

function bad(key: string, problem: string): Result<TaskTerms> {
  return { ok: false, refusal: { code: "request-bad-value", data: { key, problem } } };
}

function refuse(
  context: CliContext,
  by: {
    readonly flags: StartFlags;
    readonly refusal: Refusal;
    readonly verdict: Verdict | undefined;
  },
): number {
  const { flags, refusal, verdict } = by;
  const outcome = refusedOutcome(refusal);
  if (!flags.json) return sayRefusal(context.system, { refusal, quiet: flags.quiet });
  const text = `${JSON.stringify(outcomeJson(outcome, verdict))}\n`;
  return print(context.system, { text, code: outcome.exit_code });
}
