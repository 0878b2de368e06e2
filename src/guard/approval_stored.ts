/**
 * A yes from elsewhere: given ahead, or waited for.
 * @module
 */
import { Approval } from "../core/approval/approval.ts";
import { findDenial, findGrant, type StoredRequest } from "../core/approval/grant.ts";
import { pathsToGrant } from "../core/approval/need.ts";
import type { AllowRule } from "../core/approval/allow_rule.ts";
import type { Handoff } from "../core/approval/ports.ts";
import type { Result } from "../core/types.ts";
import {
  type Asked,
  commandOf,
  refuseDeclined,
  refuseUnanswered,
  withProblem,
  type Yes,
} from "./approval_asked.ts";
import { verifierFor } from "./approval_here.ts";

/** How often to look whether somebody has answered. */
const LOOK_MS = 200;

/** The yes of an allow rule; none is worth a password. */
export function useRule(asked: Asked, rules: readonly AllowRule[]): Result<Yes> | undefined {
  if (asked.level === "password") return undefined;
  for (const rule of rules) {
    const approval = Approval.byRule(rule, asked.subject);
    if (approval !== undefined) return { ok: true, value: { approval, secret: undefined } };
  }
  return undefined;
}

/** A grant to exactly this call. Two processes at once use it once; undefined for the other one. */
export async function useGrant(asked: Asked): Promise<Result<Yes> | undefined> {
  const search = findGrant(asked.requests, { subject: asked.subject, nowMs: Date.now() });
  if (search.found !== "grant" || search.grant.sealed !== undefined) return undefined;
  // Without the password a grant cannot start what wants it once more.
  if (await wantsSecretItself(asked)) return undefined;
  return takeGrant(asked, { grant: search.grant, secret: undefined });
}

/**
 * Whether the command will want the password itself where it runs: `sudo`, unless it lets this user in without
 * one. Then only a caller who is there when it is typed can be served.
 */
async function wantsSecretItself(asked: Asked): Promise<boolean> {
  if (asked.subject.argv[0] !== "sudo") return false;
  const verifier = await verifierFor(asked);
  return verifier.ok && verifier.value.kind === "system" && verifier.value.source.kind === "sudo";
}

function takeGrant(
  asked: Asked,
  by: { readonly grant: StoredRequest; readonly secret: Uint8Array | undefined },
): Result<Yes> | undefined {
  const { grant, secret } = by;
  if (asked.level === "password" && grant.level !== "password") return undefined;
  const now = { subject: asked.subject, nowMs: Date.now() };
  const approval = Approval.byGrant(grant, now);
  if (approval === undefined) return undefined;
  const used = asked.seeking.host.useStore((store) => store.consume(grant.id, now.nowMs));
  if (!used.ok) return used;
  return used.value ? { ok: true, value: { approval, secret } } : undefined;
}

/**
 * Nobody here: what was denied lately stays denied; else the request is stored, and waited for when the caller
 * wants that. Refusals: `approval-declined`, `approval-required`, `password-required` (data `id`).
 */
export async function askElsewhere(asked: Asked): Promise<Result<Yes>> {
  const { host, waitMs, verdict } = asked.seeking;
  const nowMs = Date.now();
  const denial = findDenial(asked.requests, { subject: asked.subject, nowMs });
  if (denial !== undefined) return refuseDeclined(asked, denial.note);
  const handoff = waitMs > 0 && asked.subject.argv[0] === "sudo"
    ? await host.createHandoff()
    : undefined;
  const request = {
    subject: asked.subject,
    level: asked.level,
    reason: asked.question.reason,
    remarks: asked.question.remarks,
    pathsToGrant: pathsToGrant(verdict),
    handoffKey: handoff?.publicKey,
  };
  const id = host.useStore((store) => store.enqueue(request, nowMs));
  if (!id.ok) return { ok: false, refusal: withProblem(asked.refusal, id.refusal) };
  return waitMs > 0
    ? await waitFor(id.value, { asked, handoff })
    : refuseUnanswered(asked, id.value);
}

async function waitFor(
  id: string,
  by: { readonly asked: Asked; readonly handoff: Handoff | undefined },
): Promise<Result<Yes>> {
  const { asked, handoff } = by;
  const { host, say, waitMs } = asked.seeking;
  say(`Cannot run ${commandOf(asked)} yet: waiting for execguard approve ${id} on a terminal`);
  for (const until = Date.now() + waitMs; Date.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const found = host.useStore((store) => store.find(id));
    if (!found.ok) return found;
    const request = found.value;
    if (request?.state === "denied") return refuseDeclined(asked, request.note);
    if (request?.state !== "granted") continue;
    const secret = request.sealed === undefined ? undefined : await handoff?.open(request.sealed);
    const taken = takeGrant(asked, { grant: request, secret });
    if (taken !== undefined) return taken;
  }
  return refuseUnanswered(asked, id);
}
