/**
 * Finding the form an argv starts with.
 * @module
 */
import type { Arg } from "../arg.ts";
import { readFlag } from "./read_flag.ts";
import type { FormEntry, ProgramForms, Stop } from "./types.ts";
import type { Collected } from "./value.ts";

/** The entries of the form that was found. */
export interface Located {
  readonly entries: readonly FormEntry[];
  /** Index of the first word after the form. */
  readonly from: number;
}

/** Finds the longest form: an exact argv, then two words, one, none; flags may stand before a word where listed. */
export function locateForm(
  args: readonly Arg[],
  forms: ProgramForms,
  collected: Collected,
): Located | Stop {
  const exact = args.length > 3 ? undefined : forms.exact.get(keyOf(args));
  if (exact !== undefined) return { entries: exact, from: args.length };
  const alone = forms.forms.get("");
  const bare = alone === undefined ? undefined : { entries: alone, from: 1 };
  const first = skipFlags("", 1, { args, forms, collected });
  if (typeof first !== "number") return bare ?? first;
  const word = plainWord(args[first]);
  if (word === undefined) return bare ?? unlisted(args);
  const second = skipFlags(word, first + 1, { args, forms, collected });
  const next = typeof second === "number" ? plainWord(args[second]) : undefined;
  const two = next === undefined ? undefined : forms.forms.get(`${word}\0${next}`);
  if (two !== undefined && typeof second === "number") return { entries: two, from: second + 1 };
  const one = forms.forms.get(word);
  if (one !== undefined) return { entries: one, from: first + 1 };
  return bare ?? (typeof second === "number" ? unlisted(args) : second);
}

function unlisted(args: readonly Arg[]): Stop {
  const shown = args.slice(0, 3).map((arg) => arg.shown).join(" ");
  return { why: `${shown} starts with no listed form`, at: -1 };
}

/** The words after the program, or a text no form has. */
function keyOf(args: readonly Arg[]): string {
  return args.slice(1).map((arg) => arg.text ?? "\0").join("\0");
}

function plainWord(arg: Arg | undefined): string | undefined {
  return arg?.text?.startsWith("-") === false ? arg.text : undefined;
}

/** The index of the first word after `from` that is no flag; flags must be allowed after `words`. */
function skipFlags(
  words: string,
  from: number,
  by: {
    readonly args: readonly Arg[];
    readonly forms: ProgramForms;
    readonly collected: Collected;
  },
): number | Stop {
  const table = by.forms.before.get(words);
  if (table === undefined) return from;
  let index = from;
  for (;;) {
    const text = by.args[index]?.text;
    if (text === undefined || !text.startsWith("-")) return index;
    const next = readFlag({ text, open: "closed" }, index, {
      args: by.args,
      table,
      clusters: false,
      getopt: true,
      numeric: false,
      harmless: false,
      owner: [by.args[0]?.shown ?? "", words].join(" ").trim(),
      readProgram: undefined,
      collected: by.collected,
      given: new Set(),
    });
    if (typeof next !== "number") return next;
    index = next;
  }
}
