/**
 * Checking the operands of an entry: how many, when, and what they look like.
 * @module
 */
import type { FlagReading } from "./read_flag.ts";
import type { Operand } from "./scan_words.ts";
import type { EntryRules, Stop } from "./types.ts";
import { checkValue, type Value, valuesOf } from "./value.ts";

/** Answers what cancels, or undefined. */
export function checkOperands(
  operands: readonly Operand[],
  rules: EntryRules,
  reading: FlagReading,
): Stop | undefined {
  const rule = rules.entry.operands;
  const first = operands[0];
  if (first === undefined) return undefined;
  if (rule === undefined) return { why: `${reading.owner} takes no words here`, at: first.at };
  if (rule.only_with !== undefined && !isOneGiven(rule.only_with, reading)) {
    return { why: `words after ${reading.owner} need ${rule.only_with[0]}`, at: first.at };
  }
  if (rule.max !== undefined) {
    const over = operands[rule.max];
    if (over !== undefined) return { why: `${over.arg.shown} is one word too many`, at: over.at };
    const unclear = operands.find((operand) => operand.arg.splits);
    if (unclear !== undefined) {
      return { why: `${unclear.arg.shown} may become several words`, at: unclear.at };
    }
  }
  const ownFirst = rules.firstKind !== undefined &&
    !isOneGiven(rule.first_given_by ?? [], reading);
  for (const [index, operand] of operands.entries()) {
    const kind = ownFirst && index === 0 ? rules.firstKind : rules.operandKind;
    if (kind === undefined) continue;
    for (const value of valuesOf(operand.arg)) {
      if (!startsWith(value, rule.prefix)) {
        return { why: `${operand.arg.shown} does not start with ${rule.prefix}`, at: operand.at };
      }
      const why = checkValue(value, { ...reading, kind });
      if (why !== undefined) return { why: `${operand.arg.shown}: ${why}`, at: operand.at };
    }
  }
  return undefined;
}

/** Whether one of these flags was given. */
export function isOneGiven(flags: readonly string[], reading: FlagReading): boolean {
  return flags.some((flag) => reading.given.has(flag));
}

function startsWith(value: Value, prefix: string | undefined): boolean {
  return prefix === undefined || value.text.startsWith(prefix);
}
