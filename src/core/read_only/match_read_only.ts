/**
 * Whether an argv is a listed form with nothing in it that cancels.
 * Source: spec.md, section 3.
 * @module
 */
import { type Arg, literalArg } from "../arg.ts";
import { checkOperands, isOneGiven } from "./check_operands.ts";
import { locateForm } from "./locate_form.ts";
import type { FlagReading } from "./read_flag.ts";
import { scanWords } from "./scan_words.ts";
import type {
  FormEntry,
  ProgramForms,
  ReadOnlyList,
  ReadOnlyMatch,
  ReadOnlyMiss,
  Stop,
} from "./types.ts";
import type { Collected } from "./value.ts";

/** More readings of one argv than this are not tried; it counts as a miss. */
const MAX_READINGS = 64;
/** How many words `nearest` may leave out. */
const MAX_LEFT_OUT = 3;

/**
 * Looks an argv up in the list: the longest form that fits decides. Every reading of words with several
 * alternatives must match. Sensitive paths, the network, redirections and variables are judged elsewhere.
 *
 * @example
 * ```ts
 * import { literalArg } from "../arg.ts";
 * import { matchReadOnly } from "./match_read_only.ts";
 * import { makeReadOnlyList } from "./read_only_list.ts";
 * const entry = { forms: ["ls"], why: "lists names", flags: ["-l"], match: [["ls"]], not_match: [["ls", "-x"]] };
 * const list = makeReadOnlyList([{ name: "files", file: { why: "files", entries: [entry] } }]);
 * matchReadOnly(["ls", "-l"].map(literalArg), list).kind; // match
 * ```
 */
export function matchReadOnly(
  args: readonly Arg[],
  list: ReadOnlyList,
): ReadOnlyMatch | ReadOnlyMiss {
  const found = lookUp(args, list);
  if (found.kind === "match") return found;
  const nearest = found.at === undefined ? undefined : nearestMatch(args, found.at, list);
  return {
    kind: "miss",
    why: found.why,
    ...(found.form === undefined ? {} : { form: found.form }),
    ...(nearest === undefined ? {} : { nearest }),
  };
}

/** The same without a proposal; `at` is the word that cancels. */
export function lookUp(args: readonly Arg[], list: ReadOnlyList): ReadOnlyMatch | Missed {
  const name = args[0]?.text;
  const forms = name === undefined ? undefined : list.find(name);
  if (forms === undefined) {
    return miss({ why: `no form of ${args[0]?.shown ?? "nothing"} is listed` });
  }
  // Words of a form are joined by NUL, so one that holds it would be taken for two.
  if (args.some((arg) => arg.text?.includes("\0"))) return miss({ why: "it holds NUL" });
  const readings = readingsOf(args);
  if (readings === undefined) return miss({ why: "it may become too many different commands" });
  let all: ReadOnlyMatch | undefined;
  for (const reading of readings) {
    const found = matchOne(reading, forms, list);
    if (found.kind === "miss") return found;
    if (all !== undefined && all.entry !== found.entry) {
      return miss({ why: "it may become one of several commands" });
    }
    all = all === undefined ? found : {
      ...all,
      treePaths: [...all.treePaths, ...found.treePaths],
      unknownOperands: all.unknownOperands || found.unknownOperands,
    };
  }
  return all ?? miss({ why: "it may become too many different commands" });
}

/** A miss with the index of the word that cancels; -1 when it is no single word. */
export interface Missed {
  readonly kind: "miss";
  readonly why: string;
  readonly form?: string;
  readonly at?: number;
}

function miss(about: Omit<Missed, "kind">): Missed {
  return { kind: "miss", ...about };
}

/** One argv for every choice of alternatives. A word that splits stays whole: it becomes all of them at once. */
function readingsOf(args: readonly Arg[]): readonly (readonly Arg[])[] | undefined {
  if (args.every((arg) => arg.text !== undefined)) return [args];
  let readings: readonly (readonly Arg[])[] = [[]];
  for (const arg of args) {
    const choices = arg.splits || arg.alternatives.length === 1 ? [arg] : arg.alternatives.map(
      (pattern): Arg =>
        pattern.every((part) => typeof part === "string")
          ? literalArg(pattern.join(""))
          : { text: undefined, alternatives: [pattern], splits: false, shown: arg.shown },
    );
    if (readings.length * choices.length > MAX_READINGS) return undefined;
    readings = readings.flatMap((reading) => choices.map((choice) => [...reading, choice]));
  }
  return readings;
}

function matchOne(
  args: readonly Arg[],
  forms: ProgramForms,
  list: ReadOnlyList,
): ReadOnlyMatch | Missed {
  const collected: Collected = { treePaths: [], unknownPaths: false };
  const located = locateForm(args, forms, collected);
  if ("why" in located) return miss(located);
  let missed: Missed | undefined;
  for (const entry of located.entries) {
    const noted: Collected = { treePaths: [...collected.treePaths], unknownPaths: false };
    const stop = matchEntry(args, { entry, from: located.from, collected: noted });
    if (stop === undefined && list.trusts(entry)) {
      return {
        kind: "match",
        rule: entry.form,
        entry: entry.entry,
        treePaths: noted.treePaths,
        showsContent: entry.entry.shows_content ?? true,
        unknownOperands: noted.unknownPaths,
      };
    }
    missed ??= miss({ ...(stop ?? UNTRUSTED), form: entry.form });
  }
  return missed ?? miss({ why: "no form of it is listed" });
}

const UNTRUSTED: Stop = { why: "an example of its file does not hold", at: -1 };

function matchEntry(
  args: readonly Arg[],
  by: { readonly entry: FormEntry; readonly from: number; readonly collected: Collected },
): Stop | undefined {
  const rules = by.entry.rules();
  const { entry } = rules;
  if (entry.any_words === true) return undefined;
  const reading: FlagReading = {
    args,
    table: rules.table,
    clusters: rules.clusters,
    getopt: entry.getopt ?? rules.clusters,
    numeric: entry.numeric ?? false,
    harmless: entry.flags_harmless ?? false,
    owner: by.entry.form,
    readProgram: rules.readProgram,
    collected: by.collected,
    given: new Set(),
  };
  if (rules.readWords !== undefined) return rules.readWords(args, by.from);
  const operands = scanWords(entry, by.from, reading);
  if ("why" in operands) return operands;
  if (entry.needs !== undefined && !isOneGiven(entry.needs, reading)) {
    return { why: `it is read-only only with ${entry.needs.join(" or ")}`, at: -1 };
  }
  return checkOperands(operands, rules, reading);
}

/** Leaves out what cancels, word by word, until the rest matches. */
function nearestMatch(
  args: readonly Arg[],
  at: number,
  list: ReadOnlyList,
): readonly string[] | undefined {
  if (args.some((arg) => arg.text === undefined)) return undefined;
  let rest = args;
  let without = at;
  for (let left = 0; left < MAX_LEFT_OUT; left++) {
    if (!(rest[without]?.text ?? "").startsWith("-")) return undefined;
    rest = rest.filter((_, index) => index !== without);
    const found = lookUp(rest, list);
    if (found.kind === "match") return rest.map((arg) => arg.shown);
    if (found.at === undefined) return undefined;
    without = found.at;
  }
  return undefined;
}
