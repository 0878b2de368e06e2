/**
 * Rules on the shell's own commands inside a script.
 * @module
 */
import { type Arg, mayBeFlag } from "../arg.ts";
import { type Call, finding, type Remark, type Scope } from "../judge_scope.ts";
import { mayNameSensitive } from "../sensitive.ts";
import type { Finding } from "../types.ts";
import { judgeVariable, mayRunWhenEvaluated } from "./variables.ts";

/** A builtin's findings, and script text it will run later (`trap`, `alias`). */
export interface BuiltinJudgement {
  readonly findings: readonly Finding[];
  readonly scripts: readonly Arg[];
}

/**
 * Judges a builtin; undefined when the name is none of ours.
 *
 * Codes: `builtin`, `script-loader`, `script-dynamic`, `environment`, `opaque`, `sensitive-argument`.
 * Source: spec.md, section 2, "a fixed set of builtins".
 */
export function judgeBuiltin(call: Call, scope: Scope): BuiltinJudgement | undefined {
  const { shells } = scope.context.policy;
  const name = call.args[0]?.text ?? "";
  const say = (remark: Remark): BuiltinJudgement => ({
    findings: [finding(call, { scope, remark })],
    scripts: [],
  });
  if (shells.loaders.has(name)) {
    return say({ decision: "deny", code: "script-loader", data: { name } });
  }
  if (shells.sourcing.has(name)) return say(judgeSourcing(call));
  const callbacks = shells.callbacks.get(name);
  if (callbacks !== undefined && usesFlag(call.args, callbacks)) {
    return say({ decision: "deny", code: "script-loader", data: { name } });
  }
  const evaluated = judgeEvaluated(call, scope);
  if (evaluated !== undefined) return say(evaluated);
  const assigned = judgeAssigned(call, scope);
  if (assigned.length > 0) return { findings: assigned, scripts: [] };
  if (!shells.plainBuiltins.has(name)) return undefined;
  if (name === "trap" || name === "alias") return judgeDeferred(call, scope);
  if (isTest(name) && call.args.some((arg) => isSensitive(arg, scope))) {
    return say({
      decision: "confirm",
      code: "sensitive-argument",
      data: { argument: testedSecret(call, scope) },
    });
  }
  return say({ decision: "read_only", code: "builtin", rule: name });
}

function judgeSourcing(call: Call): Remark {
  const name = call.args[0]?.text ?? "";
  const file = call.args[1];
  if (file?.text === undefined) return { decision: "deny", code: "script-loader", data: { name } };
  return { decision: "confirm", code: "opaque", data: { name, why: `: the file "${file.text}"` } };
}

/** Options of builtins may be clustered, and one known only at run time may be any of them. */
function usesFlag(args: readonly Arg[], flags: ReadonlySet<string>): boolean {
  for (const arg of args.slice(1)) {
    const text = arg.text;
    if (text === "--") return false;
    if (text === undefined ? mayBeFlag(arg) : [...flags].some((flag) => clusterHolds(text, flag))) {
      return true;
    }
  }
  return false;
}

function clusterHolds(text: string, flag: string): boolean {
  return /^-[^-]/.test(text) && text.includes(flag.slice(1));
}

/**
 * Arguments that a builtin evaluates: a subscript `a[$(rm x)]` in a name runs its command even when quoted.
 * Attack: `printf -v 'a[$(rm x)]' 1`, `[ -v 'a[$(rm x)]' ]`, `declare -i x='a[$(rm y)]'`.
 */
function judgeEvaluated(call: Call, scope: Scope): Remark | undefined {
  const name = call.args[0]?.text ?? "";
  const suspects = evaluatedArguments(call, scope);
  const unclear = suspects.some((arg) =>
    mayRunWhenEvaluated(arg) || (arg.text === undefined && name !== "export" && name !== "wait")
  );
  if (!unclear) return undefined;
  return {
    decision: "deny",
    code: "script-dynamic",
    data: { what: `an argument of ${name}, which evaluates it,` },
  };
}

