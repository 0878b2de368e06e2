import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { literalArg } from "../arg.ts";
import { matchReadOnly } from "./match_read_only.ts";
import { failedExamples, makeReadOnlyList } from "./read_only_list.ts";
import type { ReadOnlyEntry } from "./types.ts";

const good: ReadOnlyEntry = {
  forms: ["good"],
  why: "reads",
  match: [["good"]],
  not_match: [["good", "-x"]],
};
/** The flag that must not match is listed by mistake. */
const wrong: ReadOnlyEntry = {
  forms: ["wrong"],
  why: "reads",
  flags: ["-i"],
  match: [["wrong"]],
  not_match: [["wrong", "-i"]],
};
const neighbour: ReadOnlyEntry = { ...good, forms: ["neighbour"], match: [["neighbour"]] };

const files = [
  { name: "first", file: { why: "test", entries: [good] } },
  { name: "second", file: { why: "test", entries: [wrong, neighbour] } },
];
const look = (name: string, list = makeReadOnlyList(files)) =>
  matchReadOnly([literalArg(name)], list).kind;

Deno.test("makeReadOnlyList() drops the whole file of an example that does not hold", () => {
  const list = makeReadOnlyList(files);
  strictEqual(look("neighbour", list), "match");
  strictEqual(look("wrong", list), "miss");
  strictEqual(look("neighbour", list), "miss");
  strictEqual(look("good", list), "match");
  deepStrictEqual(list.failures(), [
    { file: "second", why: '["wrong","-i"] should be a miss: it matches wrong' },
  ]);
});

Deno.test("makeReadOnlyList() has nothing for other names", () => {
  for (const name of ["", "Good", "goo", "good ", "good x", "constructor", "__proto__"]) {
    strictEqual(look(name), "miss", name);
  }
});

Deno.test("failedExamples() names the example and what came instead", () => {
  const list = makeReadOnlyList(files);
  deepStrictEqual(failedExamples(good, list), []);
  deepStrictEqual(failedExamples({ ...good, match: [["good", "-y"]] }, list), [
    '["good","-y"] should be a match: -y is not a read-only flag of good',
  ]);
});
