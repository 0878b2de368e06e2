/**
 * One request, straight through: decide, take a turn, start, supervise, write down.
 * @module
 */
import { adviseFailure, tailSink } from "./advise_failure.ts";
import { auditOf, type CallAudit } from "./approval_audit.ts";
import { type Outcome, refusedOutcome, timedOutOutcome } from "../core/outcome.ts";
import { ignoredOutside } from "../core/plan_unconfined.ts";
import type { CommandRequest, Refusal, Verdict } from "../core/types.ts";
import type { Asking } from "./approval_permit.ts";
import { takeTurn } from "./approval_turn.ts";
import { type Decided, decideRequest, type RunParts } from "./decide_request.ts";
import { type MaskSecrets, maskSourceOf } from "./masking.ts";
import { maskSink } from "./mask_sink.ts";
import { supervise } from "./supervise.ts";
import type { Sink } from "./supervise_sink.ts";
import type { System } from "./system.ts";

/** How a request is carried out. */
export interface RunOptions {
  readonly streams: RunStreams;
  readonly asking: Asking;
  /** Whether the call waits for others of named sessions in its directory. */
  readonly takesTurn: boolean;
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

/**
 * Runs one request to its end; every ending, refusals included, is an outcome (contract, section 3), and is
 * written down. What the command prints is masked on its way.
 */
export async function runRequest(
  request: CommandRequest,
  by: RunParts & RunOptions,
): Promise<RunResult> {
  const { system, asking } = by;
  const lock = by.takesTurn ? system.lockWorkDirectory : undefined;
  const decided = await decideRequest(request, {
    ...by,
    watchersAllowed: false,
    takeTurn: (verdict) => takeTurn(request, { verdict, lock, say: asking.say }),
  });
  const { verdict } = decided;
  const audit = auditOf(request, { decided, loadLog: system.loadAuditLog });
  const result = await finish(request, { ...by, decided, audit });
  const unwritten = await audit.write(result.outcome);
  // What only reads needs no state, and is not bothered about one that cannot be written.
  const isPlain = decided.kind !== "refused" && decided.permit.source.kind === "policy";
  const trouble = result.trouble ?? (isPlain ? undefined : unwritten);
  return { verdict, outcome: result.outcome, ...(trouble && { trouble }) };
}

interface Finish extends RunParts, RunOptions {
  readonly decided: Decided;
  readonly audit: CallAudit;
}

/** Carries out what was decided, and gives the turn up. */
async function finish(
  request: CommandRequest,
  by: Finish,
): Promise<Pick<RunResult, "outcome" | "trouble">> {
  const { decided } = by;
  if (decided.kind === "refused") return { outcome: refusedOutcome(decided.refusal) };
  if (decided.kind === "timed_out") return { outcome: timedOutOutcome(decided.waitedMs) };
  const { lock, waitedMs } = decided.turn;
  try {
    return decided.kind === "trash"
      ? { outcome: await remove(request, by) }
      : await start(request, { ...by, decided, timeoutMs: request.timeoutMs - waitedMs });
  } finally {
    lock?.release();
  }
}

/** Starts a command and watches it to its end. */
async function start(
  request: CommandRequest,
  by: Finish & {
    readonly decided: Decided & { readonly kind: "command" };
    readonly timeoutMs: number;
  },
): Promise<Pick<RunResult, "outcome" | "trouble">> {
  const { system, facts, streams, decided, timeoutMs } = by;
  const { secrets, plan, password } = decided;
  const source = maskSourceOf(secrets);
  const kept = tailSink(streams.sink);
  const host = await system.loadSupervision(
    request.argv[0] === "sudo" ? { kind: "sudo", password } : { kind: "plain" },
  );
  const supervised = supervise(decided.launch, {
    timeoutMs: Number.isFinite(timeoutMs) ? timeoutMs : undefined,
    ...(request.limits && { limits: request.limits }),
    sink: maskSink(kept, source),
    stdin: streams.stdin,
    host,
  });
  // The command has been started; what it takes from here on costs no time of ours.
  by.audit.prepare();
  const outcome = await supervised;
  password?.fill(0);
  const trouble = await rememberSeen(secrets, { system, seen: source.seen() });
  const advised = plan === undefined
    ? withNote(outcome, ignoredOutside(request))
    : adviseFailure(outcome, { tail: kept.tail(), plan, facts });
  return { outcome: advised, ...(trouble && { trouble }) };
}

function withNote(outcome: Outcome, note: string | undefined): Outcome {
  return note === undefined ? outcome : { ...outcome, advice: [...outcome.advice, note] };
}

/** Carries a permitted `rm` out, by the trash. */
async function remove(
  request: CommandRequest,
  by: RunParts & Pick<RunOptions, "streams">,
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
