/**
 * The flag notation of the allowlist files, compiled.
 *
 * `-n` takes nothing; `-n=` a value, glued or as the next word; `--name=` a value after `=` or as the next word;
 * `--name[=]` and `-U[=]` only a glued one, or none. `=<kind>` says what the value is, `=<a>,<b>` takes two words.
 * A list item may hold several flags, divided by a blank.
 * @module
 */
import type { FlagRule, FlagTable, ReadOnlyFile, ValueKind } from "./types.ts";

/** Kinds that need no entry in a file. */
const PLAIN_KINDS: ReadonlySet<string> = new Set([
  "word",
  "text",
  "number",
  "path",
  "tree",
  "revision",
  "program",
]);

const NOTATION = /^(--?[^=[\]]+)(\[=\]|=)?((?:<\w+>)?(?:,<\w+>)*)$/;

/** The names one file defines, compiled once. */
export interface FileNames {
  kindOf(name: string): ValueKind;
  setOf(name: string): ReadonlyMap<string, FlagRule>;
}

/** Compiles the kinds and flag sets of a file on first use. An unknown name is a bug in the file and throws. */
export function fileNames(file: Pick<ReadOnlyFile, "kinds" | "flag_sets">): FileNames {
  const kinds = new Map<string, ValueKind>();
  const sets = new Map<string, ReadonlyMap<string, FlagRule>>();
  const names: FileNames = {
    kindOf(name) {
      const known = kinds.get(name) ?? compileKind(name, file.kinds ?? {});
      kinds.set(name, known);
      return known;
    },
    setOf(name) {
      const known = sets.get(name);
      if (known !== undefined) return known;
      const flags = file.flag_sets?.[name];
      if (flags === undefined) throw new Error(`no flag set is called ${name}`);
      const compiled = compileLayer(flags, names);
      sets.set(name, compiled);
      return compiled;
    },
  };
  return names;
}

/** Compiles a flag list: its own flags first, then one layer for each `@SET`. */
export function compileFlags(flags: readonly string[], names: FileNames): FlagTable {
  const all = flags.flatMap((line) => line.split(" "));
  const own = all.filter((flag) => !flag.startsWith("@"));
  const sets = all.filter((flag) => flag.startsWith("@"));
  return [compileLayer(own, names), ...sets.map((set) => names.setOf(set.slice(1)))];
}

/** The rule of a flag by its exact name. */
export function flagRule(table: FlagTable, name: string): FlagRule | undefined {
  for (const layer of table) {
    const rule = layer.get(name);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

function compileLayer(flags: readonly string[], names: FileNames): ReadonlyMap<string, FlagRule> {
  const layer = new Map<string, FlagRule>();
  for (const flag of flags.flatMap((line) => line.split(" "))) {
    const [, name, mark, kinds] = NOTATION.exec(flag) ?? [];
    if (flag.startsWith("@")) {
      for (const [inner, rule] of names.setOf(flag.slice(1))) layer.set(inner, rule);
    } else if (name === undefined || (mark === undefined && kinds !== "")) {
      throw new Error(`${flag} is not flag notation`);
    } else layer.set(name, compileFlag(mark, { kinds: kinds ?? "", names }));
  }
  return layer;
}

const NOTHING: FlagRule = { takes: "nothing", kinds: [] };

function compileFlag(
  mark: string | undefined,
  by: { readonly kinds: string; readonly names: FileNames },
): FlagRule {
  if (mark === undefined) return NOTHING;
  const named = by.kinds === "" ? ["<word>"] : by.kinds.split(",");
  return {
    takes: mark === "=" ? "values" : "glued",
    kinds: named.map((kind) => by.names.kindOf(kind.slice(1, -1))),
  };
}

function compileKind(name: string, rules: NonNullable<ReadOnlyFile["kinds"]>): ValueKind {
  if (PLAIN_KINDS.has(name)) return { kind: name as "word" };
  const rule = rules[name];
  if (rule === undefined) throw new Error(`no kind of value is called ${name}`);
  const mode = rule.ignore_case === true ? "iu" : "u";
  return {
    kind: "rule",
    why: rule.why,
    pattern: rule.pattern === undefined ? undefined : new RegExp(rule.pattern, mode),
    not: rule.not === undefined ? undefined : new RegExp(rule.not, mode),
  };
}
