/**
 * `allowlist-check --list`: the part about the team profile.
 * @module
 */
import type { GitEntry, TeamGit, TeamPolicy, TeamShell } from "../core/team/team_policy.ts";

/** What is listed of one rule. */
interface Rule {
  readonly names: readonly string[];
  /** How much of it is left. */
  readonly leaves: "all" | "some" | "none";
  readonly why: string;
}

/** The rules of the parts that are on, one entry a name: what it is, and how many of its forms may run. */
export function teamEntries(
  team: TeamPolicy,
): readonly { readonly entry: string; readonly why: string }[] {
  const rules = [
    ...team.git === undefined ? [] : gitRules(team.git),
    ...team.shell === undefined ? [] : shellRules(team.shell),
  ];
  return rules.flatMap(({ names, leaves, why }) =>
    names.map((name) => ({ entry: `${name}: ${leaves}`, why }))
  );
}

function gitRules({ data }: TeamGit): readonly Rule[] {
  const { commands, settings, variables, others } = data;
  const prefixes = others.prefixes.map((prefix) => prefix.join(" "));
  return [
    ...commands.map((entry) => ({
      names: entry.names.map((name) => `git ${name}`),
      leaves: leftOf(entry),
      why: entry.why,
    })),
    { names: settings.names.map((name) => `git -c ${name}`), leaves: "all", why: settings.why },
    { names: variables.names, leaves: "all", why: variables.why },
    { names: prefixes, leaves: "none", why: others.why },
  ];
}

function leftOf(entry: GitEntry): Rule["leaves"] {
  if (entry.rule === "refuse") return "none";
  const isWhole = entry.rule === "allow" && entry.refused_flags === undefined &&
    entry.refused_words === undefined;
  return isWhole ? "all" : "some";
}

function shellRules({ data }: TeamShell): readonly Rule[] {
  const { programs, sql, git_directory, open_modes, raw_disks } = data;
  return [
    ...programs.map(({ names, why }) => ({ names, leaves: "none" as const, why })),
    { names: sql.clients, leaves: "some", why: sql.why },
    { names: git_directory.names, leaves: "some", why: git_directory.why },
    {
      names: [...open_modes.mode_operand, ...open_modes.mode_flags],
      leaves: "some",
      why: open_modes.why,
    },
    { names: raw_disks.writers, leaves: "some", why: raw_disks.why },
    { names: raw_disks.paths, leaves: "none", why: raw_disks.why },
  ];
}
