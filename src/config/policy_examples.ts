/**
 * The examples that stand beside the rules, for `allowlist-check --test` and the tests.
 * @module
 */
import watcherData from "../../configs/watchers.json" with { type: "json" };
import wrapperData from "../../configs/wrappers.json" with { type: "json" };
import policyData from "../../configs/policy.json" with { type: "json" };
import teamData from "../../configs/team.json" with { type: "json" };
import type { PolicyAdditions, PolicyExample } from "./policy.ts";
import { READ_ONLY_FILES } from "./read_only_files.ts";

/** Every example of the built-in files and of the user's config. */
export function policyExamples(additions: PolicyAdditions): readonly PolicyExample[] {
  return [
    ...readOnlyExamples(),
    ...wrapperExamples(),
    ...watcherExamples(),
    ...deniedExamples(),
    ...teamExamples(),
    ...additions.examples,
  ];
}

function readOnlyExamples(): readonly PolicyExample[] {
  const of = (
    from: string,
    argvs: readonly (readonly string[])[],
    is: boolean,
  ): readonly PolicyExample[] =>
    argvs.map((argv) => ({ from, argv, decision: "read_only", is, by: "list" }));
  return READ_ONLY_FILES.flatMap(({ name, file }) =>
    file.entries.flatMap((
      entry,
    ) => [...of(name, entry.match, true), ...of(name, entry.not_match, false)])
  );
}

/** What a wrapper cannot be looked through is never read-only. */
function wrapperExamples(): readonly PolicyExample[] {
  return wrapperData.wrappers.flatMap((entry) =>
    entry.opaque.map((argv) => ({
      from: "wrappers.json",
      argv,
      decision: "read_only" as const,
      is: false,
      by: "judge" as const,
    }))
  );
}

/** Only what a call is by its own words: the examples with package scripts need their sample package. */
function watcherExamples(): readonly PolicyExample[] {
  return watcherData.tools.flatMap((rule) =>
    rule.matches.map((argv) => ({
      from: "watchers.json",
      argv,
      decision: "deny" as const,
      is: true,
      by: "judge" as const,
    }))
  );
}

function deniedExamples(): readonly PolicyExample[] {
  return policyData.denied_commands.flatMap((group) =>
    group.names.map((name) => ({
      from: "policy.json",
      argv: [name.replace("*", "x")],
      decision: "deny" as const,
      is: true,
      by: "judge" as const,
    }))
  );
}

/** What the profile refuses and what it leaves; `match` of git's subcommands is what is left. */
function teamExamples(): readonly PolicyExample[] {
  const { git, shell } = teamData;
  const of = (argvs: readonly (readonly string[])[], is: boolean): readonly PolicyExample[] =>
    argvs.map((argv) => ({ from: "team.json", argv, decision: "deny", is, by: "team" }));
  const refused = [
    git.others,
    ...shell.programs,
    shell.sql,
    shell.git_directory,
    shell.open_modes,
    shell.raw_disks,
  ];
  const ofGit = (args: readonly string[]) => ["git", ...args];
  return [
    ...[...git.commands, git.settings].flatMap(({ match, not_match }) => [
      ...of(match.map(ofGit), false),
      ...of(not_match.map(ofGit), true),
    ]),
    ...refused.flatMap(({ match, not_match }) => [...of(match, true), ...of(not_match, false)]),
  ];
}
