import assert from "node:assert/strict";
import {
  background,
  events,
  idOf,
  type Json,
  start,
  textOf,
  until,
} from "../background/task_env.ts";
import { PROGRAM, PseudoTerminal } from "../support/pseudo_terminal.ts";
import { TestEnv } from "../support/test_env.ts";

/** Process ids of those whose command line holds a text; the dead that wait for their parent do not count. */
async function processes(env: TestEnv, text: string): Promise<string[]> {
  const { stdout } = await env.exec(["ps", "-eo", "pid=,stat=,args="]);
  return stdout.split("\n")
    .filter((line) => line.includes(text) && !/^\s*\d+ Z/.test(line))
    .map((line) => line.trim().split(" ")[0] ?? "");
}

Deno.test("a task survives its caller and its terminal", async () => {
  using env = new TestEnv();
  const line = "execguard background start -q --mode auto -- sh -c 'sleep 1; echo alive > here'";
  await using terminal = new PseudoTerminal(env, line);
  const id = (await terminal.end()).trim();
  assert.match(id, /^[a-z0-9]{10}$/);
  assert.equal((await background(env, "wait", id)).stdout, `${id} exited 0\n`);
  assert.equal(textOf(`${env.work}/here`), "alive\n");
});

Deno.test("a supervisor keeps none of its caller's descriptors, nor its directory", async () => {
  using env = new TestEnv();
  env.write("marked", "");
  const script =
    'exec 7<marked 23<marked; "$1" background start -q --mode auto -- sleep 63.1 <marked | cat';
  // A pipe that stayed open somewhere would hold `cat`, and with it this call, for a minute.
  const started = await env.exec(["bash", "-c", script, "_", PROGRAM], { timeoutMs: 20_000 });
  const id = started.stdout.trim();
  const task = (await background(env, "show", "--json", id)).json();
  const open = await env.exec(["ls", "-l", `/proc/${task.pid}/fd`, `/proc/${task.pid}/cwd`]);
  assert.ok(!open.stdout.includes("marked"), open.stdout);
  assert.match(open.stdout, /cwd -> \/\n/);
  for (const pid of await processes(env, "sleep 63.1")) {
    const { stdout } = await env.exec(["ls", "-l", `/proc/${pid}/fd`]);
    assert.ok(!stdout.includes("marked"), stdout);
  }
  await background(env, "stop", id);
});

Deno.test("a supervisor that is killed leaves no process; the task is lost, its log goes", async () => {
  using env = new TestEnv();
  const task = await start(env, "(sleep 62.3 &); setsid sleep 62.3 & echo ready; sleep 62.3");
  const id = String(task.id);
  await until(() => textOf(task.log) === "ready\n");
  assert.ok((await processes(env, "sleep 62.3")).length >= 3);
  Deno.kill(Number(task.pid), "SIGKILL");
  await until(async () => (await processes(env, "sleep 62.3")).length === 0);
  const shown = (await background(env, "show", "--json", id)).json();
  assert.equal(shown.status, "lost");
  assert.equal(textOf(task.log), "");
  const { stdout } = await background(env, "watch", id);
  const [, lost, ...others] = stdout.trim().split("\n").map((line): Json => JSON.parse(line));
  assert.deepEqual([lost?.event, lost?.id, others], ["lost", id, []]);
  assert.equal((await background(env, "wait", id)).code, 125);
});

Deno.test("a watcher of a task learns that its supervisor died", async () => {
  using env = new TestEnv();
  const task = await start(env, "echo ready; sleep 64.2");
  const watching = background(env, "watch", String(task.id));
  await until(() => textOf(task.log) === "ready\n");
  Deno.kill(Number(task.pid), "SIGKILL");
  assert.match((await watching).stdout, /"event":"lost"/);
});

