/**
 * Whether one call is a watcher by its own words, without looking into what it starts.
 * @module
 */
import type { Arg } from "../arg.ts";
import { matchesName } from "./match_name.ts";
import { isFlag, isProjectFile, programName, readTexts, valuedFlags } from "./read_words.ts";
import type { ProgramRule, ToolRule, WatcherRules } from "./watcher_rules.ts";

type Texts = readonly (string | undefined)[];

/** Flags with which every program describes itself and ends. Source: GNU coding standards, 4.8. */
const DESCRIBES = ["--help", "--version"];

/**
 * Says what makes a call a watcher, in words for a message (`tsc --watch`, `cargo watch`).
 *
 * `args` are the program and its own words: not those it hands on to another command. Undefined when
 * the call ends by itself, or when that is not certain. Source: spec.md, section 9.
 */
export function matchWatcher(args: readonly Arg[], rules: WatcherRules): string | undefined {
  const program = programName(args[0]);
  if (program === undefined) return undefined;
  const texts = readTexts(args.slice(1), valuedFlags(program, rules));
  if (rules.never.some((rule) => readWords(rule, { program, texts }) !== undefined)) {
    return undefined;
  }
  const tools = isProjectFile(args[0], rules) ? rules.tools.filter(needsWords) : rules.tools;
  for (const rule of tools) {
    const shown = matchTool(rule, { program, texts, off: rules.generic.off });
    if (shown !== undefined) return shown;
  }
  if (endsEarly(DESCRIBES, { texts, from: 0 })) return undefined;
  const flag = switchedOn(texts, rules.generic);
  return flag === undefined ? undefined : `${program} ${flag}`;
}

/** Whether a rule asks for more than the program's name. */
function needsWords(rule: ToolRule): boolean {
  return [rule.words, rule.flags, rule.operands].some((part) => part !== undefined);
}

interface ToolCall {
  readonly program: string;
  readonly texts: Texts;
}

function matchTool(
  rule: ToolRule,
  call: ToolCall & { readonly off: readonly string[] },
): string | undefined {
  const words = readWords(rule, call);
  if (words === undefined) return undefined;
  const unless = [...DESCRIBES, ...(rule.unless ?? [])];
  if (endsEarly(unless, { texts: call.texts, from: words.end, clusters: rule.clusters })) {
    return undefined;
  }
  const name = [call.program, ...words.shown].join(" ");
  if (rule.flags !== undefined) {
    const flag = switchedOn(call.texts, {
      flags: rule.flags,
      clusters: rule.clusters,
      off: call.off,
    });
    return flag === undefined ? undefined : `${name} ${flag}`;
  }
  const patterns = rule.operands;
  if (patterns === undefined) return name;
  const operand = call.texts.find((text) =>
    text !== undefined && patterns.some((pattern) => matchesName(pattern, { name: text }))
  );
  return operand === undefined ? undefined : `${name} ${operand}`;
}

interface WordsRead {
  readonly end: number;
  readonly shown: readonly string[];
}

/** The first of the rule's word sequences that the call starts with, and where it ends in `texts`. */
function readWords(rule: ProgramRule, call: ToolCall): WordsRead | undefined {
  if (!rule.programs.includes(call.program)) return undefined;
  if (rule.words === undefined) return { end: 0, shown: [] };
  return rule.words.map((words) => readSequence(words, call.texts))
    .find((read) => read !== undefined);
}

function readSequence(words: readonly string[], texts: Texts): WordsRead | undefined {
  const shown: string[] = [];
  let end = 0;
  for (const word of words) {
    while (isFlag(texts[end])) end++;
    const name = texts[end++];
    if (name === undefined || !matchesName(word, { name })) return undefined;
    shown.push(name);
  }
  return { end, shown };
}

/** Later words may belong to a command that the watcher starts, so only those up to its first operand count. */
function endsEarly(
  unless: readonly string[],
  call: { readonly texts: Texts; readonly from: number; readonly clusters?: string | undefined },
): boolean {
  const operand = call.texts.findIndex((text, index) => index >= call.from && !isFlag(text));
  const leading = call.texts.slice(0, operand < 0 ? undefined : operand + 1);
  return leading.some((text) =>
    text !== undefined &&
    unless.some((word) => text === word || isClustered(text, { flag: word, before: call.clusters }))
  );
}

interface Switch {
  readonly flags: readonly string[];
  readonly off: readonly string[];
  readonly clusters?: string | undefined;
}

/** The flag that is on at the end of the words: the last spelling counts, as in most parsers. */
function switchedOn(texts: Texts, rule: Switch): string | undefined {
  let on: string | undefined;
  for (const [index, text] of texts.entries()) {
    if (text === undefined) continue;
    const value = readSwitch(text, rule);
    if (value === undefined) continue;
    on = value && texts[index + 1] !== "false" ? text : undefined;
  }
  return on;
}

function readSwitch(text: string, rule: Switch): boolean | undefined {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  for (const flag of rule.flags) {
    if (name === flag) {
      return equals < 0 || !rule.off.includes(text.slice(equals + 1).toLowerCase());
    }
    if (flag.startsWith("--") && text === `--no-${flag.slice(2)}`) return false;
    if (isClustered(text, { flag, before: rule.clusters })) return true;
  }
  return undefined;
}

function isClustered(
  text: string,
  cluster: { readonly flag: string; readonly before: string | undefined },
): boolean {
  const { flag, before } = cluster;
  if (before === undefined || flag.length !== 2 || !/^-[^-]/.test(text)) return false;
  const at = text.indexOf(flag.slice(1), 1);
  return at > 0 && [...text.slice(1, at)].every((letter) => before.includes(letter));
}
