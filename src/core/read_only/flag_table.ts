/**
 * Looking flags up in the notation of the allowlist files.
 *
 * `-n` takes nothing; `-n=` a value, glued or as the next word; `--name=` a value after `=` or as the next word;
 * `--name[=]` and `-U[=]` only a glued one, or none. `=<kind>` says what the value is, `=<a>,<b>` takes two words.
 * A list item may hold several flags, divided by a blank. Nothing is compiled before it is looked up: the list is
 * needed in every call, and most calls need one entry of it.
 * @module
 */
import type { FlagRule, FlagTable, ReadOnlyFile, ValueKind } from "./types.ts";

/** Kinds that need no entry in a file. */
export const PLAIN_KINDS: ReadonlySet<string> = new Set([
  "word",
  "text",
  "number",
  "path",
  "tree",
  "revision",
  "program",
]);

/** One flag as it is written in a file. */
export const FLAG_NOTATION = /^--?[^\s=[\]<>,]+((\[=\]|=)(<\w+>(,<\w+>)*)?)?$/;

/** The named kinds and flag sets of a file. */
export type FileNames = Pick<ReadOnlyFile, "kinds" | "flag_sets">;

/** A table of flags; the `@SET`s of the file are put in their place, and the first mention of a flag counts. */
export function flagTable(flags: readonly string[], names: FileNames): FlagTable {
  const known = new Map<string, FlagRule>();
  const notation = ` ${spellOut(flags, names)} `;
  return (name) => {
    const rule = known.get(name) ?? readRule(name, notation, names);
    // Only what is written in the file is kept: of other names there is no end.
    if (rule !== undefined) known.set(name, rule);
    return rule;
  };
}

/** A kind by its name; a name that neither the file nor the product knows is a bug in the file and throws. */
export function valueKind(name: string, names: FileNames): ValueKind {
  if (PLAIN_KINDS.has(name)) return { kind: name as "word" };
  const rule = names.kinds?.[name];
  if (rule === undefined) throw new Error(`no kind of value is called ${name}`);
  const mode = rule.ignore_case === true ? "iu" : "u";
  return {
    kind: "rule",
    why: rule.why,
    pattern: rule.pattern === undefined ? undefined : new RegExp(rule.pattern, mode),
    not: rule.not === undefined ? undefined : new RegExp(rule.not, mode),
  };
}

function spellOut(flags: readonly string[], names: FileNames): string {
  return flags.join(" ").replace(/@(\w+)/g, (_, set: string) => {
    const inner = names.flag_sets?.[set];
    if (inner === undefined) throw new Error(`no flag set is called ${set}`);
    return spellOut(inner, names);
  });
}

const NOTHING: FlagRule = { takes: "nothing", kinds: [] };

/** Finds ` name`, ` name=..` or ` name[=]..` among the flags. */
function readRule(name: string, notation: string, names: FileNames): FlagRule | undefined {
  if (/[\s=[\]]/.test(name)) return undefined;
  for (let at = notation.indexOf(` ${name}`); at >= 0; at = notation.indexOf(` ${name}`, at + 1)) {
    const rest = notation.slice(at + 1 + name.length, notation.indexOf(" ", at + 1));
    if (rest === "") return NOTHING;
    const mark = /^(\[=\]|=)/.exec(rest)?.[0];
    if (mark === undefined) continue;
    const kinds = rest.slice(mark.length);
    return {
      takes: mark === "=" ? "values" : "glued",
      kinds: (kinds === "" ? ["<word>"] : kinds.split(",")).map((kind) =>
        valueKind(kind.slice(1, -1), names)
      ),
    };
  }
  return undefined;
}
