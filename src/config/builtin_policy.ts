/**
 * The built-in data of `configs/`, compiled. It is part of the program and tested, so it is not checked at
 * start-up again; what a user writes is.
 * @module
 */
import policyData from "../../configs/policy.json" with { type: "json" };
import sensitiveData from "../../configs/sensitive_paths.json" with { type: "json" };
import wrapperData from "../../configs/wrappers.json" with { type: "json" };
import { compileOptions } from "../core/options.ts";
import type { ShellPolicy, WrapperRule, WrapperTable } from "../core/policy.ts";
import type { ShellName } from "../core/script.ts";
import type { SensitiveEntry } from "../core/sensitive.ts";

/** One group of names with a reason. */
export interface NameGroup {
  readonly names: readonly string[];
  readonly why: string;
}

/** The names that never run. */
export const DENIED_COMMANDS: readonly NameGroup[] = policyData.denied_commands;
/** Programs that run code they are given. */
export const INTERPRETERS: NameGroup = policyData.interpreters;
/** Variables that choose what runs. */
export const HOSTILE_VARIABLES: NameGroup = {
  names: policyData.variables.hostile,
  why: policyData.variables.why,
};
/** Programs that run another argv. */
export const WRAPPER_GROUPS: readonly NameGroup[] = wrapperData.wrappers;
/** Variables whose text a shell evaluates. */
export const EVALUATED_VARIABLES: ReadonlySet<string> = new Set(policyData.variables.evaluated);
/** What a repository's config may make git start. */
export const GIT_PROGRAMS = {
  settings: new Set(policyData.git.program_settings),
  harmlessValues: policyData.git.harmless_values,
};
/** Paths that hold secrets. */
export const SENSITIVE_ENTRIES: readonly SensitiveEntry[] = sensitiveData.entries;

/** Shells whose text is parsed as another one's. Source: ksh93 is ksh; bash in sh mode stays sh. */
const SHELL_DIALECTS: Readonly<Record<string, ShellName>> = { ksh93: "ksh" };

/** The shells and what they do by themselves. */
export function builtinShellPolicy(): ShellPolicy {
  const { shells, builtins } = policyData;
  return {
    judged: new Map(shells.judged.map((name) => [name, SHELL_DIALECTS[name] ?? name as ShellName])),
    opaque: new Set(shells.opaque),
    longOptionsWithValue: new Set(shells.long_options_with_value),
    startFileOptions: new Set(shells.start_file_options),
    plainBuiltins: new Set(builtins.plain),
    evaluatingBuiltins: new Set(builtins.evaluating),
    assigningBuiltins: new Set(builtins.assigning),
    loaders: new Set(builtins.loaders),
    sourcing: new Set(builtins.sourcing),
    callbacks: new Map(builtins.callbacks.map((entry) => [entry.name, new Set(entry.flags)])),
  };
}

/** One entry of `configs/wrappers.json`. */
interface WrapperEntry {
  readonly names: readonly string[];
  readonly flags: readonly string[];
  readonly operands: number;
  readonly read_only: boolean;
  readonly numeric?: boolean;
  readonly assignments?: boolean;
  readonly alone?: string;
  readonly other_flags?: readonly string[];
  readonly script_flags?: readonly string[];
  readonly split_flags?: readonly string[];
  readonly lookup_flags?: readonly string[];
  readonly replace_flags?: readonly string[];
  readonly appends?: boolean;
  readonly text?: string;
  readonly ends_at?: readonly string[];
  readonly trailing?: string;
}

/** Wrapper rules, compiled when a program of the name is first met: most calls meet none. */
export function builtinWrappers(): WrapperTable {
  const known = new Map<string, readonly WrapperRule[]>();
  const names = new Set(entries().flatMap((entry) => entry.names.map(firstWord)));
  return {
    has: (name) => names.has(name),
    get(name) {
      if (!names.has(name)) return [];
      const rules = known.get(name) ?? compileNamed(name);
      known.set(name, rules);
      return rules;
    },
  };
}

function entries(): readonly WrapperEntry[] {
  return wrapperData.wrappers;
}

function firstWord(words: string): string {
  return words.split(" ")[0] ?? "";
}

/** Rules of one first word; those with a subcommand come before those without. */
function compileNamed(name: string): readonly WrapperRule[] {
  const rules = entries().flatMap((entry) =>
    entry.names.filter((words) => firstWord(words) === name)
      .map((words) => compileWrapper(entry, { name, subcommand: words.split(" ")[1] }))
  );
  return rules.toSorted((left, right) =>
    Number(left.subcommand === undefined) - Number(right.subcommand === undefined)
  );
}

function compileWrapper(
  entry: WrapperEntry,
  word: { readonly name: string; readonly subcommand: string | undefined },
): WrapperRule {
  const groups = [
    entry.other_flags,
    entry.script_flags,
    entry.split_flags,
    entry.lookup_flags,
    entry.replace_flags,
  ];
  const notation = [...entry.flags, ...groups.flatMap((group) => group ?? [])];
  return {
    ...word,
    options: compileOptions(notation, { numeric: entry.numeric ?? false }),
    impure: namesOf(entry.other_flags),
    operands: entry.operands,
    readOnly: entry.read_only,
    assignments: entry.assignments ?? false,
    alone: entry.alone === "listed" || entry.alone === "redirects" ? entry.alone : "opaque",
    scriptFlags: namesOf(entry.script_flags),
    splitFlags: namesOf(entry.split_flags),
    lookupFlags: namesOf(entry.lookup_flags),
    replaceFlags: namesOf(entry.replace_flags),
    appends: entry.appends ?? false,
    joined: entry.text === "joined",
    endsAt: new Set(entry.ends_at),
    trailingIgnored: entry.trailing === "ignored",
  };
}

/** Option names without the marks of the notation. */
function namesOf(notation: readonly string[] | undefined): ReadonlySet<string> {
  return new Set((notation ?? []).map((item) => item.replace(/(\[=\]|=)$/, "")));
}
