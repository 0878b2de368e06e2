/**
 * Reading the words of a call: which are flags, which are values of flags, which are operands.
 * A word that is not known when it is judged counts as an operand that equals nothing.
 * @module
 */
import type { Arg } from "../arg.ts";
import { baseName } from "../paths.ts";
import type { WatcherRules } from "./watcher_rules.ts";

/** How one program reads its words. */
export interface Grammar {
  /** Flags, or words, that take the next word. */
  readonly valued: ReadonlySet<string>;
  /** Words without a dash that are read like flags. */
  readonly skipped?: readonly string[];
  /** Words that are operands although they start with a dash. */
  readonly kept?: readonly string[];
}

/**
 * The name rules know a program by: the last part of its path, or an npm package, without a version.
 *
 * @example
 * ```ts
 * import { literalArg } from "../arg.ts";
 * import { programName } from "./read_words.ts";
 * programName(literalArg("./node_modules/.bin/tsc")); // "tsc"
 * programName(literalArg("@babel/cli@7")); // "@babel/cli"
 * ```
 */
export function programName(arg: Arg | undefined): string | undefined {
  const text = arg?.text;
  if (text === undefined) return undefined;
  const name = /^@[^/]+\/[^/]+$/.test(text) ? text : baseName(text);
  const version = name.indexOf("@", 1);
  return version < 0 ? name : name.slice(0, version);
}

/**
 * Whether the program is a file of the project rather than an installed one: `./watch` may be anything.
 * A bare name is looked up on PATH and counts as installed.
 */
export function isProjectFile(arg: Arg | undefined, rules: WatcherRules): boolean {
  const folders = arg?.text?.startsWith("@") === true
    ? []
    : (arg?.text ?? "").split("/").slice(0, -1);
  return folders.length > 0 && !folders.some((name) => rules.installed.folders.includes(name));
}

/** Flags of a program whose next word is their value, from the `values` of the rules. */
export function valuedFlags(program: string, rules: WatcherRules): ReadonlySet<string> {
  return new Set(
    rules.values.filter((rule) => rule.programs.includes(program)).flatMap((rule) => rule.flags),
  );
}

/** Whether a known word is a flag; a lone `-` is an operand. */
export function isFlag(text: string | undefined): boolean {
  return text !== undefined && text.length > 1 && text.startsWith("-");
}

/** Index of the first operand at or after `from`; the length when there is none. A `--` is passed over. */
export function firstOperand(
  args: readonly Arg[],
  options: Grammar & { readonly from: number },
): number {
  for (let index = options.from; index < args.length; index++) {
    const text = args[index]?.text;
    if (text === "--") return index + 1;
    if (text === undefined || !isSkipped(text, options)) return index;
    if (options.valued.has(text)) index++;
  }
  return args.length;
}

function isSkipped(text: string, grammar: Grammar): boolean {
  if (grammar.kept?.includes(text)) return false;
  return isFlag(text) || grammar.valued.has(text) || grammar.skipped?.includes(text) === true;
}

/** All operands of a list of words; behind `--` everything is one. */
export function operandsOf(words: readonly Arg[], grammar: Grammar): readonly Arg[] {
  const operands: Arg[] = [];
  let from = 0;
  while (from < words.length) {
    const at = firstOperand(words, { ...grammar, from });
    if (words[at - 1]?.text === "--" && at > from) return [...operands, ...words.slice(at)];
    operands.push(...words.slice(at, at + 1));
    from = at + 1;
  }
  return operands;
}

/** The words up to `--` as text, without those that are values of flags; undefined for unknown ones. */
export function readTexts(
  words: readonly Arg[],
  valued: ReadonlySet<string>,
): readonly (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (let index = 0; index < words.length; index++) {
    const text = words[index]?.text;
    if (text === "--") break;
    texts.push(text);
    if (text !== undefined && valued.has(text)) index++;
  }
  return texts;
}

/** The known values given to any of the flags, glued with `=` or as the next word. */
export function flagValues(words: readonly Arg[], flags: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    const text = word.text ?? "";
    const glued = flags.find((flag) => flag.startsWith("--") && text.startsWith(`${flag}=`));
    const value = flags.includes(text) ? words[index + 1]?.text : undefined;
    if (glued !== undefined) return [text.slice(glued.length + 1)];
    return value === undefined ? [] : [value];
  });
}

/**
 * The source text of a word that may hold `*`, `?` or `[..]`: a shell keeps such a word as it is when
 * no file is called so, which is how unquoted script patterns (`run-p watch:*`) arrive.
 */
export function patternText(arg: Arg): string | undefined {
  const [only, ...others] = arg.alternatives;
  if (arg.text !== undefined || only === undefined || others.length > 0) return arg.text;
  const parts = only.map((part) => {
    if (typeof part === "string") return part;
    return part.hole === "glob" ? part.text : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join("");
}
