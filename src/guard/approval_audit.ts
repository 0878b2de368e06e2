/**
 * Writing down what a call came to.
 * @module
 */
import { auditRecord } from "../core/approval/audit_record.ts";
import type { AuditRecord } from "../core/approval/ports.ts";
import type { Masker } from "../core/mask/masker.ts";
import type { Outcome } from "../core/outcome.ts";
import type { Permit } from "../core/permit.ts";
import type { CommandRequest, Refusal, Result, Verdict } from "../core/types.ts";

/** What there is to write, and how. */
export interface AuditParts {
  readonly verdict: Verdict;
  readonly permit: Permit | undefined;
  readonly outcome: Outcome;
  /** A masker that shows none of the call's secrets. */
  readonly createMasker: () => Masker;
  readonly append: (record: AuditRecord) => Promise<Result<true>>;
}

/** Adds a call to the audit log. The refusal (`approval-state`) comes back: a call is not undone by it. */
export async function auditCall(
  request: CommandRequest,
  parts: AuditParts,
): Promise<Refusal | undefined> {
  const record = await auditRecord({
    at: new Date(),
    request,
    verdict: parts.verdict,
    source: parts.permit?.source,
    outcome: parts.outcome,
    mask: (word) => maskWord(word, parts.createMasker()),
  });
  const appended = await parts.append(record);
  return appended.ok ? undefined : appended.refusal;
}

function maskWord(word: string, masker: Masker): string {
  const decoder = new TextDecoder();
  const shown = decoder.decode(masker.push(new TextEncoder().encode(word)), { stream: true });
  return shown + decoder.decode(masker.flush());
}
