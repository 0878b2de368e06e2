/**
 * Reading another program's options, so that its operands can be told apart.
 * @module
 */
import type { Arg } from "./arg.ts";
import { literalArg } from "./arg.ts";

/** How an option takes its value: not at all, as the next word or glued, or only glued. */
type Arity = "none" | "value" | "glued";

/** Options of a program, compiled from the notation of `configs/wrappers.json`. */
export interface OptionTable {
  readonly short: ReadonlyMap<string, Arity>;
  readonly long: ReadonlyMap<string, Arity>;
  /** Whether `-5` is an option. */
  readonly numeric: boolean;
}

/** One option as it was found. */
export interface FoundOption {
  readonly name: string;
  readonly value: Arg | undefined;
}

/** The options before the first operand. */
export interface OptionScan {
  readonly found: readonly FoundOption[];
  /** Index of the first operand. */
  readonly next: number;
  /** The word that is no known option, or may be one only at run time. */
  readonly unknown: Arg | undefined;
}

/**
 * Compiles options: `-x` and `--name` take nothing, `-x=` and `--name=` a value, `-x[=]` and `--name[=]` a glued one.
 */
export function compileOptions(
  notation: readonly string[],
  settings: { readonly numeric?: boolean } = {},
): OptionTable {
  const short = new Map<string, Arity>();
  const long = new Map<string, Arity>();
  for (const item of notation) {
    const name = item.replace(/(\[=\]|=)$/, "");
    const arity = item.endsWith("[=]") ? "glued" : item.endsWith("=") ? "value" : "none";
    if (/^-[^-]$/.test(name)) short.set(name.slice(1), arity);
    else long.set(name, arity);
  }
  return { short, long, numeric: settings.numeric ?? false };
}

/**
 * Reads options from `from` on, as getopt with a leading `+` does: the first operand or `--` ends them.
 * An option that is not in the table, or a word that may turn into one at run time, stops the scan as `unknown`.
 */
export function scanOptions(
  args: readonly Arg[],
  at: { readonly from: number; readonly table: OptionTable },
): OptionScan {
  const found: FoundOption[] = [];
  let index = at.from;
  for (; index < args.length; index++) {
    const arg = args[index];
    const text = arg?.text;
    if (arg === undefined || text === undefined || !text.startsWith("-")) break;
    if (text === "--" && !at.table.long.has("--")) {
      return { found, next: index + 1, unknown: undefined };
    }
    const read = readOption(text, { next: args[index + 1], table: at.table });
    if (read === undefined) return { found, next: index, unknown: arg };
    found.push(...read.options);
    if (read.usedNext) index++;
  }
  return { found, next: Math.min(index, args.length), unknown: undefined };
}

interface ReadOption {
  readonly options: readonly FoundOption[];
  readonly usedNext: boolean;
}

function readOption(
  text: string,
  by: { readonly next: Arg | undefined; readonly table: OptionTable },
): ReadOption | undefined {
  const whole = by.table.long.get(text);
  if (whole === "none" || whole === "glued") {
    return { options: [{ name: text, value: undefined }], usedNext: false };
  }
  if (whole === "value") {
    return by.next === undefined
      ? undefined
      : { options: [{ name: text, value: by.next }], usedNext: true };
  }
  if (by.table.numeric && /^-\d+$/.test(text)) {
    return { options: [{ name: "-#", value: undefined }], usedNext: false };
  }
  const equals = text.indexOf("=");
  if (text.startsWith("--")) {
    const name = text.slice(0, equals < 0 ? text.length : equals);
    const arity = by.table.long.get(name);
    if (equals < 0 || arity === undefined || arity === "none") return undefined;
    return { options: [{ name, value: literalArg(text.slice(equals + 1)) }], usedNext: false };
  }
  return readCluster(text, by);
}

/** `-abc`, where the first option that takes a value takes the rest of the word or the next one. */
function readCluster(
  text: string,
  by: { readonly next: Arg | undefined; readonly table: OptionTable },
): ReadOption | undefined {
  const options: FoundOption[] = [];
  for (let index = 1; index < text.length; index++) {
    const letter = text[index] ?? "";
    const arity = by.table.short.get(letter);
    const rest = text.slice(index + 1);
    if (arity === undefined) return undefined;
    if (arity === "none") {
      options.push({ name: `-${letter}`, value: undefined });
      continue;
    }
    if (rest !== "" || arity === "glued") {
      options.push({ name: `-${letter}`, value: rest === "" ? undefined : literalArg(rest) });
      return { options, usedNext: false };
    }
    if (by.next === undefined) return undefined;
    options.push({ name: `-${letter}`, value: by.next });
    return { options, usedNext: true };
  }
  return text === "-" ? undefined : { options, usedNext: false };
}
