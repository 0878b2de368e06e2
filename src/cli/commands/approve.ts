/**
 * `execguard approve`: what waits for a yes.
 * @module
 */
import { LIFETIME_MS, type StoredRequest } from "../../core/approval/grant.ts";
import { describeQuestion } from "../../core/approval/question.ts";
import { showArgv } from "../../core/display.ts";
import { parseDuration } from "../../core/duration.ts";
import type { Result } from "../../core/types.ts";
import { grantRequest } from "../../guard/approval_grant.ts";
import {
  answer,
  type ApproveFlags,
  personParts,
  refuseUnknown,
  type Said,
  withStore,
} from "../approval_context.ts";
import type { CliContext } from "../context.ts";

/** Flags of `approve ID`. */
export interface GrantFlags extends ApproveFlags {
  readonly passwordFd?: string;
  readonly for?: string;
}

/** `approve ID`: grants a waiting request. */
export async function approve(this: CliContext, flags: GrantFlags, id: string): Promise<void> {
  await answer(this, { flags, work: () => grant(this, { flags, id }) });
}

async function grant(
  context: CliContext,
  by: { readonly flags: GrantFlags; readonly id: string },
): Promise<Result<Said>> {
  const duration = by.flags.for === undefined ? undefined : parseDuration(by.flags.for);
  if (duration !== undefined && !duration.ok) return duration;
  const parts = await personParts(context, by.flags);
  if (!parts.ok) return parts;
  const granted = await grantRequest(by.id, { ...parts.value, forMs: duration?.value });
  if (!granted.ok) return granted;
  const { request, untilMs } = granted.value;
  const often = duration === undefined ? "once" : "as often as wanted";
  const until = new Date(untilMs).toISOString();
  return {
    ok: true,
    value: {
      json: { id: by.id, argv: request.subject.argv, until, reusable: duration !== undefined },
      lines: [
        `Granted: ${showArgv(request.subject.argv)}, ${often} until ${until}`,
        ...request.pathsToGrant.map((path) =>
          `Session ${JSON.stringify(request.subject.session)} may write to ${JSON.stringify(path)}`
        ),
        `execguard approve deny ${by.id} takes it back`,
      ],
    },
  };
}

/** `approve list`: what waits, and what was granted. */
export async function list(this: CliContext, flags: ApproveFlags): Promise<void> {
  await answer(this, {
    flags,
    work: async () => {
      const found = await withStore(this, (store) => store.requests(Date.now()));
      if (!found.ok) return found;
      return {
        ok: true,
        value: {
          json: { requests: found.value.map(requestJson) },
          lines: found.value.map((request) =>
            [request.id, request.state.padEnd(7), request.level.padEnd(8), left(request)]
              .concat(showArgv(request.subject.argv)).join("  ")
          ),
        },
      };
    },
  });
}

/** `approve show ID`: all of one request. */
export async function show(this: CliContext, flags: ApproveFlags, id: string): Promise<void> {
  await answer(this, {
    flags,
    work: async () => {
      const found = await withStore(this, (store) => store.find(id));
      if (!found.ok) return found;
      const request = found.value;
      if (request === undefined) return refuseUnknown("the request", id);
      const lines = [
        ...describeQuestion(request),
        `  state      ${request.state}, ${left(request)}`,
      ];
      return { ok: true, value: { json: requestJson(request), lines } };
    },
  });
}

/** `approve deny ID`: a no for its caller, or a grant taken back. */
export async function deny(
  this: CliContext,
  flags: ApproveFlags & { readonly reason?: string },
  id: string,
): Promise<void> {
  await answer(this, {
    flags,
    work: async () => {
      const note = flags.reason ?? "";
      const denied = await withStore(this, (store) => store.deny(id, { note, nowMs: Date.now() }));
      if (!denied.ok) return denied;
      if (!denied.value) return refuseUnknown("the request", id);
      return { ok: true, value: { json: { id, denied: true }, lines: [`Denied: ${id}`] } };
    },
  });
}

/** Without the sealed password and its key, which are nobody's to see. */
function requestJson(request: StoredRequest): object {
  const { sealed: _sealed, handoffKey: _key, expiresMs, ...rest } = request;
  return { ...rest, expires_at: new Date(expiresMs).toISOString() };
}

function left(request: StoredRequest): string {
  const seconds = Math.round((request.expiresMs - Date.now()) / 1000);
  if (seconds <= 0) return "expired";
  return seconds <= LIFETIME_MS / 1000
    ? `${seconds} s left`
    : `${Math.round(seconds / 60)} min left`;
}
