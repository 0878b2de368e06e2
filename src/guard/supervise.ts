/**
 * Watches one started command to its end: output, signals, time limit, outcome.
 * @module
 */
import { EXIT } from "../core/codes.ts";
import { quoteForDisplay } from "../core/display.ts";
import { limitAdvice, makeLimitHit } from "../core/limit_hit.ts";
import type { Limits } from "../core/limits.ts";
import type { Machine } from "../core/machine.ts";
import { type Outcome, refusedOutcome } from "../core/outcome.ts";
import type { LaunchSpec } from "../core/plan.ts";
import type { Ending, ForwardedSignal, Launch, Running, UndoneName } from "../core/running.ts";
import { createTailBuffer } from "../core/tail_buffer.ts";
import type { Refusal } from "../core/types.ts";
import { diagnoseSandbox, notExecutableInside } from "./doctor_diagnose.ts";
import { limitTime } from "./supervise_limit.ts";
import { pumpOutput } from "./supervise_pump.ts";
import { captureSink, type KeptOutput, type Sink } from "./supervise_sink.ts";

/** What supervising needs of the machine: functions of `src/host/`. */
export interface SuperviseHost {
  readonly launch: Launch;
  /** Calls back for every signal execguard itself receives from now on. */
  readonly listenForSignals: (handle: (signal: ForwardedSignal) => void) => void;
  readonly readMachine: () => Machine;
}

/** How one command is supervised. */
export interface SuperviseOptions {
  /** After this the whole tree is ended; undefined: never. */
  readonly timeoutMs: number | undefined;
  /** The limits in force: that of the output is kept here, the others are told from how the command ends. */
  readonly limits?: Limits;
  readonly sink: Sink;
  readonly stdin: "inherit" | "null";
  readonly host: SuperviseHost;
  /** Ends the whole tree as the time limit does, when somebody asks for it. */
  readonly stop?: AbortSignal;
}

/** What is kept of the output to tell why a sandbox did not start. */
const DIAGNOSIS_BYTES = 8192;

/** How long the probe that repeats a failed set-up may take. */
const PROBE_MS = 5000;

/**
 * Starts a command and waits for its end; the returned outcome always says what happened.
 *
 * Statuses: `exited`, `signalled` (128+n), `timed_out` and `limit_exceeded` (124), and those of refusals: nothing ran, and
 * `refusal` says why (`sandbox-*`, `command-not-executable`, those of `launch`). Signals received
 * meanwhile are delivered to the command, once each. Source: contract.md, section 3; spec.md,
 * sections 11 and 14.
 */
export async function supervise(spec: LaunchSpec, options: SuperviseOptions): Promise<Outcome> {
  const startedMs = performance.now();
  const { host, sink } = options;
  const launched = host.launch(spec, { output: sink.mode, stdin: options.stdin });
  if (!launched.ok) return refusedOutcome(launched.refusal, elapsedMs(startedMs));
  const running = launched.value;
  sink.started?.();
  host.listenForSignals(running.forward);
  const followed = await follow(running, options);
  const refusal = await refusalOf(followed, { spec, host });
  if (refusal !== undefined) return refusedOutcome(refusal, elapsedMs(startedMs));
  const outcome = { ...outcomeOf(followed), ...sink.kept(), duration_ms: elapsedMs(startedMs) };
  return followed.overOutput ? endedByOutput(outcome, options.limits ?? {}) : outcome;
}

/**
 * Sets the sandbox of a spec up once more around a program that does nothing, and returns why that
 * fails; undefined when it works. What the sandbox program says is only known this way when the
 * command's streams were not ours to read.
 */
export async function probeSandbox(
  spec: LaunchSpec,
  host: SuperviseHost,
): Promise<Refusal | undefined> {
  const command = spec.args.indexOf("--") + 1;
  const args = [...spec.args.slice(0, command), "/bin/sh", "-c", ":"];
  const launched = host.launch({ ...spec, args }, { output: "merged", stdin: "null" });
  if (!launched.ok) return launched.refusal;
  const sink = captureSink(DIAGNOSIS_BYTES);
  const followed = await follow(launched.value, { sink, timeoutMs: PROBE_MS });
  if (followed.ending?.ran === "yes" && followed.ending.code === 0) return undefined;
  return diagnoseSandbox(followed.said, host.readMachine());
}

