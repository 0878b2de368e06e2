/**
 * Where a member of a team may write.
 * @module
 */
import { absolutePath, isInside } from "../paths.ts";
import type { Facts } from "../ports.ts";
import type { Refusal } from "../types.ts";

/** A member of a team and the directories that count for it. */
export interface TeamRule {
  /** `manager` may write anywhere in the team directory; every other role is an engineer. */
  readonly role: string;
  /** Names the engineer's own directory, `agents/NAME` in the team directory. */
  readonly agentName: string;
  /** Holds `agents`, `shared` and the worktrees. */
  readonly teamDir: string;
  /** Worktrees of the engineer's tasks. */
  readonly worktreeDirs: readonly string[];
}

/**
 * The plain rule: by text, links not followed. `path` and the directories may be relative to `cwd`.
 *
 * An empty path is refused. A team directory that is not empty must hold the path. Then a manager may
 * write; an engineer only in `agents/NAME`, in `shared` and in each worktree. Source: spec.md, section 13.
 *
 * @example
 * ```ts
 * import { allowsWrite } from "./team_write.ts";
 * const rule = { role: "engineer", agentName: "ann", teamDir: "/team", worktreeDirs: ["/team/w"] };
 * allowsWrite("/team/agents/ann/notes", { rule, cwd: "/" }); // true
 * allowsWrite("/team/agents/bob/notes", { rule, cwd: "/" }); // false
 * ```
 */
export function allowsWrite(
  path: string,
  by: { readonly rule: TeamRule; readonly cwd: string },
): boolean {
  const { rule, cwd } = by;
  if (path === "") return false;
  const place = absolutePath(path, cwd);
  const team = rule.teamDir === "" ? undefined : absolutePath(rule.teamDir, cwd);
  if (team !== undefined && !isInside(place, team)) return false;
  if (rule.role === "manager") return true;
  const own = team === undefined
    ? []
    : [absolutePath(`agents/${rule.agentName}`, team), absolutePath("shared", team)];
  const worktrees = rule.worktreeDirs.filter((path) => path !== "")
    .map((path) => absolutePath(path, cwd));
  return [...own, ...worktrees].some((directory) => isInside(place, directory));
}

/** Roles that the strict rule knows. */
export type TeamRole = "manager" | "engineer";

/** A member of a team, for the strict rule. */
export interface TeamMember extends TeamRule {
  /** Any other role has no rule. */
  readonly role: TeamRole;
}

/** A member with links followed in all its directories; those that lead nowhere count for nothing. */
export function resolveMember(
  member: TeamMember,
  by: { readonly facts: Facts; readonly cwd: string },
): TeamMember {
  const resolve = (path: string) =>
    path === "" ? "" : by.facts.realPath(path.startsWith("/") ? path : `${by.cwd}/${path}`) ?? "";
  return {
    ...member,
    teamDir: resolve(member.teamDir),
    worktreeDirs: member.worktreeDirs.map(resolve).filter((path) => path !== ""),
  };
}

/**
 * The directories a member may write in by the strict rule; none when the rule itself is unsound.
 *
 * All directories are canonical (see {@link resolveMember}). Without a team directory, or with a name that is no plain name, nothing is allowed. A worktree counts
 * only inside the team directory, and only when it does not hold other members' directories.
 */
export function writableDirectories(member: TeamMember): readonly string[] {
  const { role, agentName, teamDir, worktreeDirs } = member;
  if (!teamDir.startsWith("/") || teamDir === "/") return [];
  if (role === "manager") return agentName === "" || isPlainName(agentName) ? [teamDir] : [];
  if (!isPlainName(agentName)) return [];
  const agents = absolutePath("agents", teamDir);
  const worktrees = worktreeDirs.filter((path) =>
    path.startsWith("/") && isInside(path, teamDir) && !isInside(agents, path) &&
    !isInside(path, agents)
  );
  return [absolutePath(agentName, agents), absolutePath("shared", teamDir), ...worktrees];
}

/**
 * Refuses a change outside a member's directories; `path` is canonical.
 *
 * The directories themselves stay: only what is in them may be changed. Code: `path-team`.
 * Source: spec.md, section 12.
 */
export function refuseTeamWrite(path: string, member: TeamMember): Refusal | undefined {
  const places = writableDirectories(member);
  if (places.some((place) => path !== place && isInside(path, place))) return undefined;
  const who = member.role === "manager" ? "the manager" : `the engineer "${member.agentName}"`;
  const why = places.length === 0
    ? "without a team directory and a plain agent name nothing may be written"
    : `${who} may only write in ${places.map((place) => `"${place}"`).join(", ")}`;
  return { code: "path-team", data: { path, why } };
}

function isPlainName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\\\p{Cc}]/u.test(name);
}
