/**
 * Writing down what a call came to.
 * @module
 */
import { auditRecord, requestHash } from "../core/approval/audit_record.ts";
import type { AuditLog } from "../core/approval/ports.ts";
import type { Masker } from "../core/mask/masker.ts";
import type { Outcome } from "../core/outcome.ts";
import type { CommandRequest, Refusal } from "../core/types.ts";
import type { Decided } from "./decide_request.ts";
import { maskSourceOf, NO_SECRETS } from "./masking.ts";

/** The line about one call in the audit log. */
export interface CallAudit {
  /** Does all that needs no outcome; for a call that has to wait for its command anyway. */
  prepare(): void;
  /** Adds the line. The refusal (`approval-state`) comes back: a call is not undone by it. */
  write(outcome: Outcome): Promise<Refusal | undefined>;
}

/** How a decided call is written down; none of its secrets is shown. */
export function auditOf(
  request: CommandRequest,
  by: { readonly decided: Decided; readonly loadLog: () => Promise<AuditLog> },
): CallAudit {
  const { decided, loadLog } = by;

  async function getReady() {
    const [log, hash] = await Promise.all([loadLog(), requestHash(request)]);
    const { createMasker } = maskSourceOf(
      decided.kind === "command" ? decided.secrets : NO_SECRETS,
    );
    return { log, hash, argv: request.argv.map((word) => maskWord(word, createMasker())) };
  }

  let preparing: ReturnType<typeof getReady> | undefined;
  const prepared = () => preparing ??= getReady();
  return {
    // Should it fail, write() will say so.
    prepare: () => void prepared().catch(() => {}),
    async write(outcome) {
      const { log, hash, argv } = await prepared();
      const { verdict } = decided;
      const source = decided.kind === "refused" ? undefined : decided.permit.source;
      const call = { at: new Date(), request, hash, argv, verdict, source, outcome };
      const appended = log.append(auditRecord(call));
      return appended.ok ? undefined : appended.refusal;
    },
  };
}

function maskWord(word: string, masker: Masker): string {
  const decoder = new TextDecoder();
  const shown = decoder.decode(masker.push(new TextEncoder().encode(word)), { stream: true });
  return shown + decoder.decode(masker.flush());
}
