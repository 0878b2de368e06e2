import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { literalArg } from "../arg.ts";
import { matchReadOnly } from "./match_read_only.ts";
import { makeReadOnlyList } from "./read_only_list.ts";
import { readUserAdditions } from "./user_additions.ts";

function lookWith(items: readonly unknown[], line: string): string {
  const read = readUserAdditions(items);
  if (!read.ok) return read.problems.join("; ");
  return matchReadOnly(line.split(" ").map(literalArg), makeReadOnlyList([read.added])).kind;
}

Deno.test("readUserAdditions() takes a plain string for a form with further words and no flags", () => {
  strictEqual(lookWith(["mytool show"], "mytool show"), "match");
  strictEqual(lookWith(["mytool show"], "mytool show a b"), "match");
  strictEqual(lookWith(["mytool show"], "mytool show -x"), "miss");
  strictEqual(lookWith(["mytool show"], "mytool show a --out=f"), "miss");
  strictEqual(lookWith(["mytool show"], "mytool -x show"), "miss");
  strictEqual(lookWith(["mytool show"], "mytool"), "miss");
  strictEqual(lookWith(["mytool --list"], "mytool --list"), "match");
  strictEqual(lookWith(["mytool --list"], "mytool --list a"), "miss");
});

Deno.test("readUserAdditions() takes full entries, whose examples count", () => {
  const entry = {
    forms: ["mytool"],
    why: "reads",
    flags: ["-v"],
    match: [["mytool", "-v"]],
    not_match: [["mytool", "-w"]],
  };
  strictEqual(lookWith([entry], "mytool -v"), "match");
  strictEqual(lookWith([{ ...entry, not_match: [["mytool"]] }], "mytool -v"), "miss");
});

Deno.test("readUserAdditions() says what is wrong", () => {
  deepStrictEqual(readUserAdditions([{ forms: ["x"] }, "/bin/x", ""]), {
    ok: false,
    problems: [
      "x: why is missing",
      "x: match is missing",
      "x: not_match is missing",
      '"/bin/x" is not a program and up to two words',
      '"" is not a program and up to two words',
    ],
  });
});
