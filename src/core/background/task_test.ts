import assert from "node:assert/strict";
import { isExpired, isRunning, lostReport, poolLimit, taskLimitMs } from "./task.ts";
import { testReport, testTask } from "../../../tests/background/task_fixture.ts";

const MINUTE = 60_000;

Deno.test("poolLimit() is half the cores, at least three", () => {
  assert.deepEqual([1, 2, 7, 8, 64].map(poolLimit), [3, 3, 3, 4, 32]);
});

Deno.test("taskLimitMs() holds for both kinds, whatever is wished", () => {
  assert.equal(taskLimitMs("command", 5 * MINUTE), 5 * MINUTE);
  assert.equal(taskLimitMs("command", 90 * MINUTE), 60 * MINUTE);
  assert.equal(taskLimitMs("subagent", 60 * MINUTE), 30 * MINUTE);
  assert.equal(taskLimitMs("subagent", 10 * MINUTE), 10 * MINUTE);
});

Deno.test("isRunning() and isExpired() follow the report and its time", () => {
  const ended = testTask({ report: testReport(), ended_at: "2026-01-01T00:00:00.000Z" });
  const day = Date.parse("2026-01-02T00:00:00.000Z");
  assert.ok(isRunning(testTask()));
  assert.ok(!isRunning(ended));
  assert.ok(!isExpired(testTask(), Number.MAX_SAFE_INTEGER));
  assert.ok(!isExpired(ended, day - 1));
  assert.ok(isExpired(ended, day));
});

Deno.test("lostReport() says what is known", () => {
  const report = lostReport(testTask(), Date.parse("2026-01-01T00:00:05.000Z"));
  assert.equal(report.status, "lost");
  assert.equal(report.duration_ms, 5000);
});
