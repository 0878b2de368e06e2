/**
 * How a call ended: the public keys of `run --json` (contract, section 4) that are known before the
 * report adds schema, request id and verdict.
 * @module
 */
import { EXIT, exitCodeOf } from "./codes.ts";
import type { LimitHit } from "./limit_hit.ts";
import type { Refusal } from "./types.ts";

/** The public words of contract.md, section 3. A command may exit with any code, so this is the truth. */
export type OutcomeStatus =
  | "started"
  | "exited"
  | "signalled"
  | "timed_out"
  | "limit_exceeded"
  | "invalid"
  | "denied"
  | "approval_required"
  | "declined"
  | "password_required"
  | "sandbox_unavailable"
  | "internal"
  | "not_executable"
  | "not_found";

/** One ended call. */
export interface Outcome {
  readonly status: OutcomeStatus;
  /** What execguard exits with: the command's own code, 128+n for signal n, or one of {@link EXIT}. */
  readonly exit_code: number;
  /** Name of the ending signal, such as `SIGTERM`; null when there was none. */
  readonly signal: string | null;
  readonly duration_ms: number;
  /** Both streams in the order of arrival, the last part of them when `truncated`; empty when passed through. */
  readonly output: string;
  readonly truncated: boolean;
  /** How many secrets were replaced in the output. */
  readonly masked: number;
  readonly advice: readonly string[];
  /** The limit that ended the command or probably made it fail; absent when none did. */
  readonly limit?: LimitHit;
  /** Why the command did not run, or why its output is incomplete. */
  readonly refusal?: Refusal;
}

/**
 * The outcome of a call that a refusal ended: status and exit code follow from the refusal's code.
 *
 * @example
 * ```ts
 * import { refusedOutcome } from "./outcome.ts";
 * refusedOutcome({ code: "request-empty" }).status; // "invalid"
 * ```
 */
export function refusedOutcome(refusal: Refusal, durationMs = 0): Outcome {
  const ending = { status: statusOf(refusal), exit_code: exitCodeOf(refusal) };
  return { ...silentOutcome(ending, durationMs), advice: refusal.advice ?? [], refusal };
}

/** The outcome of a call whose time was over before its command was started. */
export function timedOutOutcome(durationMs: number): Outcome {
  return silentOutcome({ status: "timed_out", exit_code: EXIT.timedOut }, durationMs);
}

/** The outcome of a call that did what it was asked for without a command. */
export function doneOutcome(durationMs: number): Outcome {
  return silentOutcome({ status: "exited", exit_code: 0 }, durationMs);
}

/** Nothing ran, so there is neither a signal nor output. */
function silentOutcome(
  ending: Pick<Outcome, "status" | "exit_code">,
  durationMs: number,
): Outcome {
  return {
    ...ending,
    signal: null,
    duration_ms: durationMs,
    output: "",
    truncated: false,
    masked: 0,
    advice: [],
  };
}

function statusOf(refusal: Refusal): OutcomeStatus {
  if (refusal.code === "internal") return "internal";
  if (refusal.code === "approval-declined") return "declined";
  switch (exitCodeOf(refusal)) {
    case EXIT.invalid:
      return "invalid";
    case EXIT.denied:
      return "denied";
    case EXIT.approval:
      return "approval_required";
    case EXIT.password:
      return "password_required";
    case EXIT.unavailable:
      return "sandbox_unavailable";
    case EXIT.notExecutable:
      return "not_executable";
    case EXIT.notFound:
      return "not_found";
  }
  // rm's own errors (exit 1): the trash answered in the place of a command.
  return "exited";
}
