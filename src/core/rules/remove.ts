/**
 * `rm` at the top level: nothing is deleted, every target goes to the trash; where it lies decides who must agree.
 * @module
 */
import { type Call, finding, type Remark, type Scope } from "../judge_scope.ts";
import { parseRm } from "../parse_rm.ts";
import { absolutePath, baseName, parentOf, tierOf } from "../paths.ts";
import { type TrashLimits, type TrashTarget, whyKeptFromTrash } from "../trash_target.ts";
import type { Finding } from "../types.ts";
import { isWithinConfinement } from "./confined.ts";
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
  const { facts, request } = scope.context;
  const place = targetPlace(target, { cwd: request.cwd, realPath: (path) => facts.realPath(path) });
  const kept = place !== undefined && !isWithinConfinement(place, request)
    ? "it lies outside the team's places"
    : whyKeptFromTrash(described(place), trashLimits(scope));
  if (place === undefined || kept !== undefined) {
    return { decision: "deny", code: "trash-protected", data: { path: target, why: kept ?? "" } };
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

/** Only the place is judged here; mount points and the trash itself are looked at before anything is moved. */
function described(place: string | undefined): TrashTarget {
  if (place === undefined) return { kind: "unnamed" };
  return { kind: "file", place, isEmpty: false, isMountPoint: false, touchesTrash: false };
}

function trashLimits(scope: Scope): TrashLimits {
  const { facts, request, policy } = scope.context;
  const own = [...policy.own.privateDirectories, ...policy.own.programDirectories];
  return {
    cwd: request.cwd,
    home: facts.home,
    ownDirectories: own.flatMap((path) => [path, facts.realPath(path) ?? path]),
    sensitiveEntries: policy.sensitiveEntries,
  };
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