function evaluatedArguments(call: Call, scope: Scope): readonly Arg[] {
  const name = call.args[0]?.text ?? "";
  const rest = call.args.slice(1);
  if (name === "printf") return optionValue(rest, "-v");
  if (isTest(name)) {
    const evaluates = rest.some((arg) => /^-(v|R|eq|ne|lt|le|gt|ge)$/.test(arg.text ?? ""));
    return evaluates
      ? rest.filter((arg) => arg.text?.includes("[") && mayRunWhenEvaluated(arg))
      : [];
  }
  if (!scope.context.policy.shells.evaluatingBuiltins.has(name)) return [];
  return name === "read" ? rest.filter((_, index) => !isReadOption(rest, index)) : rest;
}

/** `read -p "prompt $x"`: values of options other than `-a` are data. */
function isReadOption(args: readonly Arg[], index: number): boolean {
  return /^-[a-zA-Z]*[pdnNtui]$/.test(args[index - 1]?.text ?? "");
}

function optionValue(args: readonly Arg[], flag: string): readonly Arg[] {
  const at = args.findIndex((arg) => arg.text === flag);
  const next = args[at + 1];
  if (at >= 0) return next === undefined ? [] : [next];
  // `printf "$x"`: only a first word may be the option, and then only when it may start with a dash.
  const glued = args[0];
  return glued?.text?.startsWith(flag) ? [{ ...glued, text: glued.text.slice(flag.length) }] : [];
}

/** Builtins that set variables by name: the same rules as for an assignment. */
function judgeAssigned(call: Call, scope: Scope): readonly Finding[] {
  const name = call.args[0]?.text ?? "";
  const rest = call.args.slice(1);
  const { shells } = scope.context.policy;
  if (/^(declare|typeset|local)$/.test(name) && usesFlag(call.args, new Set(["-n"]))) {
    const data = { name, why: ": a name reference" };
    return [finding(call, { scope, remark: { decision: "confirm", code: "opaque", data } })];
  }
  if (name === "export" && rest.some((arg) => arg.text === undefined)) {
    const data = { name: "a variable named at run time" };
    return [finding(call, { scope, remark: { decision: "confirm", code: "environment", data } })];
  }
  const names = name === "printf"
    ? optionValue(rest, "-v")
    : shells.assigningBuiltins.has(name)
    ? rest.filter((arg) => !arg.text?.startsWith("-"))
    : [];
  return names.flatMap((arg) => {
    const variable = { name: arg.text?.replace(/[=[].*$/s, "") ?? "", value: undefined };
    return judgeVariable(variable, { call, scope }) ?? [];
  });
}

/** `trap TEXT SIGNAL` and `alias N=TEXT` keep text to run later: it is judged like a script. */
function judgeDeferred(call: Call, scope: Scope): BuiltinJudgement {
  const name = call.args[0]?.text ?? "";
  const deferred = name === "trap" ? trapText(call.args) : aliasTexts(call.args);
  if (deferred.length === 0) {
    return {
      findings: [
        finding(call, { scope, remark: { decision: "read_only", code: "builtin", rule: name } }),
      ],
      scripts: [],
    };
  }
  const data = { name, why: " later" };
  return {
    findings: [finding(call, { scope, remark: { decision: "confirm", code: "opaque", data } })],
    scripts: deferred,
  };
}

function trapText(args: readonly Arg[]): readonly Arg[] {
  const rest = args.slice(1).filter((arg) => arg.text !== "--");
  const text = rest[0];
  // `trap`, `trap -p`, `trap - EXIT`, `trap '' INT` and `trap EXIT` set nothing that runs.
  if (text === undefined || rest.length < 2 || /^(|-|-[lp]|\d+)$/.test(text.text ?? "?")) return [];
  return [text];
}

function aliasTexts(args: readonly Arg[]): readonly Arg[] {
  return args.slice(1).flatMap((arg) => {
    if (arg.text === undefined) return [arg];
    const equals = arg.text.indexOf("=");
    if (equals < 0) return [];
    const text = arg.text.slice(equals + 1);
    return [{ text, alternatives: [[text]], splits: false, shown: text }];
  });
}

function isTest(name: string): boolean {
  return name === "test" || name === "[" || name === "[[";
}

function isSensitive(arg: Arg, scope: Scope): boolean {
  const { policy, facts } = scope.context;
  return mayNameSensitive(arg, { paths: policy.sensitive, cwds: scope.cwds, facts });
}

function testedSecret(call: Call, scope: Scope): string {
  return call.args.find((arg) => isSensitive(arg, scope))?.shown ?? "";
}
