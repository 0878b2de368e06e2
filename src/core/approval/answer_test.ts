import assert from "node:assert/strict";
import { type Answer, readAnswer } from "./answer.ts";

const CASES: readonly (readonly [string, Answer])[] = [
  ["y", { kind: "yes" }],
  [" YES ", { kind: "yes" }],
  ["r", { kind: "remember" }],
  ["remember", { kind: "remember" }],
  ["", { kind: "no", reason: "" }],
  ["   ", { kind: "no", reason: "" }],
  ["n", { kind: "no", reason: "" }],
  ["n not on a Friday", { kind: "no", reason: "not on a Friday" }],
  ["No never", { kind: "no", reason: "never" }],
  ["yy", { kind: "unclear" }],
  ["y but carefully", { kind: "unclear" }],
  ["yes\u200b", { kind: "unclear" }],
  ["1", { kind: "unclear" }],
];

for (const [line, expected] of CASES) {
  Deno.test(`readAnswer() takes ${JSON.stringify(line)} as ${expected.kind}`, () => {
    assert.deepEqual(readAnswer(line), expected);
  });
}
