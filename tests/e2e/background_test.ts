import assert from "node:assert/strict";
import {
  background,
  events,
  idOf,
  type Json,
  show,
  start,
  textOf,
  until,
} from "../background/task_env.ts";
import { PseudoTerminal } from "../support/pseudo_terminal.ts";
import { TestEnv } from "../support/test_env.ts";

Deno.test("start gives a task whose output goes to a private log until it ends", async () => {
  using env = new TestEnv();
  const task = await start(env, "echo begin; while [ ! -e go ]; do sleep 0.05; done; echo end");
  assert.equal(task.schema, "execguard.task/1");
  assert.equal(task.session, "default");
  const log = String(task.log);
  assert.equal(
    log,
    `${env.state}/sessions/default/background/${idOf(task)}.log`,
  );
  assert.equal(
    Date.parse(String(task.deadline)) - Date.parse(String(task.started_at)),
    60 * 60_000,
  );
  await until(() => textOf(log) === "begin\n");
  assert.equal((Deno.statSync(log).mode ?? 0) & 0o777, 0o600);
  assert.equal((await background(env, "logs", idOf(task))).stdout, "begin\n");
  assert.equal((await show(env, task)).status, "running");
  env.write("go", "");
  const waited = await background(env, "wait", idOf(task));
  assert.equal(waited.stdout, `${idOf(task)} exited 0\n`);
  assert.throws(() => Deno.statSync(log), Deno.errors.NotFound);
  assert.equal((await background(env, "logs", idOf(task))).stdout, "begin\nend\n");
  const ended = await show(env, task);
  assert.equal(ended.status, "exited");
  assert.equal((ended.report as Json).output, "begin\nend\n");
});

Deno.test("without --json start prints the id, and says where the output goes", async () => {
  using env = new TestEnv();
  const result = await background(env, "start", "--", "echo", "hi");
  assert.match(result.stdout, /^[a-z0-9]{10}\n$/);
  assert.match(result.stderr, /^execguard: .*\.log; read its end with tail -n 50/);
  const quiet = await background(env, "start", "--quiet", "--", "echo", "hi");
  assert.equal(quiet.stderr, "");
  await background(env, "wait", result.stdout.trim(), quiet.stdout.trim());
});

