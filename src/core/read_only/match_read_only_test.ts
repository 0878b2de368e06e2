import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { type Arg, literalArg, type Pattern } from "../arg.ts";
import { matchReadOnly } from "./match_read_only.ts";
import { makeReadOnlyList } from "./read_only_list.ts";
import type { ReadOnlyEntry, ReadOnlyFile } from "./types.ts";

const entry = (fields: Partial<ReadOnlyEntry> & Pick<ReadOnlyEntry, "forms">): ReadOnlyEntry => ({
  why: "test",
  match: [],
  not_match: [],
  ...fields,
});

const FILE: ReadOnlyFile = {
  why: "test",
  kinds: { plain: { why: "it is not plain", pattern: "^\\w+$", not: "secret", ignore_case: true } },
  flag_sets: { help: ["--help"] },
  before: { vcs: ["-C=<tree> --quiet"], "vcs remote": ["-v"] },
  entries: [
    entry({
      forms: ["show"],
      flags: ["-n=<number> -l -x -U[=] --lines=<number> --color[=] -e=<text> -f=<path> @help"],
      operands: {},
      numeric: true,
    }),
    entry({ forms: ["open"], flags: ["-l -n="], operands: {}, flags_harmless: true }),
    entry({ forms: ["names"], flags: ["-l"], operands: { kind: "text" }, shows_content: false }),
    entry({ forms: ["one"], flags: ["-c -w="], operands: { max: 1 }, flags_first: true }),
    entry({ forms: ["vcs list", "vcs remote show"], flags: ["-a"], operands: { kind: "plain" } }),
    entry({
      forms: ["vcs branch"],
      flags: ["-a --list --contains"],
      operands: { only_with: ["--list", "--contains"] },
    }),
    entry({ forms: ["tool --version", "tool -x now"] }),
    entry({ forms: ["pack"], flags: ["-t -v -f="], needs: ["-t"], bundle: true, operands: {} }),
    entry({ forms: ["own"], flags: ["-L= -a"], getopt: false, operands: {} }),
    entry({ forms: ["whole"], flags: ["-in= -text -n"], clusters: false, operands: {} }),
    entry({ forms: ["two"], flags: ["--arg=<text>,<text> -r"], operands: { first: "plain" } }),
    entry({ forms: ["say"], any_words: true, shows_content: false }),
    entry({ forms: ["clock"], flags: ["-u"], operands: { prefix: "+", kind: "text", max: 1 } }),
  ],
};

const list = makeReadOnlyList([{ name: "test", file: FILE }]);
const look = (...words: readonly (string | Arg)[]) =>
  matchReadOnly(words.map((word) => typeof word === "string" ? literalArg(word) : word), list);
const matches = (line: string) => look(...line.split(" ")).kind === "match";

const some = (alternatives: readonly Pattern[], splits = false): Arg => ({
  text: undefined,
  alternatives,
  splits,
  shown: "$x",
});
const unknown = some([[{ hole: "unknown" }]]);
const unquoted = some([[{ hole: "unknown" }]], true);
const number = some([[{ hole: "number" }]]);

function allMatch(lines: readonly string[], expected: boolean): void {
  deepStrictEqual(lines.map((line) => [line, matches(line)]), lines.map((l) => [l, expected]));
}

Deno.test("matchReadOnly() reads flags as getopt does", () => {
  allMatch([
    "show",
    "show -lx a",
    "show -ln 5 a -l",
    "show -n -5",
    "show --color --color=always",
    "show -U -U3 -lU3",
    "show -5 a",
    "show -l5x",
    "show -e -x -e--help",
    "show -f FILE -fFILE -f - --lines=3 --lines 3",
    "show --help",
    "show -- -z --unknown",
    "show -",
  ], true);
});

Deno.test("matchReadOnly() cancels what is not listed, and abbreviations", () => {
  allMatch([
    "show -z",
    "show -lz",
    "show --line=3",
    "show --help=x",
    "show --colo",
    "show -n",
    "show -n x",
    "show -f -x",
    "show -lfFILE",
    "show --lines",
    "show -U 3 -z",
  ], false);
});

Deno.test("matchReadOnly() finds the longest form, and flags only where they are allowed before it", () => {
  allMatch([
    "vcs list",
    "vcs list -a x",
    "vcs -C sub list",
    "vcs remote show",
    "vcs remote -v show x",
    "tool --version",
    "tool -x now",
  ], true);
  allMatch([
    "vcs",
    "vcs -c x list",
    "vcs remote",
    "vcs remote add",
    "vcs remote -z show",
    "vcs --version",
    "tool",
    "tool --version x",
    "tool -x later",
  ], false);
  strictEqual(look("vcs list").kind, "miss");
  strictEqual(look("vcs", "list x").kind, "miss");
  strictEqual(look("").kind, "miss");
  strictEqual(look("vcs", "remote\0show").kind, "miss");
  strictEqual(look("tool", "-x\0now").kind, "miss");
});

Deno.test("matchReadOnly() hands out directories to be checked", () => {
  const found = look("vcs", "-C", "sub", "list");
  deepStrictEqual(found.kind === "match" && found.treePaths, ["sub"]);
  strictEqual(look("vcs", "-C", unknown, "list").kind, "miss");
  strictEqual(look("vcs", unknown, "list").kind, "miss");
});

