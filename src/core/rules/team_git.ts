/**
 * `git_policy: worktree`: no operation of git that reaches beyond one's own worktree.
 * @module
 */
import type { Arg } from "../arg.ts";
import { type Call, finding, type Scope } from "../judge_scope.ts";
import { baseName } from "../paths.ts";
import { includesName } from "../policy.ts";
import { type RefusedOperation, refuseGitOperation } from "../team/git_operation.ts";
import type { TeamGit } from "../team/team_policy.ts";
import type { Finding } from "../types.ts";
import { resolvedName } from "./command_name.ts";

/**
 * Refuses git operations that change branches or touch remotes, by whatever name git is called.
 *
 * Code: `team-git`. Source: spec.md, section 13; the operations are `configs/team.json`.
 */
export function refuseTeamGit(call: Call, scope: Scope): Finding | undefined {
  const git = scope.context.policy.team.git;
  if (git === undefined) return undefined;
  const refused = refuseGit(call, { scope, git }) ?? refuseAlias(call, git) ??
    refuseOther(call.args, git);
  if (refused === undefined) return undefined;
  const { operation, why } = refused;
  return finding(call, {
    scope,
    remark: { decision: "deny", code: "team-git", data: { operation, why }, rule: "git_policy" },
  });
}

function refuseGit(
  call: Call,
  by: { readonly scope: Scope; readonly git: TeamGit },
): RefusedOperation | undefined {
  const { programs } = by.git.data;
  const names = [baseName(call.args[0]?.text ?? ""), resolvedName(call, by.scope) ?? ""];
  if (names.some((name) => programs.includes(name))) {
    return refuseGitOperation(call.args.slice(1), by.git);
  }
  // `git-push` is `git push`: git keeps its subcommands as programs of their own.
  const single = names.find((name) => name.startsWith("git-"));
  if (single === undefined) return undefined;
  const word = single.slice("git-".length);
  const subcommand: Arg = { text: word, alternatives: [[word]], splits: false, shown: word };
  return refuseGitOperation([subcommand, ...call.args.slice(1)], by.git);
}

/** An alias puts its text before words that are not known here. */
function refuseAlias(call: Call, git: TeamGit): RefusedOperation | undefined {
  if (call.args[0]?.text !== "alias") return undefined;
  const hides = call.args.slice(1).some((arg) => mentions(arg.text, git));
  return hides ? { operation: "through an alias", why: "it is not clear what follows" } : undefined;
}

/** Whether a text may hold a git command; one that is not known may. */
function mentions(text: string | undefined, git: TeamGit): boolean {
  return text === undefined ||
    git.data.programs.some((program) => new RegExp(`(^|[^\\w-])${program}($|[^\\w])`).test(text));
}

function refuseOther(args: readonly Arg[], git: TeamGit): RefusedOperation | undefined {
  const words = args.map((arg) => arg.text ?? "").filter((word) => !word.startsWith("-"));
  words[0] = baseName(words[0] ?? "");
  const found = git.data.others.prefixes.find((prefix) =>
    prefix.every((word, index) => words[index] === word)
  );
  if (found === undefined) return undefined;
  return { operation: `by ${found.join(" ")}`, why: "it does the same as a refused operation" };
}

/**
 * Refuses variables by which git, or a program that it starts, would do something else than its words say.
 *
 * Code: `team-git`.
 */
export function refuseTeamVariable(
  variable: { readonly name: string; readonly value: Arg | undefined },
  by: { readonly call: Call; readonly scope: Scope },
): Finding | undefined {
  const { policy } = by.scope.context;
  const git = policy.team.git;
  if (git === undefined || includesName(git.variables, variable.name)) return undefined;
  const isHostile = variable.name.startsWith("GIT_") ||
    (includesName(policy.hostileVariables, variable.name) && mentions(variable.value?.text, git));
  if (!isHostile) return undefined;
  const data = {
    operation: `with ${variable.name}`,
    why: "this variable may name a program, a configuration or another repository",
  };
  return finding(by.call, {
    scope: by.scope,
    remark: { decision: "deny", code: "team-git", data, rule: "git_policy" },
  });
}
