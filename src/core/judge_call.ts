/**
 * Judging one command, wherever it was found: the rules in their order, and what it runs in turn.
 * @module
 */
import { type Arg, literalArg } from "./arg.ts";
import { judgeScript } from "./judge_script.ts";
import { type Call, finding, inner, MAX_DEPTH, type Remark, type Scope } from "./judge_scope.ts";
import { judgeBuiltin } from "./rules/builtin.ts";
import {
  refuseDenied,
  refuseHiddenPrivilege,
  refusePathQualified,
  refuseTrickySpelling,
  refuseUnclearName,
} from "./rules/command_name.ts";
import { judgeListed } from "./rules/listed.ts";
import { readShellCall } from "./rules/shell_call.ts";
import { refuseTeamGit } from "./rules/team_git.ts";
import { refuseTeamShell } from "./rules/team_shell.ts";
import { judgeVariable } from "./rules/variables.ts";
import { refuseWatcher } from "./rules/watcher.ts";
import type { ShellName } from "./script.ts";
import type { Finding } from "./types.ts";
import { type Inner, unwrap, unwrapFind, type Unwrapped, wrapperOf } from "./unwrap.ts";

/** The rules on the name, first word first: the first that refuses ends the judgement of the call. */
const NAME_RULES = [
  refuseUnclearName,
  refusePathQualified,
  refuseHiddenPrivilege,
  refuseDenied,
  refuseTrickySpelling,
  refuseTeamGit,
  refuseTeamShell,
];

/**
 * Judges a command: 1 its name, 2 what it is (a shell, a wrapper, a builtin, a watcher), 3 the read-only list.
 * Never empty. Source: spec.md, sections 1 and 2.
 */
export function judgeCall(call: Call, scope: Scope): readonly Finding[] {
  for (const rule of NAME_RULES) {
    const refused = rule(call, scope);
    if (refused !== undefined) return [refused];
  }
  const name = call.args[0]?.text ?? "";
  const say = (remark: Remark) => [finding(call, { scope, remark })];
  if (scope.depth >= MAX_DEPTH) {
    return say({
      decision: "deny",
      code: "script-too-large",
      data: { limit: `${MAX_DEPTH} levels` },
    });
  }
  if (name === "open") return say({ decision: "deny", code: "command-open" });
  if (name === "cd" && scope.place === "argv") return say({ decision: "deny", code: "command-cd" });
  if (scope.functions.has(name)) {
    return say({ decision: "read_only", code: "builtin", rule: `function ${name}` });
  }
  return judgeKind(call, scope);
}

function judgeKind(call: Call, scope: Scope): readonly Finding[] {
  const { policy } = scope.context;
  const name = call.args[0]?.text ?? "";
  const shell = policy.shells.judged.get(name);
  if (shell !== undefined) return judgeShell(call, { scope, shell });
  if (policy.shells.opaque.has(name)) return judgeOpaqueShell(call, scope);
  const find = name === "find" ? unwrapFind(call.args) : undefined;
  const wrapper = wrapperOf(call.args, policy.wrappers);
  const unwrapped = find ?? (wrapper === undefined ? undefined : unwrap(call.args, wrapper));
  if (unwrapped !== undefined && name !== "watch") return judgeWrapper(call, { scope, unwrapped });
  const watcher = [refuseWatcher(call, scope) ?? []].flat();
  if (unwrapped !== undefined) return [...watcher, ...judgeWrapper(call, { scope, unwrapped })];
  const builtin = scope.place === "script" ? judgeBuiltin(call, scope) : undefined;
  if (builtin === undefined) return [...watcher, ...judgeListed(call, scope)];
  const later = builtin.scripts.flatMap((text) =>
    judgeScript({ text, shell: "sh", positional: undefined }, { call, scope: inner(scope) })
  );
  return [...builtin.findings, ...later];
}

/** A shell: its script is judged; what it reads from elsewhere is refused in a script and asked about at the top. */
function judgeShell(
  call: Call,
  by: { readonly scope: Scope; readonly shell: ShellName },
): readonly Finding[] {
  const { scope, shell } = by;
  const name = call.args[0]?.text ?? "";
  const read = readShellCall(call.args, scope.context.policy.shells);
  const say = (remark: Remark) => [finding(call, { scope, remark })];
  switch (read.kind) {
    case "information":
      return judgeListed(call, scope);
    case "missing-text":
      return say({ decision: "deny", code: "script-empty" });
    case "stdin": {
      const why = ": it reads commands from standard input";
      // At the top level standard input is the caller's own; inside a script it is text nobody sees.
      return scope.place === "script"
        ? say({ decision: "deny", code: "script-nested-dynamic", data: { why } })
        : say({ decision: "confirm", code: "opaque", data: { name, why } });
    }
    case "file": {
      const dynamic = read.file.text === undefined || read.file.text.startsWith("/dev/") ||
        read.file.text.startsWith("/proc/");
      return dynamic
        ? say({
          decision: "deny",
          code: "script-nested-dynamic",
          data: { why: ": a file known only at run time" },
        })
        : say({
          decision: "confirm",
          code: "opaque",
          data: { name, why: ` ("${read.file.text}")` },
        });
    }
    case "script": {
      const findings = judgeScript({ text: read.text, shell, positional: read.positional }, {
        call,
        scope,
      });
      if (!read.startFiles) return findings;
      return [
        ...findings,
        ...say({
          decision: "confirm",
          code: "opaque",
          data: { name, why: ": it loads a start file" },
        }),
      ];
    }
  }
}

