/**
 * What the audit log says of one call.
 * @module
 */
import type { Outcome } from "../outcome.ts";
import type { PermitSource } from "../permit.ts";
import type { CommandRequest, Verdict } from "../types.ts";
import type { AuditRecord } from "./ports.ts";
import { DEFAULT_SESSION } from "./subject.ts";

/** One call from request to end. */
export interface AuditedCall {
  readonly at: Date;
  readonly request: CommandRequest;
  /** {@link requestHash}. */
  readonly hash: string;
  /** Its argv, secrets replaced. */
  readonly argv: readonly string[];
  readonly verdict: Verdict;
  /** Whose yes it was; undefined for a call that did not run. */
  readonly source: PermitSource | undefined;
  readonly outcome: Outcome;
}

/** The record of a call: enough to tell what ran and who allowed it, and no secret of its argv. */
export function auditRecord(call: AuditedCall): AuditRecord {
  const { request, verdict, outcome } = call;
  return {
    at: call.at.toISOString(),
    request: call.hash,
    session: request.session ?? DEFAULT_SESSION,
    cwd: request.cwd,
    argv: call.argv,
    decision: verdict.decision,
    code: outcome.refusal?.code ?? verdict.strictest.code,
    source: call.source === undefined ? "none" : sourceText(call.source),
    outcome: outcome.status,
    exit_code: outcome.exit_code,
  };
}

/** SHA-256 over everything that was asked for; equal requests have equal hashes. */
export async function requestHash(request: CommandRequest): Promise<string> {
  const { argv, cwd, network, sandbox, writePaths, session, env } = request;
  const text = JSON.stringify([argv, cwd, network, sandbox, writePaths, session ?? null, env]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

function sourceText(source: PermitSource): string {
  switch (source.kind) {
    case "policy":
    case "mode":
    case "terminal":
      return source.kind;
    case "rule":
    case "grant":
      return `${source.kind} ${source.id}`;
    case "password":
      return `password by ${source.method}`;
  }
}
