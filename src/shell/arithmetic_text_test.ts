import assert from "node:assert/strict";
import { assignedNames, evaluatedNames, hidesExpansion } from "./arithmetic_text.ts";

Deno.test("evaluatedNames() finds each name once and no digits of numbers", () => {
  assert.deepEqual(evaluatedNames("a + b*a + 0x1F + _c[ d ]"), ["a", "b", "_c", "d"]);
});

const ASSIGNED: readonly (readonly [text: string, names: readonly string[]])[] = [
  ["PATH=1", ["PATH"]],
  ["x += 2, y<<=1", ["x", "y"]],
  ["i++", ["i"]],
  ["-- i", ["i"]],
  ["a[3]=1", ["a"]],
  ["x == 1 && y <= 2 || z != 3", []],
  ["x >= y", []],
];

for (const [text, names] of ASSIGNED) {
  Deno.test(`assignedNames() of ${text}`, () => {
    assert.deepEqual(assignedNames(text), names);
  });
}

Deno.test("hidesExpansion() finds a literal dollar or backquote", () => {
  assert.deepEqual(["a[$(rm)]", "a[`rm`]", "a[1]"].map(hidesExpansion), [true, true, false]);
});
