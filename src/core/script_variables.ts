/**
 * What the variables of a script may hold, without following its control flow: every value that is
 * assigned anywhere counts everywhere after the first assignment.
 * @module
 */
import { type Arg, hasUnknown, type Pattern } from "./arg.ts";
import { expandWord, type ExpansionScope, MAX_ALTERNATIVES } from "./expand_word.ts";
import type { CallItem, Script, Word } from "./script.ts";

/** Answers for one script. */
export interface ScriptVariables {
  /** Everything the variable may hold at an item; undefined when unknown. */
  valuesAt(name: string, item: number): readonly Pattern[] | undefined;
  /** Whether the script sets the variable at all. */
  isSet(name: string): boolean;
}

/** What is known before the script starts. */
export interface VariableSettings {
  readonly home: string | undefined;
  readonly cwds: readonly string[];
  /** `$0`, `$1`, …; undefined when they are not known. */
  readonly positional: readonly Arg[] | undefined;
  /** Builtins that set the variables they name (`read`, `getopts`). */
  readonly assigning: ReadonlySet<string>;
}

interface Source {
  readonly name: string;
  readonly item: number;
  /** Undefined: unknown; `numeric` tells a number. */
  readonly words: readonly Word[] | undefined;
  readonly numeric: boolean;
}

type Values = readonly Pattern[] | undefined;

/** Rounds of the fixpoint; a chain of assignments longer than this is unknown. */
const ROUNDS = 6;

/** Collects every value each variable is given. */
export function readVariables(script: Script, settings: VariableSettings): ScriptVariables {
  const sources = collectSources(script, settings.assigning);
  const first = new Map<string, number>();
  for (const source of sources) if (!first.has(source.name)) first.set(source.name, source.item);
  const values = solve(sources, settings);
  const shifting = changesPositional(script);
  return {
    isSet: (name) => first.has(name),
    valuesAt(name, item) {
      const assigned = first.get(name);
      if (assigned !== undefined) return item < assigned ? undefined : values.get(name);
      return shifting ? undefined : positionalValue(name, settings.positional);
    },
  };
}

function positionalValue(name: string, positional: readonly Arg[] | undefined): Values {
  if (!/^\d+$/.test(name) || positional === undefined) return undefined;
  const arg = positional[Number(name)];
  return arg === undefined ? [[""]] : arg.alternatives;
}

/** Functions have arguments of their own; `set --` and `shift` change the script's. */
function changesPositional(script: Script): boolean {
  return script.items.some((item) =>
    item.kind === "function" ||
    (item.kind === "call" && /^(set|shift)$/.test(literalText(item.words[0]) ?? "") &&
      item.words.slice(1).some((word) =>
        !/^-/.test(literalText(word) ?? "") || literalText(word) === "--"
      )) ||
    (item.kind === "call" && literalText(item.words[0]) === "shift")
  );
}

function collectSources(script: Script, assigning: ReadonlySet<string>): readonly Source[] {
  const sources: Source[] = [];
  script.items.forEach((item, index) => {
    if (item.kind === "variable") {
      sources.push({ name: item.name, item: index, words: item.values, numeric: item.numeric });
    }
    if (item.kind !== "call") return;
    for (const assignment of item.assignments) {
      const words = assignment.value === undefined ? undefined : [assignment.value];
      sources.push({ name: assignment.name, item: index, words, numeric: false });
    }
    for (const name of namesSetBy(item, assigning)) {
      sources.push({ name, item: index, words: undefined, numeric: false });
    }
  });
  return sources;
}

/** `read x y`, `getopts f opt`, `printf -v x`: the words may be names, and what they get is unknown. */
function namesSetBy(call: CallItem, assigning: ReadonlySet<string>): readonly string[] {
  const words = call.words.map((word) => literalText(word) ?? "");
  const name = words[0] ?? "";
  if (name === "printf") return words[1] === "-v" ? [words[2] ?? ""] : [];
  if (!assigning.has(name)) return [];
  return words.slice(1).filter((word) => /^[A-Za-z_]\w*$/.test(word));
}

function literalText(word: Word | undefined): string | undefined {
  if (word?.pieces.every((piece) => piece.kind === "text") !== true) return undefined;
  return word.pieces.map((piece) => piece.kind === "text" ? piece.text : "").join("");
}

/** Least fixpoint: values only grow, so a few rounds settle all but long chains. */
function solve(
  sources: readonly Source[],
  settings: VariableSettings,
): ReadonlyMap<string, Values> {
  let known = new Map<string, Values>(sources.map((source) => [source.name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Map<string, Values>();
    for (const source of sources) {
      const before = next.has(source.name) ? next.get(source.name) : [];
      next.set(source.name, union(before, evaluate(source, { known, settings })));
    }
    if (JSON.stringify([...next]) === JSON.stringify([...known])) return next;
    known = next;
  }
  return new Map(sources.map((source) => [source.name, undefined]));
}

function evaluate(
  source: Source,
  by: { readonly known: ReadonlyMap<string, Values>; readonly settings: VariableSettings },
): Values {
  if (source.words === undefined) return source.numeric ? [[{ hole: "number" }]] : undefined;
  const scope: ExpansionScope = {
    home: by.settings.home,
    cwds: by.settings.cwds,
    lookUp: (name) =>
      by.known.has(name) ? by.known.get(name) : positionalValue(name, by.settings.positional),
  };
  const args = source.words.map((word) => expandWord(word, scope));
  return args.some(hasUnknown) ? undefined : args.flatMap((arg) => arg.alternatives);
}

function union(left: Values, right: Values): Values {
  if (left === undefined || right === undefined) return undefined;
  const all = new Map([...left, ...right].map((pattern) => [JSON.stringify(pattern), pattern]));
  return all.size > MAX_ALTERNATIVES ? undefined : [...all.values()];
}
