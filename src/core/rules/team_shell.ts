/**
 * `shell_deny: agentary`: commands that damage what a team shares.
 * @module
 */
import type { Arg } from "../arg.ts";
import { type Call, finding, type Scope } from "../judge_scope.ts";
import { baseName } from "../paths.ts";
import { includesName } from "../policy.ts";
import type { TeamShell } from "../team/team_policy.ts";
import type { Finding } from "../types.ts";
import { resolvedName } from "./command_name.ts";

/** One command as the rules below see it: every name it has, and its words. */
interface Seen {
  readonly names: readonly string[];
  readonly args: readonly Arg[];
  readonly shell: TeamShell;
  readonly scope: Scope;
}

/** White space and comments may stand between the two words. */
const BETWEEN = "(?:\\s|/\\*[^]*?\\*/|--[^\\n]*\\n)+";
const DROPS = new RegExp(
  `\\b(?:drop${BETWEEN}(?:table|database|schema)|delete${BETWEEN}from)\\b`,
  "i",
);
/** A symbolic mode: who, then operations with permissions. */
const CLAUSE = /^([ugoa]*)((?:[-+=][rwxXst]*)+)$/;

/**
 * Refuses what the team profile does not allow, judged by program and arguments, never by text alone.
 *
 * Download piped to a shell, `eval` and fork bombs of `:` are refused by the rules on scripts already.
 * Code: `team-shell`. Source: spec.md, section 13; names and examples are in `configs/team.json`.
 */
export function refuseTeamShell(call: Call, scope: Scope): Finding | undefined {
  const shell = scope.context.policy.team.shell;
  if (shell === undefined) return undefined;
  const own = baseName(call.args[0]?.text ?? "");
  const real = resolvedName(call, scope);
  const seen: Seen = {
    names: real === undefined ? [own] : [own, real],
    args: call.args.slice(1),
    shell,
    scope,
  };
  const why = refuseProgram(seen) ?? refuseSql(seen) ?? refuseGitDirectory(seen) ??
    refuseOpenMode(seen) ?? refuseRawDisk(seen);
  if (why === undefined) return undefined;
  return finding(call, {
    scope,
    remark: { decision: "deny", code: "team-shell", data: { name: own, why }, rule: "shell_deny" },
  });
}

/** Refuses a redirection to a raw disk. Code: `team-shell`. */
export function refuseTeamRedirect(
  target: Arg,
  by: { readonly call: Call; readonly scope: Scope },
): Finding | undefined {
  const shell = by.scope.context.policy.team.shell;
  if (shell === undefined || !namesDisk(target.text ?? "", shell)) return undefined;
  const data = { name: by.call.args[0]?.text ?? "", why: shell.data.raw_disks.why };
  return finding(by.call, {
    scope: by.scope,
    remark: { decision: "deny", code: "team-shell", data, rule: "shell_deny" },
  });
}

function refuseProgram({ names, shell }: Seen): string | undefined {
  if (!names.some((name) => includesName(shell.programs, name))) return undefined;
  const entry = shell.data.programs.find((group) =>
    group.names.some((listed) => names.some((name) => name.startsWith(listed.replace(/\*$/, ""))))
  );
  return entry?.why;
}

/** Of a client every statement must be seen; of an interpreter its code is looked at where it is an argument. */
function refuseSql({ names, args, shell, scope }: Seen): string | undefined {
  const { clients, statement_flags, harmless_flags, why } = shell.data.sql;
  const isClient = names.some((name) => clients.includes(name));
  const isInterpreter = names.some((name) => includesName(scope.context.policy.interpreters, name));
  if (!isClient && !isInterpreter) return undefined;
  // Without the letter of a flag that is glued to its value.
  const drops = ({ text = "" }: Arg) =>
    DROPS.test(text) || DROPS.test(text.replace(/^-[a-zA-Z]/, ""));
  if (args.some(drops)) return why;
  if (!isClient) return undefined;
  const has = (flags: readonly string[]) =>
    args.some(({ text = "" }) =>
      flags.some((flag) =>
        text === flag || text.startsWith(flag.startsWith("--") ? `${flag}=` : flag)
      )
    );
  const isSeen = has(statement_flags) && args.every((arg) => arg.text !== undefined);
  return isSeen || has(harmless_flags) ? undefined : why;
}

function refuseGitDirectory({ names, args, shell }: Seen): string | undefined {
  const { names: removers, why } = shell.data.git_directory;
  if (!names.some((name) => removers.includes(name))) return undefined;
  if (names.includes("find") && !args.some((arg) => arg.text === "-delete")) return undefined;
  const isMeant = args.some((arg) =>
    !arg.text?.startsWith("-") && arg.text?.split("/").some((part) => part.toLowerCase() === ".git")
  );
  return isMeant ? why : undefined;
}

function refuseOpenMode({ names, args, shell }: Seen): string | undefined {
  const { mode_operand, mode_flags, why } = shell.data.open_modes;
  if (names.some((name) => mode_operand.includes(name))) {
    const mode = args.find((arg) =>
      arg.text === undefined || !/^(-[A-Za-z]*[RcfvhHLP]|--.*)$/.test(arg.text)
    );
    if (mode === undefined) return undefined;
    return mode.text === undefined || opensToAll(mode.text) ? why : undefined;
  }
  if (!names.some((name) => mode_flags.includes(name))) return undefined;
  const opens = args.some((arg, index) => {
    const glued = /^(?:--mode=|-[A-Za-z]*?m)(.+)$/s.exec(arg.text ?? "")?.[1];
    const isFlag = /^(?:--mode|-[A-Za-z]*m)$/.test(arg.text ?? "");
    const mode = isFlag ? args[index + 1]?.text : glued;
    return mode !== undefined && opensToAll(mode);
  });
  return opens ? why : undefined;
}

/** Whether a mode gives others every permission. */
function opensToAll(mode: string): boolean {
  if (/^[0-7]+$/.test(mode)) return /7{3}$/.test(mode);
  const others = new Set<string>();
  for (const clause of mode.split(",")) {
    const [, who = "", operations = ""] = CLAUSE.exec(clause) ?? [];
    if (!/[oa]/.test(who)) continue;
    for (const operation of operations.match(/[-+=][^-+=]*/g) ?? []) {
      if (operation.startsWith("=")) others.clear();
      for (const letter of operation.slice(1).toLowerCase()) {
        if (operation.startsWith("-")) others.delete(letter);
        else others.add(letter);
      }
    }
  }
  return ["r", "w", "x"].every((letter) => others.has(letter));
}

function refuseRawDisk({ names, args, shell }: Seen): string | undefined {
  const { writers, why } = shell.data.raw_disks;
  if (!names.some((name) => writers.includes(name))) return undefined;
  const isWritten = args.some(({ text = "" }) => {
    if (text.startsWith("if=")) return false;
    return namesDisk(text.startsWith("of=") ? text.slice("of=".length) : text, shell);
  });
  return isWritten ? why : undefined;
}

function namesDisk(path: string, shell: TeamShell): boolean {
  return includesName(shell.rawDisks, path.replace(/\/\.?(?=\/)/g, ""));
}
