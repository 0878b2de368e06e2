/**
 * A call that needs a yes, while the yes is sought.
 * @module
 */
import type { Approval } from "../core/approval/approval.ts";
import { findGrant, type StoredRequest } from "../core/approval/grant.ts";
import type { Level } from "../core/approval/need.ts";
import type { ApprovalHost } from "../core/approval/ports.ts";
import type { Question } from "../core/approval/question.ts";
import type { Subject } from "../core/approval/subject.ts";
import { messageOf } from "../core/codes.ts";
import { showArgv } from "../core/display.ts";
import type { Facts } from "../core/ports.ts";
import type { CommandRequest, Refusal, Result, Verdict } from "../core/types.ts";

/** What a yes is sought with. */
export interface Seeking {
  readonly request: CommandRequest;
  readonly verdict: Verdict;
  readonly facts: Facts;
  readonly host: ApprovalHost;
  readonly system: "linux" | "darwin";
  /** What a person must give besides sitting at a terminal. */
  readonly approveRequires: "terminal" | "passphrase";
  /** The caller's descriptor that holds the password. */
  readonly passwordFd: number | undefined;
  /** How long to wait for somebody to approve elsewhere; 0 is not at all. */
  readonly waitMs: number;
  /** Tells the caller something meanwhile. */
  readonly say: (text: string) => void;
}

/** The call with everything known about it. */
export interface Asked {
  readonly seeking: Seeking;
  readonly subject: Subject;
  readonly level: Level;
  readonly question: Question;
  /** Whether a yes may be remembered by the argv. */
  readonly isRememberable: boolean;
  /** The refusal without a yes: data `why` and `reason`. */
  readonly refusal: Refusal;
  /** What is stored and alive. */
  readonly requests: readonly StoredRequest[];
}

/** A yes, and the system password if that is what was given; it is the taker's to wipe. */
export interface Yes {
  readonly approval: Approval;
  readonly secret: Uint8Array | undefined;
}

/** The argv as it is shown in messages. */
export function commandOf(asked: Asked): string {
  return showArgv(asked.subject.argv);
}

/** A refusal with more of its why. */
export function withWhy(refusal: Refusal, more: string): Refusal {
  return { ...refusal, data: { ...refusal.data, why: `${refusal.data?.["why"] ?? ""}; ${more}` } };
}

/** A refusal that no yes could be looked up for. */
export function withProblem(refusal: Refusal, problem: Refusal): Refusal {
  return withWhy(refusal, messageOf(problem));
}

/** Somebody said no. */
export function refuseDeclined(asked: Asked, note: string): Result<never> {
  const why = note === "" ? "" : `: ${note}`;
  return {
    ok: false,
    refusal: { code: "approval-declined", data: { command: commandOf(asked), why } },
  };
}

/** Nobody answered: names the request that waits, and what keeps a similar grant from counting. */
export function refuseUnanswered(asked: Asked, id: string): Result<never> {
  const search = findGrant(asked.requests, { subject: asked.subject, nowMs: Date.now() });
  const refusal = search.found === "near"
    ? withWhy(
      asked.refusal,
      `the approval ${search.grant.id} does not cover ${search.differs.join(", ")}`,
    )
    : asked.refusal;
  const advice =
    `execguard approve ${id} on a terminal within 5 minutes, then the same command again`;
  return {
    ok: false,
    refusal: {
      ...refusal,
      data: { ...refusal.data, id },
      advice: [...refusal.advice ?? [], advice],
    },
  };
}