/** A command that has ended, or that could not be ended. */
interface Followed {
  readonly ending: Ending | undefined;
  readonly timedOut: boolean;
  /** Whether it wrote more than it may. */
  readonly overOutput: boolean;
  /** The last of what it wrote, when that was ours to read. */
  readonly said: string;
  /** What kept the sink from taking all of the output. */
  readonly lost: unknown;
}

async function follow(
  running: Running,
  options: Pick<SuperviseOptions, "sink" | "timeoutMs" | "stop" | "limits">,
): Promise<Followed> {
  const { sink, timeoutMs, stop, limits } = options;
  const said = createTailBuffer(DIAGNOSIS_BYTES);
  const over = new AbortController();
  const pump = pumpOutput(running, { sink, said, maxBytes: limits?.output ?? Infinity, over });
  const stops = [over.signal, ...(stop === undefined ? [] : [stop])];
  const limit = limitTime(running, { timeoutMs, stop: AbortSignal.any(stops) });
  const ending = await limit.ended;
  const lost = await pump.finish(limit.timedOut() || stop?.aborted === true);
  const timedOut = limit.timedOut();
  return {
    ...{ ending, timedOut, said: said.text(), lost },
    overOutput: over.signal.aborted && !timedOut,
  };
}

/** Why nothing ran; undefined when the command did. */
async function refusalOf(
  { ending, timedOut, said }: Followed,
  context: { readonly spec: LaunchSpec; readonly host: SuperviseHost },
): Promise<Refusal | undefined> {
  const { spec, host } = context;
  if (ending === undefined || timedOut) return undefined;
  if (ending.refusal !== undefined) return ending.refusal;
  if (ending.ran === "yes") return undefined;
  if (ending.ran === "no" && said !== "") return diagnoseSandbox(said, host.readMachine());
  const refusal = await probeSandbox(spec, host);
  if (refusal !== undefined || ending.ran === "unsure") return refusal;
  // The same sandbox takes another program: it was this one that could not be executed in it.
  return notExecutableInside(spec.args[spec.args.indexOf("--") + 1] ?? "");
}

function outcomeOf({ ending, timedOut, lost }: Followed): Omit<Outcome, keyof KeptOutput> {
  const signal = ending?.signal ?? null;
  const base = { signal, duration_ms: 0, advice: (ending?.undone ?? []).map(adviceOf) };
  if (ending === undefined) {
    const advice = ["The process belongs to another user and could not be ended; end it with sudo"];
    return { ...base, status: "timed_out", exit_code: EXIT.timedOut, advice };
  }
  if (timedOut) return { ...base, status: "timed_out", exit_code: EXIT.timedOut };
  if (lost !== undefined && ending.code === 0) {
    if (lost instanceof Error && lost.name === "BrokenPipe") {
      // Nobody reads any more: the ending of any program that writes on (128+13).
      return { ...base, status: "signalled", exit_code: 141, signal: "SIGPIPE" };
    }
    const problem = `the output could not be written: ${
      lost instanceof Error ? lost.message : lost
    }`;
    return { ...base, ...refusedOutcome({ code: "internal", data: { problem } }) };
  }
  return { ...base, status: signal === null ? "exited" : "signalled", exit_code: ending.code };
}

/** An outcome of a command that wrote more than it may: what it wrote up to there is delivered. */
function endedByOutput(outcome: Outcome, limits: Limits): Outcome {
  const limit = makeLimitHit("output", { limits, evidence: "counted" });
  const advice = [...outcome.advice, limitAdvice(limit)];
  return { ...outcome, status: "limit_exceeded", exit_code: EXIT.timedOut, limit, advice };
}

function adviceOf({ path, movedTo }: UndoneName): string {
  return movedTo === undefined
    ? `${quoteForDisplay(path)} was put back as it was: it decides what runs outside the sandbox`
    : `${quoteForDisplay(path)} would run outside the sandbox and was moved to ${
      quoteForDisplay(movedTo)
    }; move it back if it is wanted`;
}

function elapsedMs(startedMs: number): number {
  return Math.round(performance.now() - startedMs);
}
