import assert from "node:assert/strict";
import { type LimitSource, readLimits } from "./read_limits.ts";

function read(change: Partial<LimitSource>): unknown {
  const limits = readLimits({ flags: {}, json: {}, configured: {}, leaves: false, ...change });
  return limits.ok ? limits.value : limits.refusal;
}

Deno.test("readLimits() takes the lowest of flag, request and config", () => {
  const configured = { memory: 2 ** 31, pids: 50 };
  assert.deepEqual(read({ configured }), configured);
  assert.deepEqual(read({ configured, flags: { memory: "1G", pids: "20" } }), {
    ...{ memory: 2 ** 30, pids: 20 },
  });
  assert.deepEqual(read({ configured, flags: { memory: "9G" }, json: { pids: 500 } }), configured);
  assert.deepEqual(read({ flags: { cpuTime: "90" }, json: { output: "1K" } }), {
    ...{ cpu_time: 90_000, output: 1024 },
  });
});

Deno.test("readLimits() refuses a flag whose value is none", () => {
  const code = (flags: LimitSource["flags"]) => Reflect.get(read({ flags }) as object, "code");
  assert.equal(code({ memory: "lots" }), "request-bad-size");
  assert.equal(code({ memory: "1K" }), "request-bad-value");
  assert.equal(code({ outputLimit: "0" }), "request-bad-size");
  for (const pids of ["0", "-1", "1.5", "1e3", "", " 5"]) {
    assert.equal(code({ pids }), "request-bad-value", pids);
  }
  assert.equal(code({ cpuTime: "soon" }), "request-bad-timeout");
  assert.equal(code({ cpuTime: "1500ms" }), "request-bad-value");
});

Deno.test("readLimits() keeps only the output's outside the sandbox, and refuses to promise more", () => {
  const configured = { memory: 2 ** 31, output: 1024 };
  assert.deepEqual(read({ leaves: true, configured }), { output: 1024 });
  assert.deepEqual(read({ leaves: true, flags: { outputLimit: "10" } }), { output: 10 });
  const refusal = { code: "request-bad-flag", data: { problem: "--pids needs the sandbox" } };
  assert.deepEqual(read({ leaves: true, flags: { pids: "5" } }), refusal);
  assert.deepEqual(read({ leaves: true, json: { pids: 5 } }), refusal);
});
