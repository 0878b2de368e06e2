/**
 * Git reads that run nobody else's programs.
 * @module
 */
import type { Environment } from "./plan.ts";

/**
 * Settings that stand above every config file of a repository: no file system monitor, no hooks, no pager,
 * no external diff, no editor. Source: spec.md, section 3; git-config(1), "ENVIRONMENT".
 */
const NEUTRAL_SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["core.sshCommand", "false"],
  ["core.alternateRefsCommand", "true"],
  ["gpg.program", "false"],
  ["gpg.ssh.program", "false"],
  ["gpg.x509.program", "false"],
  ["log.showSignature", "false"],
  ["submodule.recurse", "false"],
];

/**
 * Variables for a command that was judged read-only: whatever `git` it starts reads these settings last.
 * Entries the caller set himself by `GIT_CONFIG_COUNT` are kept, before ours.
 */
export function neutralGitEnvironment(caller: Environment): Environment {
  const count = caller["GIT_CONFIG_COUNT"] ?? "";
  const start = /^\d{1,4}$/.test(count) ? Number(count) : 0;
  const settings = NEUTRAL_SETTINGS.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${start + index}`, key],
    [`GIT_CONFIG_VALUE_${start + index}`, value],
  ]);
  return {
    ...Object.fromEntries(settings),
    GIT_CONFIG_COUNT: String(start + NEUTRAL_SETTINGS.length),
    // Reading must not refresh the index on disk, page, ask, or fetch what a partial clone lacks.
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_PAGER: "cat",
    GIT_TERMINAL_PROMPT: "0",
  };
}
