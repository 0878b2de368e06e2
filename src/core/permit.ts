/**
 * The only door from a verdict to a started command.
 * @module
 */
import type { Finding, Mode, Result, Verdict } from "./types.ts";
import { showArgv } from "./display.ts";

/**
 * Proof that a verdict allows its argv to run. Only {@link permit} makes one: the constructor is
 * private and the field too, so that no other code path can hand a command to the sandbox.
 */
export class Permit {
  readonly #verdict: Verdict;

  private constructor(verdict: Verdict) {
    this.#verdict = verdict;
  }

  /** The judgement behind the permit. */
  get verdict(): Verdict {
    return this.#verdict;
  }

  /**
   * Decides whether a verdict may run when nobody can be asked: the table of contract section 2.
   *
   * Refusals: the verdict's own code for `deny`; `approval-required` and `password-required`.
   */
  static grant(verdict: Verdict, mode: Mode): Result<Permit> {
    const needed = strictestNeed(verdict, mode);
    if (needed === undefined) return { ok: true, value: new Permit(verdict) };
    if (needed.decision === "deny") return { ok: false, refusal: needed };
    const code = needed.decision === "password" ? "password-required" : "approval-required";
    return {
      ok: false,
      refusal: {
        code,
        data: { why: `Cannot run ${showArgv(verdict.argv)}, there is nobody to ask` },
        ...(needed.advice === undefined ? {} : { advice: needed.advice }),
      },
    };
  }
}

function strictestNeed(verdict: Verdict, mode: Mode): Finding | undefined {
  if (verdict.decision === "deny" || verdict.decision === "password") return verdict.strictest;
  if (verdict.decision === "read_only" || mode === "allow-all") return undefined;
  if (mode === "safe") return verdict.strictest;
  return verdict.findings.find((finding) => finding.asksInAuto);
}
