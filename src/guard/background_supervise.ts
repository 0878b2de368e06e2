/**
 * The supervisor of one background task: from the handoff to the report.
 * @module
 */
import { REPORT_BYTES, type TaskReport } from "../core/background/task.ts";
import { startedEvent } from "../core/background/task_event.ts";
import type { Handoff, TaskHost, TaskLog } from "../core/background/task_store.ts";
import { messageOf } from "../core/codes.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Facts } from "../core/ports.ts";
import type { Launch, Running, StartKind } from "../core/running.ts";
import { createTailBuffer } from "../core/tail_buffer.ts";
import type { Result } from "../core/types.ts";
import { adviseFailure, tailSink } from "./advise_failure.ts";
import { type HitTeller, tellHits } from "./background_hits.ts";
import { keepRecord, type TaskRecord } from "./background_record.ts";
import { endTask, useTidyTasks } from "./background_tidy.ts";
import { type MaskSecrets, maskSourceOf } from "./masking.ts";
import { maskSink } from "./mask_sink.ts";
import { supervise, type SuperviseHost } from "./supervise.ts";
import type { Sink } from "./supervise_sink.ts";

/** What a supervisor works with. */
export interface SupervisorParts {
  readonly host: TaskHost;
  readonly loadSupervision: (start: StartKind) => Promise<SuperviseHost>;
  readonly facts: Facts;
  readonly ownDirectories: readonly string[];
  /** Remembers what was masked; its failure changes nothing for the task. */
  readonly remember: (secrets: MaskSecrets, seen: readonly Uint8Array[]) => Promise<unknown>;
}

/**
 * Runs the task that standard input describes, to its end: the same `supervise` as `run`, with the log as
 * sink. Whoever started it is answered as soon as the command runs, or cannot.
 */
export async function superviseTask(parts: SupervisorParts): Promise<void> {
  const { host } = parts;
  const told = await host.readHandoff();
  if (!told.ok) return host.answer(told);
  const handoff = told.value;
  const task = { ...handoff.task, pid: host.pid };
  const stop = new AbortController();
  host.onStop(() => stop.abort());
  const taken = await host.use(task.session, (folder) => {
    folder.write(task);
    folder.append(task.id, startedEvent(task));
    return folder.hold(task.id);
  });
  if (!taken.ok) return host.answer(taken);
  using _held = taken.value;
  const record = keepRecord(host, task);
  const outcome = await runTask(handoff, { parts, record, stop: stop.signal });
  if (outcome === undefined) return;
  const report = reportOf(outcome, stop.signal.aborted);
  await useTidyTasks(host, task.session, (folder) => {
    endTask(folder, { task: record.current(), report, nowMs: host.nowMs() });
  });
}

/** The outcome, unless the command could not even be started: then whoever asked for it was told. */
async function runTask(
  handoff: Handoff,
  by: {
    readonly parts: SupervisorParts;
    readonly record: TaskRecord;
    readonly stop: AbortSignal;
  },
): Promise<Outcome | undefined> {
  const { record } = by;
  const task = record.current();
  const { host, remember, facts, ownDirectories } = by.parts;
  const secrets = {
    session: task.session,
    known: handoff.secrets.known,
    key: Uint8Array.from(handoff.secrets.key),
  };
  const source = maskSourceOf(secrets);
  const decider = handoff.decider && { argv: handoff.decider, facts, ownDirectories };
  const teller = tellHits(record, { host, decider });
  using log = host.openLog(task.log);
  const supervision = await by.parts.loadSupervision(startKindOf(handoff));
  const answering = answerOnce(supervision.launch, {
    host,
    record,
    isConfined: handoff.plan !== undefined,
  });
  const kept = tailSink(logSink(log, teller));
  const outcome = await supervise(handoff.launch, {
    timeoutMs: Math.max(0, Date.parse(task.deadline) - host.nowMs()),
    ...(handoff.limits && { limits: handoff.limits }),
    sink: maskSink(kept, source),
    stdin: "null",
    host: { ...supervision, launch: answering.launch, listenForSignals: () => {} },
    stop: by.stop,
  });
  await teller.stop();
  await remember(secrets, source.seen());
  if (answering.refused()) return undefined;
  return advised(outcome, { handoff, tail: kept.tail(), facts });
}

function startKindOf({ sudo }: Handoff): StartKind {
  if (sudo === undefined) return { kind: "plain" };
  return { kind: "sudo", password: sudo.password && Uint8Array.from(sudo.password) };
}

function advised(
  outcome: Outcome,
  by: { readonly handoff: Handoff; readonly tail: string; readonly facts: Facts },
): Outcome {
  const { plan, note } = by.handoff;
  if (plan !== undefined) return adviseFailure(outcome, { ...by, plan });
  return note === undefined ? outcome : { ...outcome, advice: [...outcome.advice, note] };
}

/** Tells the starter how the first start went; later ones look for the reason of a failure. */
function answerOnce(
  launch: Launch,
  by: { readonly host: TaskHost; readonly record: TaskRecord; readonly isConfined: boolean },
) {
  const { host, record, isConfined } = by;
  let first: Result<Running> | undefined;

  function answer(started: Result<Running>): void {
    const mark = started.ok && !isConfined ? host.mark(started.value.pid) : undefined;
    if (mark !== undefined) void record.change({ unconfined: mark });
    host.answer(started.ok ? { ok: true, pid: host.pid } : started);
  }

  return {
    launch: ((spec, options) => {
      const started = launch(spec, options);
      if (first === undefined) answer(started);
      first ??= started;
      return started;
    }) satisfies Launch,
    refused: () => first?.ok === false,
  };
}

/** Both streams, in the order in which they were written, into the log, the report and the hits. */
function logSink(log: TaskLog, teller: HitTeller): Sink {
  const report = createTailBuffer(REPORT_BYTES);
  return {
    mode: "merged",
    write(bytes) {
      report.push(bytes);
      teller.output(bytes);
      log.write(bytes);
    },
    close: () => {},
    kept: () => ({
      output: report.text(),
      truncated: report.truncated() || log.truncated(),
      masked: 0,
    }),
  };
}

function reportOf(outcome: Outcome, stopped: boolean): TaskReport {
  const { refusal, ...rest } = outcome;
  const isCancelled = stopped && (rest.status === "exited" || rest.status === "signalled");
  return {
    ...rest,
    status: isCancelled ? "cancelled" : rest.status,
    ...(refusal !== undefined && { code: refusal.code, message: messageOf(refusal) }),
  };
}
