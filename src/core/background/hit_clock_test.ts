import assert from "node:assert/strict";
import { createHitClock, HIT_TIMES } from "./hit_clock.ts";

Deno.test("a hit waits until output settles", () => {
  const clock = createHitClock();
  clock.output(["error"], 1000);
  assert.equal(clock.dueMs(), 3000);
  clock.output([], 2500);
  assert.equal(clock.dueMs(), 4500);
  assert.equal(clock.take(4499), undefined);
  assert.deepEqual(clock.take(4500), ["error"]);
  assert.equal(clock.dueMs(), undefined);
});

Deno.test("a hit waits no longer than ten seconds for output that never settles", () => {
  const clock = createHitClock();
  for (let nowMs = 0; nowMs < 10_000; nowMs += 500) {
    clock.output(nowMs === 0 ? ["error"] : [], nowMs);
    assert.equal(clock.take(nowMs), undefined);
  }
  assert.deepEqual(clock.take(10_000), ["error"]);
});

Deno.test("hits within the window are merged into the next one", () => {
  const clock = createHitClock();
  clock.output(["error"], 0);
  assert.deepEqual(clock.take(2000), ["error"]);
  clock.told(2000);
  clock.output(["fail"], 5000);
  clock.output(["panic", "fail"], 20_000);
  assert.equal(clock.dueMs(), 32_000);
  assert.equal(clock.take(31_999), undefined);
  assert.deepEqual(clock.take(32_000), ["fail", "panic"]);
  assert.equal(clock.take(70_000), undefined);
});

Deno.test("after the window a hit only waits until output settles", () => {
  const clock = createHitClock();
  clock.output(["error"], 0);
  clock.take(2000);
  clock.told(2000);
  clock.output(["error"], 100_000);
  assert.equal(clock.dueMs(), 102_000);
});

Deno.test("a hit that was taken but not told holds up no other", () => {
  const clock = createHitClock();
  clock.output(["error"], 0);
  clock.take(2000);
  clock.output(["panic"], 3000);
  assert.equal(clock.dueMs(), 5000);
  assert.deepEqual(clock.take(5000), ["panic"]);
});

Deno.test("output without a keyword is never a hit", () => {
  const clock = createHitClock();
  clock.output([], 0);
  assert.equal(clock.dueMs(), undefined);
  assert.equal(clock.take(HIT_TIMES.windowMs), undefined);
});
