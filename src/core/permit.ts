/**
 * The only door from a verdict to a started command.
 * @module
 */
import type { Approval, ApprovalSource } from "./approval/approval.ts";
import { neededYes } from "./approval/need.ts";
import { messageOf } from "./codes.ts";
import { showArgv } from "./display.ts";
import type { Finding, Mode, Refusal, Result, Verdict } from "./types.ts";

/** Why a command may run: nothing was needed, the mode did not ask, or somebody said yes. */
export type PermitSource = { readonly kind: "policy" | "mode" } | ApprovalSource;

/** The yeses at hand. */
export interface PermitOptions {
  /** Canonical write paths outside home that the session was granted with the password. */
  readonly grantedPaths?: readonly string[];
  readonly approval?: Approval;
}

/**
 * Proof that a verdict allows its argv to run. Only {@link Permit.grant} makes one: the constructor is
 * private and the fields too, so that no other code path can hand a command to the sandbox.
 */
export class Permit {
  readonly #verdict: Verdict;
  readonly #source: PermitSource;

  private constructor(verdict: Verdict, source: PermitSource) {
    this.#verdict = verdict;
    this.#source = source;
  }

  /** The judgement behind the permit. */
  get verdict(): Verdict {
    return this.#verdict;
  }

  /** Whose yes it is. */
  get source(): PermitSource {
    return this.#source;
  }

  /**
   * Decides whether a verdict may run: the table of contract.md, section 2, and the yeses at hand.
   *
   * Refusals: the verdict's own code for `deny`; `approval-required`; `password-required`, also for a yes that
   * is worth less.
   */
  static grant(verdict: Verdict, mode: Mode, options: PermitOptions = {}): Result<Permit> {
    const { approval, grantedPaths } = options;
    const needed = neededYes(verdict, { mode, ...(grantedPaths && { grantedPaths }) });
    if (needed === undefined) {
      const kind = verdict.decision === "read_only" ? "policy" : "mode";
      return { ok: true, value: new Permit(verdict, { kind }) };
    }
    if (needed.decision === "deny") return { ok: false, refusal: needed };
    if (
      approval !== undefined && (approval.level === "password" || needed.decision === "confirm")
    ) {
      return { ok: true, value: new Permit(verdict, approval.source) };
    }
    return { ok: false, refusal: refuseWithout(verdict, needed) };
  }
}

/** The refusal of a call that needs a yes; data: `why` for its message, and the bare `reason`. */
function refuseWithout(verdict: Verdict, needed: Finding): Refusal {
  const reason = reasonOf(needed);
  return {
    code: needed.decision === "password" ? "password-required" : "approval-required",
    data: { why: `Cannot run ${showArgv(verdict.argv)}: ${reason}`, reason },
    ...(needed.advice === undefined ? {} : { advice: needed.advice }),
  };
}

/** A finding's reason without the part that its own code adds on the yes that is needed. */
function reasonOf(finding: Finding): string {
  const why = finding.data?.["why"];
  const asks = finding.code === "approval-required" || finding.code === "password-required";
  return asks && typeof why === "string" ? why : messageOf(finding);
}
