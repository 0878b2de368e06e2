/**
 * `--role` and `--home --team-dir` of `run` and `background start`: a request that may write nothing but a team's places.
 * @module
 */
import { isInside } from "../core/paths.ts";
import type { Facts } from "../core/ports.ts";
import {
  refuseTeamWrite,
  resolveMember,
  type TeamMember,
  writableDirectories,
} from "../core/team/team_write.ts";
import type { CommandRequest, Refusal, Result } from "../core/types.ts";
import type { System, SystemFacts } from "../guard/system.ts";
import { text } from "./flags.ts";
import type { Caller } from "./open_files.ts";
import { readMember, TEAM_FLAGS, type TeamFlags } from "./team_flags.ts";

/** Values of the flags that confine a command. */
export interface ConfineFlags extends TeamFlags {
  readonly home?: string;
}

/** Declarations of the flags that confine a command. */
export const CONFINE_FLAGS = {
  ...TEAM_FLAGS,
  home: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The team's home: with --team-dir only that is writable, home/protected never",
    placeholder: "DIR",
  },
} as const;

/**
 * The request with a team's places as its only write paths; unchanged when no such flag is given.
 *
 * Without a role the team directory itself is the place, as the manager's is. Places that do not exist
 * are left out. Refusals: `request-bad-flag`, `path-missing` for a team directory that is none,
 * `path-team` for a write path outside the places.
 */
export function confineRequest(
  request: CommandRequest,
  by: { readonly flags: ConfineFlags; readonly system: System; readonly facts: SystemFacts },
): Result<CommandRequest> {
  const { flags, system, facts } = by;
  const start = system.startDirectory();
  const caller = { facts, cwd: start.ok ? start.value : request.cwd };
  const member = flags.role === undefined ? readTeam(flags, caller) : readMember(flags, caller);
  if (!member.ok) return member;
  if (member.value === undefined) return { ok: true, value: request };
  const who = member.value;
  const places = writableDirectories(who).filter((path) => facts.kind(path) === "directory");
  const refused = refuseWritePaths(request, { member: who, facts });
  if (refused !== undefined) return { ok: false, refusal: refused };
  const home = flags.home === undefined ? undefined : resolve(flags.home, caller);
  return {
    ok: true,
    value: {
      ...request,
      confined: true,
      writePaths: [...request.writePaths, ...places],
      fixedPaths: home === undefined ? [] : [`${home}/protected`],
    },
  };
}

/** `--home H --team-dir T`: both or none. */
function readTeam(flags: ConfineFlags, caller: Caller): Result<TeamMember | undefined> {
  const { home, teamDir } = flags;
  if (home === undefined) return readMember(flags, caller);
  const refuse = (refusal: Refusal): Result<undefined> => ({ ok: false, refusal });
  if (teamDir === undefined || flags.agent !== undefined || flags.worktree !== undefined) {
    const problem = "--home needs --team-dir, and --agent and --worktree need --role";
    return refuse({ code: "request-bad-flag", data: { problem } });
  }
  const member = resolveMember(
    { role: "manager", teamDir, agentName: "", worktreeDirs: [] },
    caller,
  );
  return caller.facts.kind(member.teamDir) === "directory"
    ? { ok: true, value: member }
    : refuse({ code: "path-missing", data: { path: teamDir } });
}

function refuseWritePaths(
  request: CommandRequest,
  by: { readonly member: TeamMember; readonly facts: Facts },
): Refusal | undefined {
  const places = writableDirectories(by.member);
  for (const path of request.writePaths) {
    const real = by.facts.realPath(path) ?? path;
    if (!places.some((place) => isInside(real, place))) return refuseTeamWrite(real, by.member);
  }
  return undefined;
}

function resolve(path: string, { facts, cwd }: Caller): string | undefined {
  return facts.realPath(path.startsWith("/") ? path : `${cwd}/${path}`);
}
