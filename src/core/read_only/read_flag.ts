/**
 * Reading one dash word: which flags it is, and which words their values take.
 * @module
 */
import type { Arg } from "../arg.ts";
import type { FlagRule, FlagTable, ReadProgram, Stop, ValueKind } from "./types.ts";
import { checkValue, type Collected, type Value, valuesOf } from "./value.ts";

/** Where a flag is read, and what is noted on the way. */
export interface FlagReading {
  readonly args: readonly Arg[];
  readonly table: FlagTable;
  readonly clusters: boolean;
  /** Values may be glued to short flags, and `--` ends the flags. */
  readonly getopt: boolean;
  readonly numeric: boolean;
  /** No flag can do harm, so words that fall apart at run time may stand anywhere. */
  readonly harmless: boolean;
  /** The words the flags belong to, for messages. */
  readonly owner: string;
  readonly readProgram: ReadProgram | undefined;
  readonly collected: Collected;
  readonly given: Set<string>;
}

/** Reads the dash word at `at`, of which `word` is what is known. Answers the index of the next word. */
export function readFlag(word: Value, at: number, reading: FlagReading): number | Stop {
  if (reading.numeric && word.open === "closed" && /^-\d+$/.test(word.text)) return at + 1;
  return word.text.startsWith("--") || !reading.clusters
    ? readWhole(word, at, reading)
    : readCluster(word, at, reading);
}

/** `--name`, `--name=value`, `--name value`; and the same with one dash where words are not clusters. */
function readWhole(word: Value, at: number, reading: FlagReading): number | Stop {
  const equals = word.text.indexOf("=");
  const name = equals < 0 ? word.text : word.text.slice(0, equals);
  const rule = reading.table(name);
  if (equals < 0 && word.open !== "closed") {
    return { why: `${name} goes on in a way known only at run time`, at };
  }
  if (rule === undefined) return unlisted(name, at, reading);
  reading.given.add(name);
  const { takes, kinds } = rule;
  if (equals < 0) return takes === "values" ? takeValues(rule, { name, at, reading }) : at + 1;
  const kind = kinds[0];
  if (kind === undefined || kinds.length > 1) return { why: `${name} takes no value`, at };
  const value: Value = { text: word.text.slice(equals + 1), open: word.open };
  const why = checkValue(value, { ...reading, kind });
  return why === undefined ? at + 1 : { why: `the value of ${name}: ${why}`, at };
}

/** `-abc`: the first flag that takes a value takes the rest of the word, or the next one. */
function readCluster(word: Value, at: number, reading: FlagReading): number | Stop {
  for (let index = 1; index < word.text.length; index++) {
    const letter = word.text[index] ?? "";
    const name = `-${letter}`;
    if (reading.numeric && /\d/.test(letter)) continue;
    const rule = reading.table(name);
    if (rule === undefined) return unlisted(name, at, reading);
    reading.given.add(name);
    if (rule.takes === "nothing") continue;
    const value: Value = { text: word.text.slice(index + 1), open: word.open };
    if (value.text === "" && value.open === "closed") {
      return rule.takes === "values" ? takeValues(rule, { name, at, reading }) : at + 1;
    }
    return takeGlued(rule, value, { name, at, reading, first: index === 1 });
  }
  if (word.open === "closed") return at + 1;
  return { why: `${word.text} goes on in a way known only at run time`, at };
}

/** A flag and the word it was read from. */
export interface Flag {
  readonly name: string;
  readonly at: number;
  readonly reading: FlagReading;
}

function takeGlued(
  rule: FlagRule,
  value: Value,
  flag: Flag & { readonly first: boolean },
): number | Stop {
  const { name, at, reading } = flag;
  const kind = rule.kinds[0];
  if (kind === undefined || rule.kinds.length > 1) return { why: `${name} takes two words`, at };
  if (!reading.getopt) return { why: `${name} takes its value from the next word`, at };
  // A check of whole words for sensitive paths looks behind one letter, not behind a cluster.
  if (kind.kind === "path" && !flag.first) {
    return { why: `the file of ${name} is hidden behind other flags`, at };
  }
  const why = checkValue(value, { ...reading, kind });
  return why === undefined ? at + 1 : { why: `the value of ${name}: ${why}`, at };
}

/** Takes the words behind a flag as its values. Answers the index of the next word. */
export function takeValues(rule: FlagRule, flag: Flag): number | Stop {
  const { name, at, reading } = flag;
  let index = at + 1;
  for (const kind of rule.kinds) {
    const arg = reading.args[index];
    if (arg === undefined) return { why: `${name} has no value`, at };
    if (arg.splits && !reading.harmless) {
      return { why: `the value of ${name} may become several words`, at: index };
    }
    for (const value of valuesOf(arg)) {
      if (/^-./.test(value.text) && !mayStartWithDash(kind.kind)) {
        return { why: `the value of ${name} looks like a flag`, at: index };
      }
      const why = checkValue(value, { ...reading, kind });
      if (why !== undefined) return { why: `the value of ${name}: ${why}`, at: index };
    }
    index++;
  }
  return index;
}

/** A pattern is taken whatever it looks like (`grep -e -x`), a number may be negative. */
function mayStartWithDash(kind: ValueKind["kind"]): boolean {
  return kind === "text" || kind === "program" || kind === "number";
}

function unlisted(name: string, at: number, reading: FlagReading): Stop {
  return { why: `${name} is not a read-only flag of ${reading.owner}`, at };
}
