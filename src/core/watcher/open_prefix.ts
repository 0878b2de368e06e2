/**
 * Programs that start the command written in their arguments: `npx tsc`, `cross-env A=b tsc`,
 * `bundle exec guard`.
 * @module
 */
import { type Arg, literalArg } from "../arg.ts";
import { splitText } from "./open_scripts.ts";
import { firstOperand, flagValues } from "./read_words.ts";
import type { Opened, Opening } from "./session.ts";
import type { PrefixRule } from "./watcher_rules.ts";

/** The command that starts behind the program's own words; undefined when the rule does not fit the call. */
export function openPrefix(rule: PrefixRule, opening: Opening): Opened | undefined {
  const { args, cwds } = opening.call;
  const after = (rule.words ?? [[]]).map((words) => passWords(words, opening))
    .find((index) => index !== undefined);
  if (after === undefined) return undefined;
  const texts = rule.texts ?? [];
  const flagsEnd = firstOperand(args, {
    from: after,
    valued: new Set([...opening.valued, ...texts]),
  });
  const text = flagValues(args.slice(1, flagsEnd), texts)[0];
  if (text !== undefined) {
    const starts = splitText(text, { session: opening.session, cwds }) ?? [];
    return { own: args.slice(1, flagsEnd), starts };
  }
  const at = passBefore(rule, { args, from: flagsEnd });
  const inner = rule.below === undefined ? args.slice(at) : cutSuffix(args.slice(at), rule.below);
  if (inner.length === 0) return undefined;
  return { own: args.slice(1, at), starts: [{ args: inner, cwds }] };
}

/** Index behind a sequence of first operands. */
function passWords(words: readonly string[], opening: Opening): number | undefined {
  const { call: { args }, valued } = opening;
  let from = 1;
  for (const word of words) {
    const at = firstOperand(args, { from, valued });
    if (args[at]?.text !== word) return undefined;
    from = at + 1;
  }
  return from;
}

/** Passes what stands between the flags and the command. */
function passBefore(
  rule: PrefixRule,
  words: { readonly args: readonly Arg[]; readonly from: number },
): number {
  let at = words.from + (rule.skip ?? 0);
  while (rule.assignments === true && /^[A-Za-z_]\w*=/.test(words.args[at]?.text ?? "")) at++;
  return words.args[at]?.text === "--" ? at + 1 : at;
}

/** A script file run as a program counts as the tool it is called after, when it lies where tools do. */
function cutSuffix(inner: readonly Arg[], below: string): readonly Arg[] {
  const path = inner[0]?.text;
  if (path?.includes(below) !== true) return [];
  return [literalArg(path.replace(/\.[cm]?js$/, "")), ...inner.slice(1)];
}
