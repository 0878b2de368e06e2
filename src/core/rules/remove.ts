/**
 * `rm` at the top level: nothing is deleted, every target goes to the trash; where it lies decides who must agree.
 * @module
 */
import { type Call, finding, type Remark, type Scope } from "../judge_scope.ts";
import { parseRm } from "../parse_rm.ts";
import { absolutePath, baseName, isInside, parentOf, tierOf } from "../paths.ts";
import type { Finding } from "../types.ts";
import { refuseTeamShell } from "./team_shell.ts";

/**
 * Judges every target by the canonical directory it stands in; the strictest counts.
 *
 * Codes: `trash-option`, `trash-protected`, `approval-required` (asked under `auto` too when elsewhere in home),
 * `password-required`. Source: spec.md, section 5.
 */
export function judgeRemove(call: Call, scope: Scope): readonly Finding[] {
  const say = (remark: Remark) => finding(call, { scope, remark });
  const refused = refuseTeamShell(call, scope);
  if (refused !== undefined) return [refused];
  const parsed = parseRm(call.args.slice(1).map((arg) => arg.text ?? ""));
  if (!parsed.ok) return [say({ decision: "deny", ...parsed.refusal })];
  const findings = parsed.value.targets.map((target) => say(judgeTarget(target, scope)));
  return findings.length > 0 ? findings : [say(workTier())];
}

function judgeTarget(target: string, scope: Scope): Remark {
  const { facts, request, policy } = scope.context;
  const protect = (why: string): Remark => ({
    decision: "deny",
    code: "trash-protected",
    data: { path: target, why },
  });
  const own = [...policy.own.privateDirectories, ...policy.own.programDirectories];
  const ownDirectories = own.flatMap((path) => [path, facts.realPath(path) ?? path]);
  const place = targetPlace(target, { cwd: request.cwd, realPath: (path) => facts.realPath(path) });
  if (place === undefined) return protect("it cannot be looked at, or it is `.` or `..`");
  if (place === "/") return protect("it is the root of the file system");
  if (facts.home !== undefined && isInside(facts.home, place)) {
    return protect("it is or holds the home directory");
  }
  if (isInside(request.cwd, place)) return protect("it is or holds the work directory");
  if (ownDirectories.some((own) => isInside(own, place) || isInside(place, own))) {
    return protect("it holds execguard's own files");
  }
  switch (tierOf(place, { cwd: request.cwd, home: facts.home })) {
    case "work":
      return workTier();
    case "home":
      return {
        decision: "confirm",
        code: "approval-required",
        data: { why: `rm moves "${place}", outside the work directory, to the trash` },
        asksInAuto: true,
      };
    case "outside":
      return {
        decision: "password",
        code: "password-required",
        data: { why: `rm of "${place}", outside the home directory` },
      };
  }
}

function workTier(): Remark {
  return {
    decision: "confirm",
    code: "approval-required",
    data: { why: "rm moves its targets to the trash" },
  };
}

/**
 * The canonical place of a target: its directory with links followed, its own name as it is, because a link
 * is moved itself. Undefined for `.`, `..` and what cannot be resolved.
 */
function targetPlace(
  target: string,
  by: { readonly cwd: string; readonly realPath: (path: string) => string | undefined },
): string | undefined {
  const trimmed = target.replace(/\/+$/, "");
  if (trimmed === "") return target === "" ? undefined : "/";
  const name = baseName(trimmed);
  if (name === "." || name === "..") return undefined;
  const directory = trimmed.startsWith("/")
    ? parentOf(trimmed)
    : `${by.cwd}/${trimmed}`.slice(0, -name.length - 1);
  const real = by.realPath(directory);
  return real === undefined ? undefined : absolutePath(name, real);
}
