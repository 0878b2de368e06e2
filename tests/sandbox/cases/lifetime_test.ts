/** Lifetime, exit codes and streams: cases K01, K03, K04, K05, K09 and K11, through the program itself. */
import assert from "node:assert/strict";
import { eventually, fixture, sleepersWith, uniqueSeconds } from "../host_fixture.ts";
import { sandboxCase } from "./sandbox_case.ts";

const LAUNCHER = Deno.env.get("EXECGUARD_BIN") ||
  new URL("../../../scripts/execguard", import.meta.url).pathname;

sandboxCase(
  "K01: nothing survives a SIGKILL of the program, however it was forked",
  async (world) => {
    const seconds = uniqueSeconds();
    const start = [LAUNCHER, "run", "--mode", "auto", "--", fixture("fork_twice"), seconds];
    const child = world.start(start);
    assert.ok(await eventually(() => sleepersWith(seconds).length === 2, 10_000));
    child.kill("SIGKILL");
    assert.ok(await eventually(() => sleepersWith(seconds).length === 0, 1000));
    await Promise.all([child.status, child.stdout.cancel(), child.stderr.cancel()]);
  },
);

sandboxCase("K03: the time limit ends what was left in the background too", async (world) => {
  const seconds = uniqueSeconds();
  const script = `sleep ${seconds} & sleep ${seconds}`;
  const outcome = await world.outcome(["sh", "-c", script], { flags: ["--timeout", "1s"] });
  assert.deepEqual([outcome.status, outcome.exit_code], ["timed_out", 124]);
  assert.ok(outcome.duration_ms < 3500, String(outcome.duration_ms));
  assert.deepEqual(sleepersWith(seconds), []);
});

sandboxCase("K04: a command's end does not wait for its background", async (world) => {
  const seconds = uniqueSeconds();
  const outcome = await world.outcome(["sh", "-c", `sleep ${seconds} & echo done`]);
  assert.deepEqual([outcome.status, outcome.exit_code, outcome.output], ["exited", 0, "done\n"]);
  assert.ok(outcome.duration_ms < 1000, String(outcome.duration_ms));
  assert.deepEqual(sleepersWith(seconds), []);
});

sandboxCase("K05: a command that ignores every polite signal is killed", async (world) => {
  const source = `
import signal, time
for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(name, signal.SIG_IGN)
print("ready", flush=True)
time.sleep(60)
`;
  const outcome = await world.python(source, { flags: ["--timeout", "1s"] });
  assert.deepEqual([outcome.status, outcome.output], ["timed_out", "ready\n"]);
  assert.ok(outcome.duration_ms >= 3000 && outcome.duration_ms < 5000, String(outcome.duration_ms));
});

sandboxCase("K09: the command's codes are told from the program's own", async (world) => {
  world.write("plain", "no program\n", 0o644);
  const ends = async (argv: readonly string[], PATH = "/usr/bin:/bin") => {
    const { status, exit_code } = await world.outcome(argv, { env: { PATH } });
    return [status, exit_code];
  };
  assert.deepEqual(await ends(["false"]), ["exited", 1]);
  assert.deepEqual(await ends(["no-such-cmd"]), ["not_found", 127]);
  assert.deepEqual(await ends(["sh", "-c", "exit 127"]), ["exited", 127]);
  assert.deepEqual(await ends(["plain"], `${world.work}:/usr/bin:/bin`), ["not_executable", 126]);
});

sandboxCase("K11: large output, large input and a closed input pass unchanged", async (world) => {
  const sum = async (script: string) =>
    (await world.exec(["sh", "-c", script, "sh", LAUNCHER])).stdout;
  const numbers = "seq 1 7000000 | head -c 50000000";
  const confined = `"$1" run --mode auto -- sh -c '${numbers}'`;
  assert.equal(await sum(`${confined} | md5sum`), await sum(`${numbers} | md5sum`));
  const input = "seq 1 2000000 | head -c 10000000";
  const cat = '"$1" run --mode auto -- cat';
  assert.equal(await sum(`${input} | ${cat} | md5sum`), await sum(`${input} | md5sum`));
  assert.equal(await sum(`${cat} <&- | md5sum`), await sum("true | md5sum"));
});