/** Shells with a grammar of their own: never looked into for a yes, but a plain `rm` in them is still refused. */
function judgeOpaqueShell(call: Call, scope: Scope): readonly Finding[] {
  const name = call.args[0]?.text ?? "";
  const read = readShellCall(call.args, scope.context.policy.shells);
  const opaque = finding(call, {
    scope,
    remark: { decision: "confirm", code: "opaque", data: { name, why: "" } },
  });
  if (read.kind === "information") return judgeListed(call, scope);
  if (
    scope.place === "script" &&
    (read.kind === "stdin" || call.args.some((arg) => arg.text === undefined))
  ) {
    const data = { why: ": it is known only at run time" };
    return [
      finding(call, { scope, remark: { decision: "deny", code: "script-nested-dynamic", data } }),
    ];
  }
  if (read.kind !== "script" || read.text.text === undefined) return [opaque];
  const looked = judgeScript({ text: read.text, shell: "sh", positional: undefined }, {
    call,
    scope,
  });
  const hard = looked.filter((item) => SURE_REFUSALS.has(item.code));
  return [opaque, ...hard];
}

/** Refusals that a foreign grammar cannot turn into something harmless. */
const SURE_REFUSALS: ReadonlySet<Finding["code"]> = new Set([
  "script-rm",
  "script-sudo",
  "script-denied",
]);

function judgeWrapper(
  call: Call,
  by: { readonly scope: Scope; readonly unwrapped: Unwrapped },
): readonly Finding[] {
  const { scope, unwrapped } = by;
  const name = call.args[0]?.text ?? "";
  const say = (remark: Remark) => finding(call, { scope, remark });
  switch (unwrapped.kind) {
    case "lookup":
      return [say({ decision: "read_only", code: "builtin", rule: `${name} -v` })];
    case "alone":
      // `exec` with redirections only: those are judged apart.
      return name === "exec"
        ? [say({ decision: "read_only", code: "builtin", rule: name })]
        : judgeListed(call, scope);
    case "opaque": {
      // Some of its own uses run nothing (`taskset -p 1`, `env -0`): those the list knows.
      const listed = judgeListed(call, scope);
      if (listed.every((item) => item.decision === "read_only")) return listed;
      return [
        say({ decision: "confirm", code: "opaque", data: { name, why: `: ${unwrapped.why}` } }),
        ...hiddenRefusals(unwrapped.rest, { call, scope }),
      ];
    }
    case "inner": {
      const variables = unwrapped.assignments.flatMap((arg) =>
        judgeVariable(readAssignment(arg), { call, scope }) ?? []
      );
      const impure = unwrapped.readOnly && !name.includes("/") ? [] : [
        say({
          decision: "confirm",
          code: "opaque",
          data: { name, why: ": it runs another command" },
        }),
      ];
      const inside = unwrapped.inner.flatMap((item) =>
        judgeInner(item, { call, scope, directory: unwrapped.directory })
      );
      return [...variables, ...impure, ...inside];
    }
  }
}

function judgeInner(
  item: Inner,
  by: { readonly call: Call; readonly scope: Scope; readonly directory: Arg | undefined },
): readonly Finding[] {
  const { call, scope, directory } = by;
  // A wrapper's own directory is not followed: what is named there is looked for in both.
  const cwds = directory?.text?.startsWith("/") ? [...scope.cwds, directory.text] : scope.cwds;
  const inside = inner(scope, { cwds, functions: new Set() });
  if (item.kind === "argv") {
    return judgeCall({ ...call, args: item.args, spelling: "bare" }, inside);
  }
  return judgeScript({ text: item.text, shell: "sh", positional: undefined }, { call, scope });
}

/**
 * The options of a wrapper were not understood, so its inner argv cannot be told; any word that would be
 * refused as a command there is refused, so that a new option cannot carry `rm` past its rules.
 */
function hiddenRefusals(
  rest: readonly Arg[],
  by: { readonly call: Call; readonly scope: Scope },
): readonly Finding[] {
  for (let index = 0; index < rest.length; index++) {
    const inside: Call = { ...by.call, args: rest.slice(index), spelling: "bare" };
    const refused = refuseHiddenPrivilege(inside, by.scope) ?? refuseDenied(inside, by.scope) ??
      refuseTeamGit(inside, by.scope) ?? refuseTeamShell(inside, by.scope);
    if (refused !== undefined) return [refused];
  }
  return [];
}

function readAssignment(arg: Arg): { readonly name: string; readonly value: Arg | undefined } {
  const first = arg.alternatives[0]?.[0];
  const name = typeof first === "string" ? first.slice(0, first.indexOf("=")) : "";
  const value = arg.text === undefined ? undefined : literalArg(arg.text.slice(name.length + 1));
  return { name, value };
}
