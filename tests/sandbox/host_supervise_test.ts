/** Lifetime and signals. Cases K01, K03, K04, K05 of sandbox.md, and its section 10 of signals. */
import assert from "node:assert/strict";
import {
  capture,
  confined,
  driverArgs,
  eventually,
  fixture,
  processesWith,
  readOutcome,
  sleepersWith,
  unconfined,
  uniqueSeconds,
  withFolder,
  withoutSandbox,
} from "./host_fixture.ts";

const ignore = withoutSandbox();

interface Driven {
  readonly child: Deno.ChildProcess;
  /** Resolves once the command's output holds the text. */
  readonly says: (text: string) => Promise<void>;
  readonly output: () => string;
}

/** Starts the driver in its own process; its output, and so the command's, is collected. */
function drive(request: Parameters<typeof driverArgs>[0]): Driven {
  const child = new Deno.Command(Deno.execPath(), {
    args: driverArgs(request),
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  let output = "";
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  return {
    child,
    output: () => output,
    async says(text) {
      while (!output.includes(text)) {
        const { done, value } = await reader.read();
        assert.ok(!done, `ended before it said ${text}: ${output}`);
        output += value;
      }
    },
  };
}

Deno.test({
  name: "K01 nothing survives a SIGKILL of the supervisor, however it was forked",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const seconds = uniqueSeconds();
      const spec = confined([fixture("fork_twice"), seconds]);
      const { child } = drive({ spec, capture: false, outcome: `${folder}/outcome` });
      assert.ok(await eventually(() => sleepersWith(seconds).length === 2, 5000));
      child.kill("SIGKILL");
      assert.ok(await eventually(() => sleepersWith(seconds).length === 0, 1000));
      await child.status;
      await child.stdout.cancel().catch(() => {});
    }),
});

for (const inside of [true, false]) {
  const start = (script: string) =>
    inside ? confined(["/bin/sh", "-c", script]) : unconfined("/bin/sh", ["-c", script]);
  const where = inside ? "confined" : "unconfined";

  Deno.test({
    name: `K03 supervise() ends the whole ${where} tree at the time limit`,
    ignore: inside && ignore,
    async fn() {
      const seconds = uniqueSeconds();
      const spec = start(`sleep ${seconds} & setsid sleep ${seconds} & sleep ${seconds}; true`);
      const outcome = await capture(spec, { timeoutMs: 300 });
      assert.deepEqual([outcome.status, outcome.exit_code], ["timed_out", 124]);
      assert.ok(outcome.duration_ms < 2500, `took ${outcome.duration_ms} ms`);
      assert.deepEqual(sleepersWith(seconds), []);
    },
  });

  Deno.test({
    name: `K05 supervise() kills a ${where} command that ignores SIGTERM, after the grace time`,
    ignore: inside && ignore,
    async fn() {
      const seconds = uniqueSeconds();
      const outcome = await capture(start(`exec ${fixture("ignore_term")} ${seconds}`), {
        timeoutMs: 1500,
      });
      assert.deepEqual([outcome.status, outcome.output], ["timed_out", "ready\n"]);
      assert.ok(outcome.duration_ms >= 3500 && outcome.duration_ms < 5000);
      assert.deepEqual(sleepersWith(seconds), []);
    },
  });

  Deno.test({
    name: `supervise() lets a ${where} command end itself within the grace time`,
    ignore: inside && ignore,
    async fn() {
      const outcome = await capture(start(`exec ${fixture("count_signals")}`), { timeoutMs: 1500 });
      assert.deepEqual([outcome.status, outcome.output], ["timed_out", "ready\nSIGTERM\n"]);
    },
  });

  Deno.test({
    name: `supervise() stops a ${where} command on request and reports what it did`,
    ignore: inside && ignore,
    async fn() {
      const stop = new AbortController();
      const seconds = uniqueSeconds();
      const stopped = capture(start(`exec sleep ${seconds}`), { stop: stop.signal });
      assert.ok(await eventually(() => sleepersWith(seconds).length === 1, 2000));
      stop.abort();
      const { status, exit_code, signal } = await stopped;
      assert.deepEqual([status, exit_code, signal], ["signalled", 143, "SIGTERM"]);
    },
  });
}

