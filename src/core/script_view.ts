/**
 * A parsed script with everything the rules ask about it: variables, directories, functions, aliases.
 * @module
 */
import type { Arg } from "./arg.ts";
import { expandWord, type ExpansionScope } from "./expand_word.ts";
import type { Scope } from "./judge_scope.ts";
import type { Assignment, Script, ScriptItem, ShellName, Word } from "./script.ts";
import { readDirectories, type ScriptDirectories } from "./script_directories.ts";
import { readVariables, type ScriptVariables } from "./script_variables.ts";

/** A script to judge: who runs it, with which `$0`, `$1`, … (undefined: not known). */
export interface ScriptText {
  readonly text: Arg;
  readonly shell: ShellName;
  readonly positional: readonly Arg[] | undefined;
}

/** A parsed script with everything the rules ask about it. */
export interface ScriptView {
  readonly script: Script;
  readonly scope: Scope;
  readonly variables: ScriptVariables;
  readonly directories: ScriptDirectories;
  /** Whether some variable was declared an integer: then assigning evaluates. */
  readonly integers: boolean;
  /** Names that the script gives another meaning by `alias`. */
  readonly aliases: ReadonlySet<string>;
}

/** One item of it. */
export interface ItemPlace {
  readonly index: number;
  readonly view: ScriptView;
}

/** Every command of a script with the directories it may run in; undefined when it does not parse. */
export function callsOfScript(
  source: ScriptText,
  scope: Scope,
): readonly { readonly args: readonly Arg[]; readonly cwds: readonly string[] }[] | undefined {
  const parsed = scope.context.parseScript(source.text.text ?? "", source.shell);
  if (!parsed.ok) return undefined;
  const view = viewScript(parsed.value, { source, scope });
  return view.script.items.flatMap((item, index) =>
    item.kind === "call" && item.words.length > 0
      ? [{ args: expandAll(item.words, { index, view }), cwds: view.scope.cwds }]
      : []
  );
}

/** Looks at a parsed script as a whole; the scope gets its directories and functions. */
export function viewScript(
  parsed: Script,
  by: { readonly source: ScriptText; readonly scope: Scope },
): ScriptView {
  const script = { items: parsed.items.map(withDeclared) };
  const { context, cwds } = by.scope;
  const { facts, policy, request } = context;
  const variables = readVariables(script, {
    home: facts.home,
    cwds,
    positional: by.source.positional,
    assigning: policy.shells.assigningBuiltins,
  });
  const view = {
    script,
    scope: by.scope,
    variables,
    integers: declaresIntegers(script),
    aliases: aliasNames(script),
  };
  const changes = script.items.flatMap((item, index) =>
    item.kind === "call" && wordText(item.words[0]) === "cd"
      ? [expandAll(item.words, { index, view })]
      : []
  );
  const directories = readDirectories(changes, { start: cwds, root: request.cwd, facts });
  const functions = new Set(
    script.items.flatMap((item) => item.kind === "function" ? [item.name] : []),
  );
  return { ...view, directories, scope: { ...by.scope, cwds: directories.cwds, functions } };
}

/** Builtins whose `NAME=value` words are assignments in every shell, whatever they are to its parser. */
const DECLARING = /^(declare|typeset|local|readonly|export)$/;

/** Moves `NAME=value` words of a declaration to its assignments: `export PAGER=x` sets a variable like `PAGER=x` does. */
function withDeclared(item: ScriptItem): ScriptItem {
  if (item.kind !== "call" || !DECLARING.test(wordText(item.words[0]) ?? "")) return item;
  const declared = item.words.flatMap((word) => readAssignmentWord(word) ?? []);
  if (declared.length === 0) return item;
  const words = item.words.filter((word) => readAssignmentWord(word) === undefined);
  return { ...item, words, assignments: [...item.assignments, ...declared] };
}

function readAssignmentWord(word: Word): Assignment | undefined {
  const [first, ...rest] = word.pieces;
  const match = first?.kind === "text" ? /^([A-Za-z_]\w*)(\+?)=/.exec(first.text) : null;
  if (match === null || first?.kind !== "text") return undefined;
  const name = match[1] ?? "";
  const pieces = [{ ...first, text: first.text.slice(match[0].length) }, ...rest];
  return { name, value: match[2] === "+" ? undefined : { ...word, pieces }, at: word.at };
}

function aliasNames(script: Script): ReadonlySet<string> {
  return new Set(script.items.flatMap((item) => {
    if (item.kind !== "call" || wordText(item.words[0]) !== "alias") return [];
    return item.words.slice(1).flatMap((word) => {
      const first = word.pieces[0];
      return first?.kind === "text" ? [first.text.split("=")[0] ?? ""] : [];
    });
  }));
}

function declaresIntegers(script: Script): boolean {
  return script.items.some((item) =>
    item.kind === "call" &&
    DECLARING.test(wordText(item.words[0]) ?? "") &&
    item.words.slice(1).some((word) => /^-[a-zA-Z]*i/.test(wordText(word) ?? ""))
  );
}

/** Expands words as they stand at an item. */
export function expandAll(
  words: readonly Word[],
  place: { readonly index: number; readonly view: Pick<ScriptView, "scope" | "variables"> },
): readonly Arg[] {
  const scope = expansionScope(place);
  return words.map((word) => expandWord(word, scope));
}

/** What is known where an item stands. */
export function expansionScope(
  place: { readonly index: number; readonly view: Pick<ScriptView, "scope" | "variables"> },
): ExpansionScope {
  const { scope, variables } = place.view;
  return {
    home: scope.context.facts.home,
    cwds: scope.cwds,
    lookUp: (name) => variables.valuesAt(name, place.index),
  };
}

/** The text of a word that is one literal. */
export function wordText(word: Word | undefined): string | undefined {
  const piece = word?.pieces[0];
  return word?.pieces.length === 1 && piece?.kind === "text" ? piece.text : undefined;
}
