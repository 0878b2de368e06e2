import assert from "node:assert/strict";
import { deciderQuestion, readDecision, writablePartOf } from "./decider.ts";
import { fakeFacts } from "../../../tests/support/fake_facts.ts";
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

Deno.test("writablePartOf() finds what a command in the sandbox could have written", () => {
  const facts = fakeFacts({ home: "/home/me", programs: { sh: "/usr/bin/dash" } });
  const by = { facts, ownDirectories: ["/home/me/.config/execguard"] };
  assert.equal(writablePartOf(["/usr/local/bin/decide"], by), undefined);
  assert.equal(writablePartOf(["sh", "/home/me/.config/execguard/decide"], by), undefined);
  assert.equal(writablePartOf(["sh", "-c", "echo"], by), undefined);
  assert.equal(writablePartOf(["/home/me/bin/decide"], by), "/home/me/bin/decide");
  assert.equal(writablePartOf(["sh", "/home/me/x.sh"], by), "/home/me/x.sh");
  const shadowed = fakeFacts({ home: "/home/me", programs: { sh: "/home/me/bin/sh" } });
  assert.equal(writablePartOf(["sh"], { ...by, facts: shadowed }), "/home/me/bin/sh");
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
