/**
 * The allowlist as look-ups use it: forms by program, compiled when needed, and trusted only as long as the
 * examples of its files hold.
 * @module
 */
import { literalArg } from "../arg.ts";
import { entryRules } from "./entry_rules.ts";
import { compileFlags, fileNames } from "./flag_table.ts";
import { lookUp } from "./match_read_only.ts";
import type {
  FlagTable,
  FormEntry,
  ProgramForms,
  ReadOnlyEntry,
  ReadOnlyFailure,
  ReadOnlyFile,
  ReadOnlyList,
} from "./types.ts";

/** A theme file under its name. */
export interface NamedFile {
  readonly name: string;
  readonly file: ReadOnlyFile;
}

/**
 * Builds the list. The examples of a program's entries are tried when it is first looked up; one that does not
 * hold drops the whole file it stands in, so that none of its programs is read-only any more.
 * Source: spec.md, section 3 ("a file whose examples fail does not load").
 */
export function makeReadOnlyList(files: readonly NamedFile[]): ReadOnlyList {
  const index = new Map<string, ProgramIndex>();
  for (const named of files) indexFile(named, index);
  const failures: ReadOnlyFailure[] = [];
  const tried = new Set<string>();
  const untried: ReadOnlyList = { find: (program) => index.get(program), failures: () => [] };
  return {
    find(program) {
      const forms = index.get(program);
      if (forms === undefined) return undefined;
      if (!tried.has(program)) {
        tried.add(program);
        failures.push(...failuresOf(forms, untried));
      }
      return failures.length === 0 ? forms : withoutFailed(forms, failures);
    },
    failures: () => failures,
  };
}

/** What the examples of an entry say that is not so. */
export function failedExamples(entry: ReadOnlyEntry, list: ReadOnlyList): readonly string[] {
  const wrong = (argv: readonly string[], expected: "match" | "miss") => {
    const found = lookUp(argv.map(literalArg), list);
    if (found.kind === expected && (found.kind === "miss" || found.entry === entry)) return [];
    const why = found.kind === "miss" ? found.why : `it matches ${found.rule}`;
    return [`${JSON.stringify(argv)} should be a ${expected}: ${why}`];
  };
  return [
    ...entry.match.flatMap((argv) => wrong(argv, "match")),
    ...entry.not_match.flatMap((argv) => wrong(argv, "miss")),
  ];
}

function failuresOf(forms: ProgramForms, list: ReadOnlyList): readonly ReadOnlyFailure[] {
  const entries = new Map<ReadOnlyEntry, string>();
  for (const found of [...forms.forms.values(), ...forms.exact.values()].flat()) {
    entries.set(found.entry, found.file);
  }
  return [...entries].flatMap(([entry, file]) =>
    failedExamples(entry, list).map((why) => ({ file, why }))
  );
}

function withoutFailed(
  forms: ProgramForms,
  failures: readonly ReadOnlyFailure[],
): ProgramForms | undefined {
  const failed = new Set(failures.map((failure) => failure.file));
  const keep = (entries: ReadonlyMap<string, readonly FormEntry[]>) =>
    new Map(
      [...entries].map(([key, found]) =>
        [key, found.filter((one) => !failed.has(one.file))] as const
      ).filter(([, found]) => found.length > 0),
    );
  return { forms: keep(forms.forms), exact: keep(forms.exact), before: forms.before };
}

interface ProgramIndex extends ProgramForms {
  readonly forms: Map<string, readonly FormEntry[]>;
  readonly exact: Map<string, readonly FormEntry[]>;
  readonly before: Map<string, FlagTable>;
}

function indexFile(named: NamedFile, index: Map<string, ProgramIndex>): void {
  const names = fileNames(named.file);
  for (const entry of named.file.entries) {
    const rules = once(() => entryRules(entry, names));
    for (const form of entry.forms) {
      const [program = "", ...words] = form.split(" ");
      const known = programIndex(program, index);
      const target = words.some((word) => word.startsWith("-")) ? known.exact : known.forms;
      const key = words.join("\0");
      target.set(key, [...(target.get(key) ?? []), { form, file: named.name, entry, rules }]);
    }
  }
  for (const [prefix, flags] of Object.entries(named.file.before ?? {})) {
    const [program = "", ...words] = prefix.split(" ");
    programIndex(program, index).before.set(words.join("\0"), compileFlags(flags, names));
  }
}

function programIndex(program: string, index: Map<string, ProgramIndex>): ProgramIndex {
  const known = index.get(program) ?? { forms: new Map(), exact: new Map(), before: new Map() };
  index.set(program, known);
  return known;
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
