import assert from "node:assert/strict";
import { findLimitHit, limitAdvice, type LimitedEnd } from "./limit_hit.ts";

const LIMITS = { memory: 200 * 2 ** 20, pids: 50, cpu_time: 60_000, output: 1 };

function found(change: Partial<LimitedEnd>): string {
  const hit = findLimitHit({ limits: LIMITS, signal: null, tail: "", ...change });
  return hit === undefined ? "none" : `${hit.name} ${hit.value} ${hit.evidence}`;
}

Deno.test("findLimitHit() knows the signal of the processor time", () => {
  assert.equal(found({ signal: "SIGXCPU" }), "cpu_time 60s signal");
  assert.equal(found({ signal: "SIGXCPU", limits: {} }), "none");
  assert.equal(found({ signal: "SIGKILL" }), "cpu_time 60s derived");
  assert.equal(found({ signal: "SIGTERM" }), "none");
});

Deno.test("findLimitHit() derives memory and processes from what programs say", () => {
  const memory = [
    "MemoryError",
    "terminate called after throwing an instance of 'std::bad_alloc'",
    "fatal error: runtime: out of memory",
    "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
    "sort: memory exhausted",
    "x: Cannot allocate memory",
  ];
  for (const tail of memory) assert.equal(found({ tail }), "memory 200M derived", tail);
  const pids = [
    "BlockingIOError: [Errno 11] Resource temporarily unavailable",
    "sh: 1: Cannot fork",
    "bash: fork: retry: Resource temporarily unavailable",
    "RuntimeError: can't start new thread",
    "java.lang.OutOfMemoryError: unable to create native thread",
  ];
  for (const tail of pids) assert.equal(found({ tail }), "pids 50 derived", tail);
});

Deno.test("findLimitHit() says nothing of limits that were not set, or that nothing points to", () => {
  assert.equal(found({ tail: "MemoryError", limits: { pids: 50 } }), "none");
  assert.equal(found({ tail: "Cannot fork", limits: { memory: 1 } }), "none");
  assert.equal(found({ tail: "1 test failed" }), "none");
});

Deno.test("limitAdvice() names limit, value and the way to raise it, and how sure it is", () => {
  assert.equal(
    limitAdvice({ name: "output", value: "1M", evidence: "counted" }),
    "Stopped: the output limit of 1M was reached; raise it with --output-limit, or limits.output of the config where that is the lower one",
  );
  assert.match(
    limitAdvice({ name: "memory", value: "200M", evidence: "derived" }),
    /^From how the command failed: the limit of memory per process of 200M was probably reached; raise it with --memory/,
  );
});