Deno.test("log, hits, report and record hold no secret", async () => {
  using env = new TestEnv();
  const value = "s3cr3t-Value/1";
  env.write(".env", `API_KEY=${value}\n`);
  const script = "cat .env; echo error; while [ ! -e go ]; do sleep 0.05; done; cat .env";
  const task = await start(env, script, ["--objective", `use ${value}`]);
  await until(() => textOf(task.log).includes("error"));
  assert.match(
    textOf(task.log),
    /^API_KEY=\[masked:API_KEY#....\]\nerror\n$/,
  );
  env.write("go", "");
  await background(env, "wait", idOf(task));
  const found = await env.exec(["grep", "-rlF", value, env.home]);
  assert.equal(found.stdout, `${env.work}/.env\n`);
  assert.equal((await show(env, task) as { report: Json }).report.masked, 2);
  const refused = await env.run(["run", "--json", "--", "echo", value]);
  assert.equal(refused.json().code, "request-masked-value");
});

Deno.test("a report keeps the last 31 KiB, in whole characters", async () => {
  using env = new TestEnv();
  const task = await start(env, "i=0; while [ $i -lt 5000 ]; do echo ääää€$i; i=$((i+1)); done");
  const [, final] = await events(env, idOf(task));
  const output = String(final?.output);
  const { length } = new TextEncoder().encode(output);
  assert.ok(length <= 31 * 1024 && length > 31 * 1024 - 4, String(length));
  assert.ok(!output.includes("\ufffd"));
  assert.ok(output.endsWith("4999\n"));
  assert.equal(final?.truncated, true);
});

Deno.test("a time limit ends a task as timeout", async () => {
  using env = new TestEnv();
  const task = await start(env, "echo begin; sleep 60", ["--timeout", "1s"]);
  const [, end] = await events(env, idOf(task));
  assert.deepEqual([end?.event, end?.status, end?.exit_code], ["timeout", "timed_out", 124]);
  assert.equal(end?.output, "begin\n");
});

Deno.test("stop lets a task tidy up, and then it is cancelled", async () => {
  using env = new TestEnv();
  const script = "trap 'echo tidied; exit 9' TERM; echo ready; while :; do sleep 0.05; done";
  const task = await start(env, script);
  await until(() => textOf(task.log) === "ready\n");
  const stopped = await background(env, "stop", idOf(task));
  assert.equal(stopped.stdout, `${idOf(task)} cancelled 9\n`);
  const [, end] = await events(env, idOf(task));
  assert.equal(end?.event, "cancelled");
  assert.match(String(end.output), /^ready\n[^]*tidied\n$/);
  const again = await background(env, "stop", "--json", idOf(task));
  assert.deepEqual([again.code, again.json().code], [120, "task-finished"]);
});

Deno.test("stop ends a task that ignores SIGTERM, with its children", async () => {
  using env = new TestEnv();
  const task = await start(env, "trap '' TERM; echo ready; (sleep 61.7 &) ; sleep 61.7");
  await until(() => textOf(task.log) === "ready\n");
  await background(env, "stop", idOf(task));
  assert.equal((await show(env, task)).status, "cancelled");
  assert.equal((await env.exec(["pgrep", "-f", "sleep 61.7"])).stdout, "");
});

Deno.test("a subagent has 30 minutes, whatever is asked for", async () => {
  using env = new TestEnv();
  const task = await start(env, "true", ["--kind", "subagent", "--timeout-min", "60"]);
  assert.equal(
    Date.parse(String(task.deadline)) - Date.parse(String(task.started_at)),
    30 * 60_000,
  );
  await background(env, "wait", idOf(task));
});

Deno.test("a limit is lowered by flags, minutes, tool and config, and raised by nothing", async () => {
  using env = new TestEnv();
  const limit = async (...args: string[]) => {
    const task = await start(env, "true", args);
    await background(env, "wait", idOf(task));
    return (Date.parse(String(task.deadline)) - Date.parse(String(task.started_at))) / 1000;
  };
  assert.equal(await limit("--timeout", "2h"), 3600);
  assert.equal(await limit("--timeout", "90s", "--timeout-min", "5"), 90);
  assert.equal(await limit("--tool", "fetch_page", "--timeout", "10m"), 90);
  assert.equal(await limit("--tool", "ask_user"), 3600);
  env.configure({ timeouts: { background: "20m", fetch_page: 5000 } });
  assert.equal(await limit(), 1200);
  assert.equal(await limit("--timeout", "1h"), 1200);
  assert.equal(await limit("--tool", "fetch_page"), 5);
});

Deno.test("a request as JSON says everything the flags say", async () => {
  using env = new TestEnv();
  const request = {
    argv: ["echo", "hi"],
    timeout_min: 5,
    keywords: ["hi"],
    objective: "greet",
    next: "leave",
    group: "g",
  };
  const stdin = JSON.stringify(request);
  const task = (await env.run(["background", "start", "--json", "--request", "-"], { stdin }))
    .json();
  assert.deepEqual([task.keywords, task.objective, task.next, task.group], [
    ["hi"],
    "greet",
    "leave",
    "g",
  ]);
  assert.equal(Date.parse(String(task.deadline)) - Date.parse(String(task.started_at)), 5 * 60_000);
  await background(env, "wait", idOf(task));
});

Deno.test("what is refused says so as run does", async () => {
  using env = new TestEnv();
  const code = async (...args: string[]) => {
    const result = await background(env, "start", "--json", ...args);
    return [result.code, result.json().code];
  };
  assert.deepEqual(await code("--", "sh", "-c", "rm x"), [121, "script-rm"]);
  assert.deepEqual(await code("--", "touch", "x"), [122, "approval-required"]);
  assert.deepEqual(await code("--", "no-such-command"), [127, "command-not-found"]);
  assert.deepEqual(await code("--timeout-min", "61", "--", "ls"), [120, "request-bad-value"]);
  assert.deepEqual(await code("--timeout-min", "x", "--", "ls"), [120, "request-bad-value"]);
  for (const subcommand of ["show", "wait", "stop", "watch"]) {
    const unknown = await background(env, subcommand, "--json", "bcdfghjkmn");
    assert.deepEqual([unknown.code, unknown.json().code], [120, "task-unknown"], subcommand);
  }
  assert.equal((await background(env, "show", "../../../x")).code, 120);
  assert.equal((await background(env, "list")).stdout, "");
});

Deno.test("sessions do not see each other's tasks, but know them by id", async () => {
  using env = new TestEnv();
  const task = await start(env, "true", ["--session", "my session/1"]);
  assert.equal((await background(env, "list")).stdout, "");
  const list = await background(env, "list", "--session", "my session/1", "--json");
  assert.deepEqual((list.json().tasks as Json[]).map((each) => each.id), [idOf(task)]);
  assert.equal((await show(env, task)).session, "my session/1");
  await background(env, "wait", idOf(task));
});

Deno.test("rm is refused in the background, and leaves a grant for run", async () => {
  using env = new TestEnv();
  env.write("old", "");
  const rm = ["--json", "--", "rm", "old"];
  const { request_id } = (await env.run(["run", ...rm])).json();
  {
    await using person = new PseudoTerminal(env, `execguard approve ${request_id}`);
    assert.match(await person.end(), /Granted/);
  }
  const refused = await background(env, "start", ...rm);
  assert.deepEqual([refused.code, refused.json().code], [120, "request-bad-value"]);
  assert.equal((await env.run(["run", ...rm])).code, 0);
});
