/**
 * Finding the yes that a verdict needs: stored ahead, given here and now, or left for later.
 * @module
 */
import { filesToBind, isSaidByArgv } from "../core/approval/bound_files.ts";
import { pathsToGrant } from "../core/approval/need.ts";
import { remarksOf } from "../core/approval/question.ts";
import { type Subject, subjectOf } from "../core/approval/subject.ts";
import { Permit } from "../core/permit.ts";
import type { Refusal, Result } from "../core/types.ts";
import { type Asked, type Seeking, withProblem } from "./approval_asked.ts";
import { askHere, readSecret } from "./approval_here.ts";
import { askElsewhere, useGrant, useRule } from "./approval_stored.ts";

/** A permit, and the system password if it was given for it; it is the taker's to wipe. */
export interface Permitted {
  readonly permit: Permit;
  readonly secret: Uint8Array | undefined;
}

/**
 * Seeks what a verdict needs, in this order: write paths granted to the session; an allow rule; a grant to
 * exactly this call; the password from a descriptor; a person on the controlling terminal; a person elsewhere,
 * for whom the request is stored. Nobody is a no.
 *
 * Refusals: the verdict's own for `deny`; `approval-required`, `password-required` (data `id` of the stored
 * request), `approval-declined`, `password-wrong`, `password-unavailable`, `request-bad-value`.
 * Source: spec.md, section 4.
 */
export async function seekPermit(seeking: Seeking): Promise<Result<Permitted>> {
  const { request, verdict, host } = seeking;
  const subject = findSubject(seeking);
  const stored = host.useStore((store) => ({
    rules: store.rules(),
    requests: store.requests(Date.now()),
    paths: store.grantedPaths().filter(({ session }) => session === subject.session),
  }));
  const grantedPaths = stored.ok ? stored.value.paths.map(({ path }) => path) : [];
  const permit = Permit.grant(verdict, request.mode, { grantedPaths });
  if (permit.ok) return { ok: true, value: { permit: permit.value, secret: undefined } };
  if (!stored.ok) return { ok: false, refusal: withProblem(permit.refusal, stored.refusal) };
  const asked = describe(seeking, { subject, refusal: permit.refusal, ...stored.value });
  const yes = useRule(asked, stored.value.rules) ?? await useGrant(asked) ??
    await readSecret(asked) ?? await askHere(asked) ?? await askElsewhere(asked);
  if (!yes.ok) return yes;
  const { approval, secret } = yes.value;
  const granted = Permit.grant(verdict, request.mode, { grantedPaths, approval });
  if (!granted.ok) return granted;
  const opened = openPaths(asked, granted.value);
  return opened.ok ? { ok: true, value: { permit: granted.value, secret } } : opened;
}

function findSubject({ request, verdict, facts, host }: Seeking): Subject {
  const files = filesToBind(verdict, { cwd: request.cwd, facts });
  return subjectOf(request, {
    writePaths: request.writePaths.map((path) => facts.realPath(path) ?? path),
    files: host.printFiles(files),
  });
}

function describe(
  seeking: Seeking,
  by: Pick<Asked, "subject" | "requests"> & { readonly refusal: Refusal },
): Asked {
  const reason = String(by.refusal.data?.["reason"] ?? "");
  const remarks = remarksOf(seeking.verdict.findings, reason);
  return {
    seeking,
    subject: by.subject,
    refusal: by.refusal,
    requests: by.requests,
    level: by.refusal.code === "password-required" ? "password" : "confirm",
    question: { subject: by.subject, reason, remarks },
    isRememberable: isSaidByArgv(seeking.verdict, {
      cwd: seeking.request.cwd,
      facts: seeking.facts,
    }),
  };
}

/** A password opens the write paths it was given for to the whole session; a stored grant did so already. */
function openPaths(asked: Asked, permit: Permit): Result<true> {
  const paths = pathsToGrant(permit.verdict);
  if (permit.source.kind !== "password" || paths.length === 0) return { ok: true, value: true };
  const { session } = asked.subject;
  const opened = asked.seeking.host.useStore((store) =>
    store.grantPaths(session, { paths, nowMs: Date.now() })
  );
  return opened.ok ? { ok: true, value: true } : opened;
}