Deno.test("matchReadOnly() counts and checks operands", () => {
  allMatch(
    ["one", "one a", "one -c a", "one -w 3 -- a", "vcs branch --list x", "clock -u +x"],
    true,
  );
  allMatch([
    "one a b",
    "one a -c",
    "one a --",
    "one a -w b",
    "one -- a b",
    "vcs list a.b",
    "vcs list Secret",
    "vcs branch x",
    "vcs branch -a x",
    "clock 12",
    "clock +x 12",
  ], false);
});

Deno.test("matchReadOnly() reads options of programs that do not use getopt", () => {
  allMatch([
    "own -aL 2",
    "whole -in x -text",
    "whole -in=x",
    "pack tf a",
    "pack -t -f a",
    "pack tvf a b",
  ], true);
  allMatch([
    "own -L2",
    "own -La 2",
    "own -- -z",
    "whole -nt",
    "whole -- -z",
    "pack f a",
    "pack tfx a",
    "pack tf",
    "pack a -t",
  ], false);
});

Deno.test("matchReadOnly() takes the words of a flag with two values", () => {
  allMatch(["two --arg a --x plain", "two -r plain"], true);
  allMatch(["two --arg a", "two --arg=a b", "two a.b"], false);
});

Deno.test("matchReadOnly() takes everything after a form of plain data", () => {
  allMatch(["say -x --y ; > rm"], true);
  strictEqual(look("say", unknown, unquoted).kind, "match");
});

Deno.test("matchReadOnly() cancels a word that may become an option, unless none can do harm", () => {
  for (const word of [unknown, unquoted, some([["-", { hole: "unknown" }]])]) {
    strictEqual(look("show", word).kind, "miss");
    strictEqual(look("show", "-n", "5", word).kind, "miss");
    strictEqual(look("open", word).kind, "match");
  }
  strictEqual(look("show", some([["a", { hole: "unknown" }]], true)).kind, "miss");
  strictEqual(look("show", "--", unknown).kind, "match");
  strictEqual(look("show", some([[{ hole: "glob", text: "*" }]], true)).kind, "miss");
  strictEqual(look("show", some([["./", { hole: "glob", text: "*" }]], true)).kind, "match");
});

Deno.test("matchReadOnly() says when a path is known only at run time", () => {
  const paths = (...words: readonly (string | Arg)[]) => {
    const found = look(...words);
    return found.kind === "match" ? found.unknownOperands : found.why;
  };
  strictEqual(paths("show", "--", unknown), true);
  strictEqual(paths("show", some([["a/", { hole: "unknown" }]])), true);
  strictEqual(paths("show", "-f", unknown), true);
  strictEqual(paths("show", some([["-f", { hole: "unknown" }]])), true);
  strictEqual(paths("show", "-e", unknown), false);
  strictEqual(paths("names", "--", unknown), false);
  strictEqual(paths("show", some([["./", { hole: "glob", text: "*" }]], true)), false);
});

Deno.test("matchReadOnly() takes arithmetic for a number", () => {
  strictEqual(look("show", "-n", number).kind, "match");
  strictEqual(look("show", some([["--lines=", { hole: "number" }]])).kind, "match");
  strictEqual(look("show", some([["-n", { hole: "number" }]])).kind, "match");
  strictEqual(look("show", number).kind, "match");
  strictEqual(look("show", "-n", unknown).kind, "miss");
  strictEqual(look("clock", number).kind, "miss");
});

Deno.test("matchReadOnly() tries every reading of a word with alternatives", () => {
  strictEqual(look("show", some([["-l"], ["-x"]])).kind, "match");
  strictEqual(look("show", some([["-l"], ["-z"]])).kind, "miss");
  strictEqual(look("vcs", some([["list"], ["branch"]])).kind, "miss");
  strictEqual(look("show", some([["-l"], ["-x"]], true)).kind, "match");
  strictEqual(look("show", some([["-l"], ["-z"]], true)).kind, "miss");
  strictEqual(look("show", some([["-l"], ["-n"]], true), "5").kind, "miss");
  strictEqual(look("one", some([["a"], ["b"]])).kind, "match");
  strictEqual(look("one", some([["a"], ["b"]], true)).kind, "miss");
  strictEqual(look("show", "-n", some([["1"], ["2"]], true)).kind, "miss");
  const many = some([["a"], ["b"], ["c"], ["d"], ["e"]]);
  strictEqual(look("show", many, many, many).kind, "miss");
});

Deno.test("matchReadOnly() says why and what would match", () => {
  deepStrictEqual(look("show", "-l", "-z", "a"), {
    kind: "miss",
    form: "show",
    why: "-z is not a read-only flag of show",
    nearest: ["show", "-l", "a"],
  });
  deepStrictEqual(look("vcs", "branch", "new"), {
    kind: "miss",
    form: "vcs branch",
    why: "words after vcs branch need --list",
  });
  deepStrictEqual(look("nothing"), { kind: "miss", why: "no form of nothing is listed" });
});
