/**
 * A repository's own config can make a reading git start programs.
 * @module
 */
import { type GitSetting, readGitSettings } from "../git_config.ts";
import { findRepositories } from "../git_repository.ts";
import type { Scope } from "../judge_scope.ts";
import { absolutePath } from "../paths.ts";

/** A config of more is not read, and then counts as one that starts something. */
const MAX_CONFIG_BYTES = 1 << 20;

/**
 * The first setting of the repositories around the work directory, or around the directories named by `-C`, by which
 * a read would start a program; the user's own global config is trusted.
 *
 * Source: spec.md, section 3, "a hostile `.git/config` runs nothing".
 */
export function gitProgramSetting(
  directories: readonly string[],
  scope: Scope,
): GitSetting | undefined {
  const places = scope.cwds.flatMap((
    cwd,
  ) => [cwd, ...directories.map((path) => absolutePath(path, cwd))]);
  for (const directory of places) {
    for (const config of configFiles(directory, scope)) {
      const found = programSetting(config, scope);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function configFiles(directory: string, scope: Scope): readonly string[] {
  return findRepositories(directory, scope.context.facts).flatMap((repository) => {
    const shared = absolutePath(`${repository.common.prefix}config`, repository.common.base);
    const own = repository.linked?.path ??
      absolutePath(repository.common.prefix, repository.common.base);
    return [shared, absolutePath("config.worktree", own), absolutePath("config", own)];
  });
}

function programSetting(file: string, scope: Scope): GitSetting | undefined {
  const { facts, policy } = scope.context;
  if (facts.kind(file) === "missing") return undefined;
  const text = facts.readText(file, MAX_CONFIG_BYTES);
  if (text === undefined) return { key: "a part that cannot be read", value: "" };
  return readGitSettings(text).find(({ key, value }) =>
    policy.gitPrograms.settings.has(key) &&
    !policy.gitPrograms.harmlessValues.some((known) => value.startsWith(known))
  );
}
