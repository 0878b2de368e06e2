/**
 * Calls of named sessions that work in the same directory take turns.
 * @module
 */
import type { Lock } from "../core/approval/ports.ts";
import { later } from "../core/later.ts";
import type { CommandRequest, Result, Verdict } from "../core/types.ts";

/** After this the caller is told what it waits for (spec, section 3). */
const SILENT_MS = 2000;

/** What a turn is taken with. */
export interface TurnParts {
  readonly verdict: Verdict;
  /** Waits for the lock of a directory; undefined when no turn is wanted. */
  readonly lock: ((cwd: string) => Promise<Result<Lock>>) | undefined;
  readonly say: (text: string) => void;
}

/** A turn that has come; to be given up when the call is over. */
export interface TakenTurn {
  readonly kind: "taken";
  /** Undefined where none is needed. */
  readonly lock: Lock | undefined;
  readonly waitedMs: number;
}

/** A turn, or that the time limit came first. */
export type Turn = TakenTurn | { readonly kind: "timed_out"; readonly waitedMs: number };

/** For a call that waits for nobody. */
export const NO_TURN: TakenTurn = { kind: "taken", lock: undefined, waitedMs: 0 };

/**
 * Waits for the turn of a call: only calls that are not read-only, and only in a named session. The wait
 * counts against the time limit. Refusal: `approval-state`.
 */
export async function takeTurn(
  request: CommandRequest,
  parts: TurnParts,
): Promise<Result<Turn>> {
  const { verdict, lock } = parts;
  const isFree = request.session === undefined || verdict.decision === "read_only";
  if (isFree || lock === undefined) {
    return { ok: true, value: NO_TURN };
  }
  const startedMs = performance.now();
  const waitedMs = () => Math.round(performance.now() - startedMs);
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const cancelNotice = later(SILENT_MS, () => {
    parts.say(`Waiting: another command of a named session runs in ${JSON.stringify(request.cwd)}`);
  });
  const cancelLimit = Number.isFinite(request.timeoutMs)
    ? later(request.timeoutMs, () => resolve(undefined))
    : undefined;
  try {
    const locked = await Promise.race([lock(request.cwd), late]);
    if (locked === undefined) {
      return { ok: true, value: { kind: "timed_out", waitedMs: waitedMs() } };
    }
    if (!locked.ok) return locked;
    return { ok: true, value: { kind: "taken", lock: locked.value, waitedMs: waitedMs() } };
  } finally {
    cancelNotice();
    cancelLimit?.();
  }
}
