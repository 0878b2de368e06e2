/**
 * Whether foreign data is an allowlist file: shape, names and notation. The built-in files are checked by a test,
 * a user's entries when their config is read.
 * @module
 */
import { FLAG_NOTATION, PLAIN_KINDS } from "./flag_table.ts";
import { PROGRAM_RECOGNISERS, WORD_RECOGNISERS } from "./recognisers.ts";
import type { ReadOnlyEntry, ReadOnlyFile } from "./types.ts";

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const isText: Check = (value) => typeof value === "string" && value !== "";
const isFlag: Check = (value) => typeof value === "boolean";
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const isTexts: Check = (value) => Array.isArray(value) && value.length > 0 && value.every(isText);
const isArgvs: Check = (value) =>
  Array.isArray(value) && value.length > 0 &&
  value.every((argv) => Array.isArray(argv) && argv.every((item) => typeof item === "string"));
const isExpression: Check = (value) => isText(value) && compiles(String(value));

const RULE: Shape = { why: isText, pattern: isExpression, not: isExpression, ignore_case: isFlag };
const OPERANDS: Shape = {
  max: isCount,
  kind: isText,
  first: isText,
  first_given_by: isTexts,
  only_with: isTexts,
  prefix: isText,
};
const ENTRY: Shape = {
  forms: isTexts,
  why: isText,
  flags: isTexts,
  needs: isTexts,
  clusters: isFlag,
  getopt: isFlag,
  numeric: isFlag,
  bundle: isFlag,
  flags_first: isFlag,
  operands: (value) => isRecord(value),
  recogniser: (value) =>
    PROGRAM_RECOGNISERS.has(String(value)) || WORD_RECOGNISERS.has(String(value)),
  any_words: isFlag,
  flags_harmless: isFlag,
  shows_content: isFlag,
  match: isArgvs,
  not_match: isArgvs,
};
const FILE: Shape = {
  why: isText,
  kinds: isRecord,
  flag_sets: isRecord,
  before: isRecord,
  entries: Array.isArray,
};

/**
 * Everything that is wrong with a file, one sentence each; empty when it is one.
 *
 * @example
 * ```ts
 * import { fileProblems } from "./check_file.ts";
 * fileProblems({ why: "x", entries: [], colour: 1 }); // ["the file: colour is not known"]
 * ```
 */
export function fileProblems(value: unknown): readonly string[] {
  const problems = shapeProblems(value, {
    shape: FILE,
    where: "the file",
    needs: ["why", "entries"],
  });
  if (problems.length > 0) return problems;
  const file = value as ReadOnlyFile;
  const nested = [
    ...Object.entries(file.kinds ?? {}).flatMap(([name, rule]) =>
      shapeProblems(rule, { shape: RULE, where: `kind ${name}`, needs: ["why"] })
    ),
    ...Object.entries({ ...file.flag_sets, ...file.before }).flatMap(([name, flags]) =>
      isTexts(flags)
        ? flagProblems(flags, { file, where: name })
        : [`${name} is not a list of flags`]
    ),
  ];
  if (nested.length > 0) return nested;
  return file.entries.flatMap((entry) => entryProblems(entry, file));
}

function entryProblems(entry: ReadOnlyEntry, file: ReadOnlyFile): readonly string[] {
  const where = isRecord(entry) && isTexts(entry.forms) ? entry.forms[0] ?? "" : "an entry";
  const needs = ["forms", "why", "match", "not_match"];
  const problems = shapeProblems(entry, { shape: ENTRY, where, needs });
  if (problems.length > 0) return problems;
  const { operands } = entry;
  const kinds = [operands?.kind, operands?.first].filter((kind) => kind !== undefined);
  const named = [
    ...(entry.needs ?? []),
    ...operands?.only_with ?? [],
    ...operands?.first_given_by ?? [],
  ];
  return [
    ...shapeProblems(operands ?? {}, { shape: OPERANDS, where, needs: [] }),
    ...formProblems(entry),
    ...kinds.filter((kind) => !isKind(kind, file)).map((kind) =>
      `${where}: no kind is called ${kind}`
    ),
    ...flagProblems(entry.flags ?? [], { file, where }),
    ...flagProblems(named, { file, where }),
    ...(entry.flags_harmless === true && !isOpen(entry)
      ? [`${where}: flags_harmless needs operands without limits`]
      : []),
  ];
}

/** The forms of an entry that are none: a form is a bare program name and up to two words, divided by one blank. */
export function formProblems(entry: ReadOnlyEntry): readonly string[] {
  return entry.forms.filter((form) => !/^[^\s/]+( [^\s]+){0,2}$/.test(form)).map((form) =>
    `"${form}" is not a program and up to two words`
  );
}

/** A word that may turn out to be a flag may also be any operand, so none of them may be limited. */
function isOpen(entry: ReadOnlyEntry): boolean {
  const { operands } = entry;
  return operands !== undefined && operands.max === undefined && operands.only_with === undefined &&
    operands.prefix === undefined && entry.needs === undefined && entry.recogniser === undefined &&
    entry.bundle === undefined && entry.flags_first === undefined;
}

function flagProblems(
  flags: readonly string[],
  by: { readonly file: ReadOnlyFile; readonly where: string },
): readonly string[] {
  return flags.flatMap((line) => line.split(" ")).flatMap((flag) => {
    if (flag.startsWith("@")) {
      return by.file.flag_sets?.[flag.slice(1)] === undefined
        ? [`${by.where}: no set ${flag}`]
        : [];
    }
    if (!FLAG_NOTATION.test(flag)) return [`${by.where}: ${flag} is not flag notation`];
    return [...flag.matchAll(/<(\w+)>/g)].filter(([, kind]) => !isKind(kind, by.file)).map(
      ([kind]) => `${by.where}: no kind is called ${kind}`,
    );
  });
}

function isKind(name: string | undefined, file: ReadOnlyFile): boolean {
  return PLAIN_KINDS.has(name ?? "") || Object.hasOwn(file.kinds ?? {}, name ?? "");
}

function shapeProblems(
  value: unknown,
  by: { readonly shape: Shape; readonly where: string; readonly needs: readonly string[] },
): readonly string[] {
  if (!isRecord(value)) return [`${by.where} is not an object`];
  const wrong = Object.entries(value).flatMap(([key, item]) => {
    const check = Object.hasOwn(by.shape, key) ? by.shape[key] : undefined;
    if (check === undefined) return [`${by.where}: ${key} is not known`];
    return check(item) ? [] : [`${by.where}: ${key} has the wrong form`];
  });
  const missing = by.needs.filter((key) => !Object.hasOwn(value, key));
  return [...wrong, ...missing.map((key) => `${by.where}: ${key} is missing`)];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function compiles(expression: string): boolean {
  try {
    return new RegExp(expression, "u") instanceof RegExp;
  } catch {
    // The one way to ask whether a text is a regular expression.
    return false;
  }
}
