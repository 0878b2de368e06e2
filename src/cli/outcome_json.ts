/**
 * An outcome in its public JSON shape (contract, section 4).
 * @module
 */
import { messageOf } from "../core/codes.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Refusal, Verdict } from "../core/types.ts";
import { type VerdictJson, verdictJson } from "../core/verdict_json.ts";

/** An outcome as JSON; `code` and `message` tell why a command did not run. */
export interface OutcomeJson extends Omit<Outcome, "refusal"> {
  readonly schema: "execguard.outcome/1";
  readonly code?: string;
  readonly message?: string;
  readonly request_id: string | null;
  readonly verdict: VerdictJson | null;
}

/** The public form of an outcome; `verdict` is null when the request could not be judged. */
export function outcomeJson(outcome: Outcome, verdict?: Verdict): OutcomeJson {
  const { refusal, ...rest } = outcome;
  return {
    schema: "execguard.outcome/1",
    ...rest,
    ...(refusal === undefined ? {} : { code: refusal.code, message: messageOf(refusal) }),
    request_id: idOf(refusal),
    verdict: verdict === undefined ? null : verdictJson(verdict),
  };
}

/** The request that waits for a yes, if the call was refused for want of one. */
function idOf(refusal: Refusal | undefined): string | null {
  const id = refusal?.data?.["id"];
  const waits = refusal?.code === "approval-required" || refusal?.code === "password-required";
  return waits && typeof id === "string" ? id : null;
}
