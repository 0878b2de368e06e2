import assert from "node:assert/strict";
import { describeLimits, limitsOf, limitsProblem, processLimits, tightest } from "./limits.ts";

Deno.test("limitsOf() reads numbers in their units and texts as the flags take them", () => {
  const same = { memory: 2 ** 30, pids: 5, cpu_time: 60_000, output: 1024 };
  assert.equal(limitsProblem({ memory: "1G", pids: 5, cpu_time: "1m", output: "1K" }), undefined);
  assert.deepEqual(limitsOf({ memory: "1G", pids: 5, cpu_time: "1m", output: "1K" }), same);
  assert.deepEqual(limitsOf(same), same);
  assert.deepEqual(limitsOf({}), {});
});

Deno.test("limitsProblem() names what cannot be used", () => {
  const rows: readonly (readonly [unknown, RegExp])[] = [
    [null, /^must be an object$/],
    [[], /^must be an object$/],
    ["2G", /^must be an object$/],
    [{ ram: 1 }, /^unknown key "ram"$/],
    [JSON.parse('{"__proto__":{"pids":1}}'), /^unknown key "__proto__"$/],
    [{ memory: 1000 }, /^memory must be at least 1M$/],
    [{ memory: "much" }, /^memory must be a number of bytes above 0/],
    [{ memory: Infinity }, /^memory must be/],
    [{ pids: 0 }, /^pids must be a whole number above 0$/],
    [{ pids: "5" }, /^pids must be/],
    [{ cpu_time: 1500 }, /^cpu_time must be whole seconds/],
    [{ cpu_time: "60" }, /^cpu_time must be whole seconds/],
    [{ output: -1 }, /^output must be/],
  ];
  for (const [value, problem] of rows) assert.match(limitsProblem(value) ?? "fine", problem);
});

Deno.test("tightest() never lets one limit lift another", () => {
  const config = { memory: 100, pids: 50 };
  assert.deepEqual(tightest([{ memory: 200, output: 1 }, config]), {
    ...{ memory: 100, pids: 50, output: 1 },
  });
  assert.deepEqual(tightest([{}, {}]), {});
});

Deno.test("processLimits() leaves the output out", () => {
  assert.deepEqual(processLimits({ output: 1, cpu_time: 1000 }), { cpu_time: 1000 });
});

Deno.test("describeLimits() spells each as its flag does, and names what keeps it", () => {
  const shown = describeLimits({ output: 2 ** 20, cpu_time: 90_000, pids: 7, memory: 2 ** 31 });
  assert.deepEqual(shown.map(({ name, value }) => `${name} ${value}`), [
    ...["memory 2G", "pids 7", "cpu_time 90s", "output 1M"],
  ]);
  assert.deepEqual(shown.map(({ mechanism }) => mechanism.split(/[ ,]/)[0]), [
    ...["RLIMIT_DATA", "RLIMIT_NPROC", "RLIMIT_CPU", "counted"],
  ]);
});
