/**
 * Looking through programs that run another argv.
 * @module
 */
import { type Arg, literalArg, type Pattern } from "./arg.ts";
import { scanOptions } from "./options.ts";
import type { WrapperRule, WrapperTable } from "./policy.ts";

/** One thing a wrapper runs. */
export type Inner =
  | { readonly kind: "argv"; readonly args: readonly Arg[] }
  | { readonly kind: "script"; readonly text: Arg };

/**
 * A wrapper's argv, read.
 *
 * - `inner`: what it runs, and whether that may still be read-only; `assignments` are the variables it sets,
 *   `directory` where it starts it;
 * - `lookup`: `command -v NAME` runs nothing;
 * - `alone`: no inner argv, which is fine for this wrapper;
 * - `opaque`: an option or shape that is not known; `rest` are the words that were not understood.
 */
export type Unwrapped =
  | {
    readonly kind: "inner";
    readonly inner: readonly Inner[];
    readonly readOnly: boolean;
    readonly assignments: readonly Arg[];
    readonly directory: Arg | undefined;
  }
  | { readonly kind: "lookup" }
  | { readonly kind: "alone" }
  | { readonly kind: "opaque"; readonly why: string; readonly rest: readonly Arg[] };

const UNKNOWN_PATTERN: Pattern = [{ hole: "unknown" }];
/** A word that is only known when the wrapper runs it. */
const UNKNOWN_WORD: Arg = {
  text: undefined,
  alternatives: [UNKNOWN_PATTERN],
  splits: true,
  shown: "…",
};

/** The wrapper rule an argv falls under; one with a subcommand (`poetry run`) goes first. */
export function wrapperOf(
  args: readonly Arg[],
  wrappers: WrapperTable,
): WrapperRule | undefined {
  const name = args[0]?.text?.split("/").at(-1);
  const second = args[1]?.text;
  return wrappers.get(name ?? "").find((rule) =>
    rule.subcommand === undefined || rule.subcommand === second
  );
}

/**
 * Finds what a wrapper runs. Source: spec.md, section 1.6; `configs/wrappers.json`.
 *
 * @example
 * ```ts ignore
 * unwrap(["timeout", "5", "ls"].map(literalArg), timeoutRule); // inner: [{ kind: "argv", args: [ls] }]
 * ```
 */
export function unwrap(args: readonly Arg[], rule: WrapperRule): Unwrapped {
  const from = rule.subcommand === undefined ? 1 : 2;
  const scan = scanOptions(args, { from, table: rule.options });
  const rest = args.slice(scan.next);
  if (scan.unknown !== undefined) {
    return opaque(`${scan.unknown.shown} is not a known option`, rest);
  }
  const options: SeenOptions = {
    names: new Set(scan.found.map((option) => option.name)),
    valueOf: (flags) => scan.found.filter((option) => flags.has(option.name)).at(-1)?.value,
  };
  if (has(options, rule.lookupFlags)) return { kind: "lookup" };
  const script = options.valueOf(rule.scriptFlags);
  if (script !== undefined) return runs({ kind: "script", text: script }, { rule, options });
  const split = options.valueOf(rule.splitFlags);
  if (split !== undefined) return unwrapSplit(split, { rule, options, rest });
  return unwrapWords(rest, { rule, options });
}

interface SeenOptions {
  readonly names: ReadonlySet<string>;
  valueOf(flags: ReadonlySet<string>): Arg | undefined;
}

interface Reading {
  readonly rule: WrapperRule;
  readonly options: SeenOptions;
}

function has(options: SeenOptions, flags: ReadonlySet<string>): boolean {
  return [...flags].some((flag) => options.names.has(flag));
}

function runs(item: Inner, by: Reading & { readonly assignments?: readonly Arg[] }): Unwrapped {
  return {
    kind: "inner",
    inner: [item],
    readOnly: by.rule.readOnly && !has(by.options, by.rule.impure),
    assignments: by.assignments ?? [],
    directory: by.rule.assignments ? by.options.valueOf(DIRECTORY_FLAGS) : undefined,
  };
}

/** `env -S TEXT`: its own quoting differs from a shell's, so only a plain text with nothing after it stays read-only. */
function unwrapSplit(text: Arg, by: Reading & { readonly rest: readonly Arg[] }): Unwrapped {
  const plain = by.rest.length === 0 && /^[\w ./=-]*$/.test(text.text ?? "?");
  const opened = runs({ kind: "script", text }, by);
  return opened.kind === "inner" ? { ...opened, readOnly: opened.readOnly && plain } : opened;
}

