import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { type Arg, literalArg, type Pattern } from "../core/arg.ts";
import { fileProblems } from "../core/read_only/check_file.ts";
import { lookUp, matchReadOnly } from "../core/read_only/match_read_only.ts";
import { failedExamples, makeReadOnlyList } from "../core/read_only/read_only_list.ts";
import { READ_ONLY_FILES } from "./read_only_files.ts";

const list = makeReadOnlyList(READ_ONLY_FILES);
const entries = READ_ONLY_FILES.flatMap(({ name, file }) =>
  file.entries.map((entry) => ({ name, entry }))
);
const forms = entries.flatMap(({ entry }) => entry.forms);
const look = (argv: readonly string[]) => matchReadOnly(argv.map(literalArg), list);

Deno.test("the built-in files are whole", () => {
  deepStrictEqual(READ_ONLY_FILES.flatMap(({ file }) => fileProblems(file)), []);
});

Deno.test("the built-in list has at least 532 forms over 180 programs, none in two entries that need no flag", () => {
  ok(forms.length >= 532, `${forms.length} forms`);
  const programs = new Set(forms.map((form) => form.split(" ")[0]));
  ok(programs.size >= 180, `${programs.size} programs`);
  // Flags that an entry needs tell the ways to use a form apart.
  const open = entries.filter(({ entry }) => entry.needs === undefined)
    .flatMap(({ entry }) => entry.forms);
  const isTwice = (form: string) => forms.indexOf(form) !== forms.lastIndexOf(form);
  deepStrictEqual(open.filter(isTwice), []);
});

for (const { name, entry } of entries) {
  Deno.test(`the examples of ${name}, ${entry.forms[0]} hold`, () => {
    deepStrictEqual(failedExamples(entry, list), []);
    for (const argv of entry.match) {
      const found = lookUp(argv.map(literalArg), list);
      strictEqual(found.kind === "match" && found.entry, entry, JSON.stringify(argv));
    }
  });
}

Deno.test("a program with subcommands takes no free words after its bare name", () => {
  // There they would be subcommands that are not listed. These read their first word as a filter or a dotted name.
  const checked = new Set(["yq", "git config", "git reflog"]);
  const isBare = (form: string) =>
    forms.some((other) => other.startsWith(`${form} `) && !other.includes(" -"));
  const open = entries.filter(({ entry }) => entry.operands !== undefined || entry.any_words)
    .flatMap(({ entry }) => entry.forms.filter((form) => isBare(form) && !checked.has(form)));
  deepStrictEqual(open, []);
});

Deno.test("no word after a form of git may write through an option, whatever the form", () => {
  const dangerous = ["--output=o", "--ext-diff", "--textconv", "--upload-pack=x", "-c", "--exec=x"];
  const git = forms.filter((form) => form.startsWith("git ") && !form.includes(" -"));
  for (const form of git) {
    for (const flag of dangerous) {
      const found = look([...form.split(" "), flag]);
      // -c is --cached, --count or --color-lines in some subcommands; in front it sets a config value.
      if (flag !== "-c") strictEqual(found.kind, "miss", `${form} ${flag}`);
      const front = look(["git", flag, ...form.split(" ").slice(1)]);
      strictEqual(front.kind, "miss", `git ${flag} ${form}`);
    }
  }
});

Deno.test("words that are known only at run time are fine where no option can do harm", () => {
  const word = (alternatives: readonly Pattern[], splits = false): Arg => ({
    text: undefined,
    alternatives,
    splits,
    shown: "word",
  });
  const unknown = word([[{ hole: "unknown" }]]);
  const files = word([[{ hole: "glob", text: "*" }, ".ts"]], true);
  const matched = (program: string, arg: Arg) =>
    matchReadOnly([...program.split(" "), "x"].map(literalArg).with(-1, arg), list).kind;
  for (const program of ["ls", "wc", "cat", "du", "git rev-parse", "git ls-files"]) {
    strictEqual(matched(program, unknown), "match", program);
    strictEqual(matched(program, files), "match", program);
  }
  for (
    const program of ["sort", "uniq", "tree", "sed", "awk", "find", "git log", "rg", "tar", "date"]
  ) {
    strictEqual(matched(program, unknown), "miss", program);
  }
  strictEqual(matched("sort", files), "miss");
});
