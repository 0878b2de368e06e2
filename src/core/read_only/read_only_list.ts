/**
 * The allowlist as look-ups use it: the forms of a program are gathered when it is first asked for, and an entry is
 * trusted only after its own examples held.
 * @module
 */
import { literalArg } from "../arg.ts";
import { entryRules } from "./entry_rules.ts";
import { flagTable } from "./flag_table.ts";
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
 * Builds the list. The examples of an entry are tried when it is first about to match; one that does not hold drops
 * the whole file it stands in, so that nothing in that file is read-only any more.
 * Source: spec.md, section 3 ("a file whose examples fail does not load").
 */
export function makeReadOnlyList(files: readonly NamedFile[]): ReadOnlyList {
  const gathered = new Map<string, ProgramForms>();
  const trusted = new Set<ReadOnlyEntry>();
  const failures: ReadOnlyFailure[] = [];
  const find = (program: string) => {
    const forms = gathered.get(program) ?? gatherForms(program, files);
    // Of programs without forms there is no end.
    if (forms !== undefined) gathered.set(program, forms);
    return forms;
  };
  const untried: ReadOnlyList = { find, trusts: () => true, failures: () => [] };
  return {
    find,
    trusts({ entry, file }) {
      if (!trusted.has(entry)) {
        trusted.add(entry);
        failures.push(...failedExamples(entry, untried).map((why) => ({ file, why })));
      }
      return failures.every((failure) => failure.file !== file);
    },
    failures: () => failures,
  };
}

/** What the examples of an entry say that is not so. */
export function failedExamples(entry: ReadOnlyEntry, list: ReadOnlyList): readonly string[] {
  const wrong = (argv: readonly string[], expected: "match" | "miss") => {
    const found = lookUp(argv.map(literalArg), list);
    if (found.kind === expected) return [];
    const why = found.kind === "miss" ? found.why : `it matches ${found.rule}`;
    return [`${JSON.stringify(argv)} should be a ${expected}: ${why}`];
  };
  return [
    ...entry.match.flatMap((argv) => wrong(argv, "match")),
    ...entry.not_match.flatMap((argv) => wrong(argv, "miss")),
  ];
}

function gatherForms(program: string, files: readonly NamedFile[]): ProgramForms | undefined {
  // Forms are divided by blanks, so a name with one in it would be taken for a longer form.
  if (program.includes(" ")) return undefined;
  const forms = new Map<string, FormEntry[]>();
  const exact = new Map<string, FormEntry[]>();
  const before = new Map<string, FlagTable>();
  for (const { name, file } of files) {
    for (const entry of file.entries) {
      const own = entry.forms.filter((form) => isFormOf(program, form));
      if (own.length === 0) continue;
      const rules = once(() => entryRules(entry, file));
      for (const form of own) {
        const key = keyOf(form);
        const target = key.startsWith("-") || key.includes("\0-") ? exact : forms;
        const found = { form, file: name, entry, rules };
        const known = target.get(key);
        if (known === undefined) target.set(key, [found]);
        else known.push(found);
      }
    }
    for (const prefix in file.before) {
      if (!isFormOf(program, prefix)) continue;
      before.set(keyOf(prefix), flagTable(file.before[prefix] ?? [], file));
    }
  }
  return forms.size + exact.size === 0 ? undefined : { forms, exact, before };
}

/** The words after the program, joined by NUL. */
function keyOf(form: string): string {
  return form.split(" ").slice(1).join("\0");
}

function isFormOf(program: string, form: string): boolean {
  return form.startsWith(program) &&
    (form.length === program.length || form[program.length] === " ");
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