Deno.test("of many starts at once exactly as many run as the pool holds, none is lost", async () => {
  using env = new TestEnv();
  env.configure({ background: { pool: 3 } });
  env.write(
    "many.sh",
    'for i in $(seq 20); do "$1" background start --json -- sleep 65.4 >"out$i" & done; wait\n',
  );
  await env.exec(["sh", "many.sh", PROGRAM]);
  const results = Array.from(
    { length: 20 },
    (_, index): Json => JSON.parse(textOf(`${env.work}/out${index + 1}`)),
  );
  const started = results.filter((result) => result.schema === "execguard.task/1");
  const refused = results.filter((result) => result.code === "task-pool-full");
  assert.equal(started.length, 3);
  assert.equal(refused.length, 17);
  const ids = started.map((task) => String(task.id)).sort();
  const list = (await background(env, "list", "--json")).json().tasks as Json[];
  assert.deepEqual(list.map((task) => task.id).sort(), ids);
  for (const id of ids) assert.ok(String(refused.at(-1)?.message).includes(id));
  assert.equal((await processes(env, "bwrap --json")).length >= 3, true);
  await background(env, "stop", ...ids);
  // A place that is given back can be taken again.
  const again = await background(env, "start", "-q", "--", "true");
  assert.equal(again.code, 0);
  await background(env, "wait", again.stdout.trim());
});

Deno.test("a supervisor obeys no handoff but that of a start", async () => {
  using env = new TestEnv();
  const forged = {
    task: { id: "bcdfghjkmn", session: "default", log: `${env.work}/log` },
    launch: { program: "/usr/bin/touch", args: ["forged"], hiddenArgs: [], cwd: env.work, env: {} },
    secrets: { known: [], key: [] },
  };
  for (const stdin of [JSON.stringify(forged), "", "null", "[]", '{"task":{"id":"../../x"}}']) {
    const result = await env.run(["background", "supervise"], { stdin });
    assert.match(result.stdout, /"ok":false.*task-unknown/, stdin);
  }
  assert.deepEqual([...Deno.readDirSync(env.work)], []);
});

Deno.test("a task has the limits of its start, and its report names the one it reached", async () => {
  using env = new TestEnv();
  const flags = ["--cpu-time", "9s", "--output-limit", "1K"];
  const task = await start(env, "ulimit -S -t; ulimit -H -t; yes", flags);
  const ended = (await events(env, idOf(task))).filter(({ event }) => event === "final");
  assert.deepEqual(ended.map(({ status, exit_code, limit }) => ({ status, exit_code, limit })), [{
    ...{ status: "limit_exceeded", exit_code: 124 },
    limit: { name: "output", value: "1K", evidence: "counted" },
  }]);
  assert.equal(String(ended[0]?.output).slice(0, 7), "9\n10\ny\n");
  assert.equal(String(ended[0]?.output).length, 1024);
  assert.equal((await background(env, "wait", idOf(task))).code, 124);
});

Deno.test("a task without standard input ends at its end", async () => {
  using env = new TestEnv();
  const result = await env.run(["background", "start", "-q", "--", "cat"], {
    stdin: "never read\n",
  });
  const id = result.stdout.trim();
  assert.equal((await background(env, "wait", id)).code, 0);
  assert.equal((await background(env, "logs", id)).stdout, "");
});

Deno.test("on a terminal watch draws a line a task, and is plain JSON with --json", async () => {
  using env = new TestEnv();
  const task = await start(env, "printf '10%%\\r20%%'; while [ ! -e go ]; do sleep 0.05; done");
  const id = String(task.id);
  await using terminal = new PseudoTerminal(env, `execguard background watch ${id}`);
  await terminal.sees(id);
  await terminal.sees("20%");
  env.write("go", "");
  await terminal.sees("exited");
  assert.ok(!(await terminal.end()).includes("execguard.event"));
  await using json = new PseudoTerminal(env, `execguard background watch --json ${id}`);
  assert.match(await json.end(), /"event":"started"[^]*"event":"final"/);
});
