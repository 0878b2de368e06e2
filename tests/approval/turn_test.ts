import assert from "node:assert/strict";
import { PROGRAM } from "../support/pseudo_terminal.ts";
import { TestEnv } from "../support/test_env.ts";

/** Notes when it starts and ends; long enough to overlap with another. */
const WORK = ["--", "sh", "-c", "echo start >>log; sleep 1; echo end >>log"];
const NAMED = ["--mode", "auto", "--session", "s"];

function log(env: TestEnv, folder = env.work): readonly string[] {
  return Deno.readTextFileSync(`${folder}/log`).trim().split("\n");
}

/** Runs calls at the same time and gives their exit codes. */
async function together(env: TestEnv, calls: readonly (readonly string[])[]) {
  const results = await Promise.all(calls.map((args) => env.run(["run", "-q", ...args])));
  return results.map(({ code }) => code);
}

Deno.test("calls of named sessions in one directory run one after another", async () => {
  using env = new TestEnv();
  const other = ["--mode", "auto", "--session", "other"];
  assert.deepEqual(await together(env, [[...NAMED, ...WORK], [...other, ...WORK]]), [0, 0]);
  assert.deepEqual(log(env), ["start", "end", "start", "end"]);
});

/** Ends well only when the other one is there too. */
const meet = (own: string, other: string) => [
  ...["--timeout", "30s", "--", "sh", "-c"],
  `touch ${own}; until [ -e ${other} ]; do sleep 0.05; done`,
];

for (
  const [name, first, second] of [
    ["without a session", ["--mode", "auto"], ["--mode", "auto"]],
    ["with --no-lock", NAMED, [...NAMED, "--no-lock"]],
    ["elsewhere", NAMED, [...NAMED, "--cwd", "sub"]],
  ] as const
) {
  Deno.test(`calls run side by side ${name}`, async () => {
    using env = new TestEnv();
    env.write("sub/log", "");
    const [one, two] = [`${env.work}/one`, `${env.work}/sub/two`];
    const calls = [[...first, ...meet(one, two)], [...second, ...meet(two, one)]];
    assert.deepEqual(await together(env, calls), [0, 0]);
  });
}

Deno.test("read-only calls do not wait", async () => {
  using env = new TestEnv();
  const working = env.run(["run", "-q", ...NAMED, ...WORK]);
  await started(env);
  assert.equal((await env.run(["run", "-q", ...NAMED, "--", "cat", "log"])).stdout, "start\n");
  await working;
});

Deno.test("a call that waits says so, and its wait counts against its time limit", async () => {
  using env = new TestEnv();
  const long = ["--", "sh", "-c", "echo start >>log; sleep 20"];
  const working = env.start([PROGRAM, "run", "-q", ...NAMED, ...long]);
  await started(env);
  const waiting = await env.run(["run", ...NAMED, "--timeout", "3s", "--", "touch", "made"]);
  assert.equal(waiting.code, 124);
  assert.match(waiting.stderr, /Waiting: another command of a named session runs in/);
  // Killed outright: the kernel gives the turn to the next at once.
  Deno.kill(-working.pid, "SIGKILL");
  await Promise.all([working.status, working.stdout.cancel(), working.stderr.cancel()]);
  assert.equal((await env.run(["run", "-q", ...NAMED, "--", "touch", "made"])).code, 0);
});

/** Waits until the work has started. */
async function started(env: TestEnv): Promise<void> {
  const watcher = Deno.watchFs(env.work);
  try {
    if (Deno.lstatSync(`${env.work}/log`).isFile) return;
  } catch {
    for await (const event of watcher) {
      if (event.paths.some((path) => path.endsWith("/log"))) return;
    }
  } finally {
    watcher.close();
  }
}