Deno.test({
  name: "K04 supervise() does not wait for what a confined command left in the background",
  ignore,
  async fn() {
    const seconds = uniqueSeconds();
    const outcome = await capture(confined(["sh", "-c", `sleep ${seconds} & echo done`]));
    assert.deepEqual([outcome.status, outcome.exit_code, outcome.output], ["exited", 0, "done\n"]);
    assert.ok(outcome.duration_ms < 1000);
    assert.deepEqual(sleepersWith(seconds), []);
  },
});

Deno.test("supervise() does not wait for the pipe that an unconfined command left to another", async () => {
  const seconds = uniqueSeconds();
  const outcome = await capture(unconfined("/bin/sh", ["-c", `sleep ${seconds} & echo done`]));
  assert.deepEqual([outcome.status, outcome.output], ["exited", "done\n"]);
  assert.ok(outcome.duration_ms < 2000);
  for (const pid of sleepersWith(seconds)) Deno.kill(pid, "SIGKILL");
});

for (const inside of [true, false]) {
  Deno.test({
    name: `a ${
      inside ? "confined" : "unconfined"
    } command gets each signal once, and its code comes back`,
    ignore: inside && ignore,
    fn: () =>
      withFolder(async (folder) => {
        const program = fixture("count_signals");
        const spec = inside ? confined([program]) : unconfined(program, []);
        const driven = drive({ spec, capture: false, outcome: `${folder}/outcome` });
        await driven.says("ready\n");
        const signals = ["SIGINT", "SIGHUP", "SIGUSR2", "SIGQUIT", "SIGWINCH", "SIGTERM"] as const;
        for (const signal of signals) {
          driven.child.kill(signal);
          await driven.says(`${signal}\n`);
        }
        assert.equal((await driven.child.status).code, 9);
        assert.equal(driven.output(), ["ready", ...signals, ""].join("\n"));
        assert.deepEqual(readOutcome(`${folder}/outcome`).status, "exited");
      }),
  });
}

Deno.test({
  name: "an untrapped signal ends the command, and the outcome names it",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const seconds = uniqueSeconds();
      const spec = confined(["sh", "-c", `echo ready; exec sleep ${seconds}`]);
      const driven = drive({ spec, capture: false, outcome: `${folder}/outcome` });
      await driven.says("ready\n");
      await eventually(() => sleepersWith(seconds).length === 1, 2000);
      driven.child.kill("SIGINT");
      assert.equal((await driven.child.status).code, 130);
      assert.equal(readOutcome(`${folder}/outcome`).signal, "SIGINT");
      assert.deepEqual(processesWith(seconds), []);
    }),
});

Deno.test({
  name: "Ctrl-C on the terminal reaches every process of the command's group, once",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const count = `trap 'echo "shell $((n = n + 1))"' INT`;
      const script = `${count}; (trap - INT; echo ready; exec sleep 60); echo "child $?"`;
      const spec = confined(["bash", "-c", script]);
      const request = { spec, capture: false, outcome: `${folder}/outcome` };
      const child = new Deno.Command(fixture("on_terminal"), {
        args: [Deno.execPath(), ...driverArgs(request)],
        stdin: "null",
      });
      const { code, stdout } = await child.output();
      const shown = new TextDecoder().decode(stdout);
      assert.deepEqual([code, shown.replaceAll("^C", "")], [
        0,
        "ready\r\nshell 1\r\nchild 130\r\n",
      ]);
    }),
});

Deno.test({
  name: "SIGTSTP stops command and supervisor, SIGCONT lets both go on",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const seconds = uniqueSeconds();
      const spec = confined(["sh", "-c", `echo ready; exec sleep ${seconds}`]);
      const driven = drive({ spec, capture: false, outcome: `${folder}/outcome` });
      await driven.says("ready\n");
      const sleeper = () => sleepersWith(seconds)[0];
      assert.ok(await eventually(() => sleeper() !== undefined, 2000));
      const pid = sleeper()!;
      const state = (of: number) => /\) (\w)/.exec(Deno.readTextFileSync(`/proc/${of}/stat`))?.[1];
      driven.child.kill("SIGTSTP");
      assert.ok(
        await eventually(() => state(pid) === "T" && state(driven.child.pid) === "T", 2000),
      );
      driven.child.kill("SIGCONT");
      assert.ok(
        await eventually(() => state(pid) !== "T" && state(driven.child.pid) !== "T", 2000),
      );
      driven.child.kill("SIGTERM");
      assert.equal((await driven.child.status).code, 143);
    }),
});
