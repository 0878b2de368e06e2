/**
 * The flags that say which member of a team asks.
 * @module
 */
import { resolveMember, type TeamMember, type TeamRole } from "../core/team/team_write.ts";
import type { Result } from "../core/types.ts";
import { text } from "./flags.ts";
import type { Caller } from "./open_files.ts";

/** Values of the team flags after parsing. */
export interface TeamFlags {
  readonly role?: TeamRole;
  readonly teamDir?: string;
  readonly agent?: string;
  readonly worktree?: readonly string[];
}

/** Declarations of the team flags. */
export const TEAM_FLAGS = {
  role: {
    kind: "enum",
    values: ["manager", "engineer"],
    optional: true,
    brief: "Whose rule of the team profile counts",
  },
  teamDir: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The team's directory; without one the role may write nothing",
    placeholder: "DIR",
  },
  agent: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The engineer's name: its own directory is agents/NAME",
    placeholder: "NAME",
  },
  worktree: {
    kind: "parsed",
    parse: text,
    optional: true,
    variadic: true,
    brief: "A worktree of the engineer's task; repeatable",
    placeholder: "DIR",
  },
} as const;

/**
 * The member that asks, with links followed; undefined when no role is named.
 *
 * Refusal: `request-bad-flag` when something else of a member is named without the role, which would
 * then guard nothing.
 */
export function readMember(
  flags: TeamFlags,
  by: Caller,
): Result<TeamMember | undefined> {
  const { role, teamDir, agent, worktree } = flags;
  if (role === undefined) {
    const isNamed = [teamDir, agent, worktree].some((flag) => flag !== undefined);
    if (!isNamed) return { ok: true, value: undefined };
    const problem = "--team-dir, --agent and --worktree need --role";
    return { ok: false, refusal: { code: "request-bad-flag", data: { problem } } };
  }
  const member: TeamMember = {
    role,
    teamDir: teamDir ?? "",
    agentName: agent ?? "",
    worktreeDirs: worktree ?? [],
  };
  return { ok: true, value: resolveMember(member, by) };
}
