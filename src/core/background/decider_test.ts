import assert from "node:assert/strict";
import { deciderQuestion, readDecision } from "./decider.ts";
import { testTask } from "../../../tests/background/task_fixture.ts";

Deno.test("deciderQuestion() is one line of JSON with what a decision needs", () => {
  const text = deciderQuestion(testTask({ objective: "build" }), {
    hit: { keywords: ["error"], output: "0 errors\n" },
    previous: ["1 error\n"],
  });
  assert.equal(text.split("\n").length, 2);
  const question = JSON.parse(text);
  assert.deepEqual([question.objective, question.next], ["build", null]);
  assert.deepEqual(question.keywords, ["error"]);
  assert.deepEqual(question.previous, ["1 error\n"]);
});

Deno.test("readDecision() obeys a clear answer only", () => {
  assert.deepEqual(readDecision('{"tell":false}'), { kind: "drop" });
  assert.deepEqual(readDecision(' {"tell": true, "why": "new"}\n'), { kind: "tell" });
  for (
    const text of ["", "no", "null", "false", "{}", '{"tell":"false"}', '{"tell":0}', "[false]"]
  ) {
    assert.equal(readDecision(text).kind, "failed", text);
  }
});
