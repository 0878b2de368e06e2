/**
 * A yes, and where it comes from. Each way to one checks for itself that it is one.
 * @module
 */
import type { Answer } from "./answer.ts";
import { type AllowRule, ruleCovers } from "./allow_rule.ts";
import { differences, type Subject } from "./subject.ts";
import type { StoredRequest } from "./grant.ts";
import type { Level } from "./need.ts";

/** Whose yes it is, for the audit log. */
export type ApprovalSource =
  | { readonly kind: "rule" | "grant"; readonly id: string }
  | { readonly kind: "terminal" }
  | { readonly kind: "password"; readonly method: SecretMethod };

/** How a secret is verified: by the system through one of two programs, or against our own record. */
export type SecretMethod = "sudo" | "su" | "passphrase";

/** What became of a secret that was typed. */
export type SecretCheck =
  | { readonly result: "right" | "wrong"; readonly method: SecretMethod }
  | { readonly result: "unavailable"; readonly problem: string };

/**
 * Proof that somebody who may say yes did. The constructor is private: only the four ways below make one,
 * and what is worth a password comes only from a password.
 */
export class Approval {
  readonly #level: Level;
  readonly #source: ApprovalSource;

  private constructor(level: Level, source: ApprovalSource) {
    this.#level = level;
    this.#source = source;
  }

  /** What the yes is worth. */
  get level(): Level {
    return this.#level;
  }

  /** Where it comes from. */
  get source(): ApprovalSource {
    return this.#source;
  }

  /** A rule's yes to what it covers; never worth a password. */
  static byRule(rule: AllowRule, subject: Subject): Approval | undefined {
    return ruleCovers(rule, subject)
      ? new Approval("confirm", { kind: "rule", id: rule.id })
      : undefined;
  }

  /** The yes of a grant to exactly the call it was given for. */
  static byGrant(
    grant: StoredRequest,
    by: { readonly subject: Subject; readonly nowMs: number },
  ): Approval | undefined {
    return grant.state === "granted" && grant.expiresMs > by.nowMs &&
        differences(grant.subject, by.subject).length === 0
      ? new Approval(grant.level, { kind: "grant", id: grant.id })
      : undefined;
  }

  /** A person's yes on the terminal. */
  static byAnswer(answer: Answer): Approval | undefined {
    return answer.kind === "yes" || answer.kind === "remember"
      ? new Approval("confirm", { kind: "terminal" })
      : undefined;
  }

  /** The yes of whoever knows the secret. */
  static bySecret(check: SecretCheck): Approval | undefined {
    return check.result === "right"
      ? new Approval("password", { kind: "password", method: check.method })
      : undefined;
  }
}
