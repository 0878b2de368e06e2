/**
 * Compares what a script ran with what the parser reported of it.
 * @module
 */
import type { CallItem, Script, Word } from "../../src/core/script.ts";
import type { Ran } from "./run_scripts.ts";

/** Builtins that run text, or that change what a name means: what follows is the judge's business, not the parser's. */
const EVALUATING = new Set(
  "eval trap alias unalias mapfile readarray compgen complete source . enable hash fc bind complete builtin autoload emulate functions zmodload zle sched"
    .split(" "),
);

/** Builtins that print, and so could make a name; stubs print nothing. */
const PRINTING = new Set(
  "echo printf which type command pwd print whence set export readonly declare typeset local"
    .split(" "),
);

/** Prefixes after which a command follows in the same words, and options of theirs. */
const PREFIXES = new Set("command exec time -p -- builtin - noglob nocorrect".split(" "));

/**
 * Whether anything may run: text is evaluated, or a name is a pattern or has expansions beside text. The judge refuses such a
 * script, or judges the text.
 */
export function isBeyondParser({ items }: Script): boolean {
  const calls = items.filter((item) => item.kind === "call");
  const prints = calls.some(({ words }) => PRINTING.has(firstText(words)));
  if (prints && calls.some(({ words }) => words[0] && mayVanish(words[0]))) return true;
  if (calls.some(({ words }) => words.some((word) => holds(word, /\[.*(?:\$\(|`)/s)))) return true;
  const values = calls.flatMap(({ assignments }) => assignments.map(({ value }) => value));
  if (values.some((value) => value && holds(value, /\$\(|`/))) return true;
  return items.some((item) => {
    if (item.kind === "refused") return true;
    if (item.kind !== "call" || item.words.length === 0) return false;
    return commandsOf(item).some(({ name, args }) =>
      name === undefined || EVALUATING.has(name) ||
      (name === "exec" && args[0]?.startsWith("-") === true)
    );
  });
}

/** Every command that ran, and every file that appeared, without having been reported. */
export function findMisses(script: Script, ran: readonly Ran[]): readonly Ran[] {
  const calls = script.items.filter((item) => item.kind === "call");
  const commands = calls.flatMap(commandsOf);
  const files = calls.flatMap(({ redirects }) =>
    redirects.map(({ target }) => target && literalText(target)?.replace(/^\.\//, ""))
  );
  return ran.filter(([name, ...args]) => {
    if (name === ">") return !files.includes(args[0]) && !files.includes(undefined);
    return !commands.some((command) => command.name === name && mayBe(command.args, args));
  });
}

interface ReportedCommand {
  /** Undefined when it is not known. */
  readonly name: string | undefined;
  /** Each word's text; undefined when one is expanded. */
  readonly args: readonly (string | undefined)[];
}

/** The command of a call, and those behind its prefixes. No stub prints anything: a word that is one expansion may vanish. */
function commandsOf({ words }: Pick<CallItem, "words">): readonly ReportedCommand[] {
  const [head] = words;
  if (head && mayVanish(head)) return commandsOf({ words: words.slice(1) });
  const texts = words.map(literalText);
  const [name, ...args] = texts;
  if (texts.length === 0) return [];
  const first = { name, args };
  if (name === undefined || !PREFIXES.has(name)) return [first];
  return [first, ...commandsOf({ words: words.slice(1) })];
}

/**
 * Whether literal text of a word has the form: `read 'a[$(rm x)]'` and, through a variable, `x='a[$(rm x)]'; ((x))` and
 * `PS4='$(rm x)'` are evaluated by what comes later, and the judge looks for it.
 */
function holds({ pieces }: Word, form: RegExp): boolean {
  return pieces.some((piece) => piece.kind === "text" && form.test(piece.text));
}

function firstText([first]: readonly Word[]): string {
  return (first && literalText(first)) ?? "";
}

function mayVanish({ pieces }: Word): boolean {
  return pieces.every((piece) => piece.kind === "command" && !piece.quoted);
}

function mayBe(reported: ReportedCommand["args"], ran: readonly string[]): boolean {
  if (reported.includes(undefined)) return true;
  return reported.length === ran.length && reported.every((text, index) => text === ran[index]);
}

/** The text of a word that no shell expands; undefined for any other. */
function literalText({ pieces }: Word): string | undefined {
  const texts = pieces.map((piece) => piece.kind === "text" ? piece.text : undefined);
  const bare = pieces.map((piece) => piece.kind === "text" && !piece.quoted ? piece.text : "q");
  const isPattern = /[*?~]|\[.*\]|\{.*(?:,|\.\.).*\}/s.test(bare.join(""));
  return isPattern || texts.includes(undefined) ? undefined : texts.join("");
}