/** Assignments, the wrapper's own operands, then the inner argv. */
function unwrapWords(words: readonly Arg[], by: Reading): Unwrapped {
  const { rule, options } = by;
  const assignments = rule.assignments ? leadingAssignments(words) : [];
  const own = words.slice(assignments.length);
  if (own.length < rule.operands) return opaque("its own arguments are missing", own);
  const after = own.slice(rule.operands);
  const late = scriptAfterOperands(after, rule);
  if (late !== undefined) return runs({ kind: "script", text: late }, by);
  const end = after.findIndex((arg) => rule.endsAt.has(arg.text ?? ""));
  const inside = end < 0 ? after : after.slice(0, end);
  if (rule.trailingIgnored) return opaque("it names no command", inside);
  if (inside.length === 0) {
    return rule.alone === "opaque" ? opaque("it names no command", []) : { kind: "alone" };
  }
  if (rule.joined) return runs({ kind: "script", text: joinWords(inside) }, by);
  const args = completeInner(inside, { rule, replaced: placeholderOf(rule, options) });
  return runs({ kind: "argv", args }, { ...by, assignments });
}

const DIRECTORY_FLAGS = new Set(["-C", "--chdir"]);

function opaque(why: string, rest: readonly Arg[]): Unwrapped {
  return { kind: "opaque", why, rest };
}

/** `NAME=value` words before the command; the name must be literal. */
function leadingAssignments(args: readonly Arg[]): readonly Arg[] {
  const end = args.findIndex((arg) =>
    !arg.alternatives.every((pattern) =>
      typeof pattern[0] === "string" && /^[^=/]+=/.test(pattern[0])
    )
  );
  return args.slice(0, end < 0 ? args.length : end);
}

/** `flock LOCK -c TEXT`: the script option may also follow the operands. */
function scriptAfterOperands(rest: readonly Arg[], rule: WrapperRule): Arg | undefined {
  const [flag, text] = rest;
  return rule.operands > 0 && flag?.text !== undefined && rule.scriptFlags.has(flag.text)
    ? text
    : undefined;
}

function joinWords(args: readonly Arg[]): Arg {
  if (args.some((arg) => arg.text === undefined)) return UNKNOWN_WORD;
  return literalArg(args.map((arg) => arg.text).join(" "));
}

/** The text that xargs replaces in the inner words, `{}` unless `-I` names another. */
function placeholderOf(rule: WrapperRule, options: SeenOptions): string | undefined {
  if (!has(options, rule.replaceFlags)) return undefined;
  const value = options.valueOf(rule.replaceFlags);
  return value === undefined ? "{}" : value.text ?? "";
}

/** Words from the input are unknown: appended, or wherever the placeholder stands. */
function completeInner(
  args: readonly Arg[],
  by: { readonly rule: WrapperRule; readonly replaced: string | undefined },
): readonly Arg[] {
  if (by.replaced !== undefined) return replaceUnknown(args, by.replaced);
  return by.rule.appends ? [...args, UNKNOWN_WORD] : args;
}

/** Marks every word that holds a placeholder as known only at run time. */
export function replaceUnknown(args: readonly Arg[], placeholder: string): readonly Arg[] {
  return args.map((arg) =>
    arg.text === undefined || arg.text.includes(placeholder)
      ? { ...UNKNOWN_WORD, splits: false, shown: arg.shown }
      : arg
  );
}

/** The actions of `find` that run something; their words end with `;` or `{} +`. */
const FIND_ACTIONS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/**
 * The commands that `find` runs, `{}` taken as unknown; undefined when it runs none.
 * An action without an end takes all words that follow, so that nothing hides behind a missing `;`.
 */
export function unwrapFind(args: readonly Arg[]): Unwrapped | undefined {
  const inner: Inner[] = [];
  for (let index = 1; index < args.length; index++) {
    if (!FIND_ACTIONS.has(args[index]?.text ?? "")) continue;
    const rest = args.slice(index + 1);
    const end = rest.findIndex((arg, at) =>
      arg.text === ";" || (arg.text === "+" && rest[at - 1]?.text === "{}")
    );
    const words = end < 0 ? rest : rest.slice(0, end);
    if (words.length > 0) inner.push({ kind: "argv", args: replaceUnknown(words, "{}") });
    index += words.length;
  }
  if (inner.length === 0) return undefined;
  return { kind: "inner", inner, readOnly: false, assignments: [], directory: undefined };
}
