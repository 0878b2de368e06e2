import assert from "node:assert/strict";
import { testReport, testTask } from "../../../tests/background/task_fixture.ts";
import { ageOf, lastLineOf, liveView, statusOf, taskTable } from "./task_text.ts";

const START = Date.parse("2026-01-01T00:00:00.000Z");

Deno.test("statusOf() tells starting, running and how it ended apart", () => {
  assert.equal(statusOf(testTask({ pid: 0 })), "starting");
  assert.equal(statusOf(testTask()), "running");
  assert.equal(statusOf(testTask({ report: testReport({ status: "lost" }) })), "lost");
});

Deno.test("ageOf() counts to now, or to the end", () => {
  const ages = [0, 59_999, 60_000, 3_725_000].map((ms) => ageOf(testTask(), START + ms));
  assert.deepEqual(ages, ["0s", "59s", "1m00s", "1h02m"]);
  const ended = testTask({ ended_at: "2026-01-01T00:00:07.000Z" });
  assert.equal(ageOf(ended, START + 99_000), "7s");
});

Deno.test("taskTable() shows the argv as it is", () => {
  const [line] = taskTable([testTask({ hits: 2 })], START);
  assert.equal(line, 'bcdfghjk  running        0s  2 hits   ["make","all"]');
});

Deno.test("liveView() fits the terminal and lets no output move the cursor", () => {
  const rows = [{ task: testTask(), lastLine: "\x1b[2J building" }];
  const [line = ""] = liveView(rows, { width: 60, nowMs: START });
  assert.ok(!line.includes("\x1b"), line);
  assert.match(line, /building$/);
  const [narrow = ""] = liveView(rows, { width: 20, nowMs: START });
  assert.equal(narrow.length, 20);
});

Deno.test("lastLineOf() takes the line a person would see last", () => {
  assert.equal(lastLineOf("a\nb\n\n"), "b");
  assert.equal(lastLineOf("a\n10%\r20%\r30%"), "30%");
  assert.equal(lastLineOf(""), "");
});
