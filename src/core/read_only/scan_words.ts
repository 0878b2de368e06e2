/**
 * Telling flags, their values and operands apart in the words after a form, fail closed: a word that is not
 * known to be harmless where it stands ends the scan.
 * @module
 */
import type { Arg } from "../arg.ts";
import { type FlagReading, readFlag, takeValues } from "./read_flag.ts";
import type { ReadOnlyEntry, Stop } from "./types.ts";
import { fallsApart, type Value, valuesOf } from "./value.ts";

/** An operand with its place in the argv. */
export interface Operand {
  readonly arg: Arg;
  readonly at: number;
}

/** Scans the words of an entry from an index to the end; flags are noted in `reading.given`. */
export function scanWords(
  entry: ReadOnlyEntry,
  from: number,
  reading: FlagReading,
): readonly Operand[] | Stop {
  const operands: Operand[] = [];
  const first = entry.bundle === true ? readBundle(from, reading) : from;
  if (typeof first !== "number") return first;
  let ended = false;
  for (let index = first; index < reading.args.length;) {
    const arg = reading.args[index];
    if (arg === undefined) break;
    const dashed = valuesOf(arg).some(mayBeDashed);
    if (dashed && ended && !reading.getopt) {
      return { why: `${reading.owner} may not take -- for the end of its flags`, at: index };
    }
    if (dashed && !ended && entry.flags_first === true && operands.length > 0) {
      return { why: `flags of ${reading.owner} stand before its operands`, at: index };
    }
    if (ended) operands.push({ arg, at: index++ });
    else if (arg.text === "--") {
      ended = true;
      index++;
    } else {
      const next = readWord(arg, index, { operands, reading });
      if (typeof next !== "number") return next;
      index = next;
    }
  }
  return operands;
}

/** A word before any `--`. Answers the index of the next one. */
function readWord(
  arg: Arg,
  index: number,
  by: {
    readonly operands: Operand[];
    readonly reading: FlagReading;
  },
): number | Stop {
  const { reading } = by;
  const { harmless } = reading;
  const values = valuesOf(arg);
  const isLiteral = arg.text !== undefined;
  if (!harmless && fallsApart(arg)) return { why: `${arg.shown} may add options`, at: index };
  let next = index + 1;
  for (const value of values) {
    if (harmless && value.open !== "closed") continue;
    if (!isFlag(value)) {
      if (mayBeDashed(value)) return { why: `${arg.shown} may become an option`, at: index };
      continue;
    }
    // Where a word has several readings, a value must be in the same word: the next word belongs to all of them.
    const read = readFlag(value, index, isLiteral ? reading : { ...reading, args: [] });
    if (typeof read !== "number") return read;
    next = read;
  }
  if (!values.every(isFlag)) by.operands.push({ arg, at: index });
  else if (values.some((value) => value.open === "unknown")) reading.collected.unknownPaths = true;
  return next;
}

function isFlag(value: Value): boolean {
  return value.text.startsWith("-") && (value.text !== "-" || value.open !== "closed");
}

function mayBeDashed(value: Value): boolean {
  return isFlag(value) || (value.text === "" && value.open !== "closed");
}

/** `tar tzf a.tar`: the letters of the first word are flags, their values the words that follow, in order. */
function readBundle(from: number, reading: FlagReading): number | Stop {
  const text = reading.args[from]?.text;
  if (text === undefined || !/^[A-Za-z]+$/.test(text)) return from;
  let index = from + 1;
  for (const letter of text) {
    const name = `-${letter}`;
    const rule = reading.table(name);
    if (rule === undefined) {
      return { why: `${letter} is not a read-only flag of ${reading.owner}`, at: from };
    }
    reading.given.add(name);
    if (rule.takes !== "values") continue;
    const next = takeValues(rule, { name, at: index - 1, reading });
    if (typeof next !== "number") return next;
    index = next;
  }
  return index;
}
