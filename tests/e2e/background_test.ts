import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";

type Json = Record<string, unknown>;

/** Starts a script in the background and gives the task. */
async function start(env: TestEnv, script: string, args: readonly string[] = []): Promise<Json> {
  const all = ["start", "--json", "--mode", "auto", ...args, "--", "sh", "-c", script];
  const result = await env.run(["background", ...all]);
  assert.equal(result.code, 0, result.stdout + result.stderr);
  return result.json();
}

const id = (task: Json) => String(task.id);
const background = (env: TestEnv, ...args: string[]) => env.run(["background", ...args]);

async function show(env: TestEnv, task: Json): Promise<Json> {
  return (await background(env, "show", "--json", id(task))).json();
}

/** The events of a task, or of the session, until nothing runs. */
async function events(env: TestEnv, ...args: string[]): Promise<Json[]> {
  const { stdout } = await background(env, "watch", ...args);
  return stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** Waits until a file is there, or says something. */
async function until(is: () => boolean): Promise<void> {
  for (let tries = 0; !is(); tries++) {
    assert.ok(tries < 200, "it never came");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const exists = (path: string) => {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
};

Deno.test("start gives a task whose output goes to a private log until it ends", async () => {
  using env = new TestEnv();
  const task = await start(env, "echo begin; while [ ! -e go ]; do sleep 0.05; done; echo end");
  assert.equal(task.schema, "execguard.task/1");
  assert.equal(task.session, "default");
  const log = String(task.log);
  assert.equal(
    log,
    `${env.home}/.local/state/execguard/sessions/default/background/${id(task)}.log`,
  );
  assert.equal(
    Date.parse(String(task.deadline)) - Date.parse(String(task.started_at)),
    60 * 60_000,
  );
  await until(() => Deno.readTextFileSync(log) === "begin\n");
  assert.equal((Deno.statSync(log).mode ?? 0) & 0o777, 0o600);
  assert.equal((await background(env, "logs", id(task))).stdout, "begin\n");
  assert.equal((await show(env, task)).status, "running");
  env.write("go", "");
  const waited = await background(env, "wait", id(task));
  assert.equal(waited.stdout, `${id(task)} exited 0\n`);
  assert.ok(!exists(log));
  assert.equal((await background(env, "logs", id(task))).stdout, "begin\nend\n");
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

Deno.test("watch streams started and final with the outcome's keys", async () => {
  using env = new TestEnv();
  const task = await start(env, "echo out; echo err >&2; exit 3");
  const [started, final, ...others] = await events(env, id(task));
  assert.deepEqual(others, []);
  assert.equal(started?.event, "started");
  assert.equal(final?.event, "final");
  assert.equal(final.id, id(task));
  assert.equal(final.output, "out\nerr\n");
  assert.deepEqual([final.status, final.exit_code, final.signal], ["exited", 3, null]);
  assert.equal((await background(env, "wait", id(task))).code, 3);
});

Deno.test("watch without an id follows what runs, and what is started meanwhile", async () => {
  using env = new TestEnv();
  await start(env, "true").then((task) => background(env, "wait", id(task)));
  const first = await start(env, "while [ ! -e go ]; do sleep 0.05; done");
  const watching = events(env);
  const second = await start(env, "true");
  await background(env, "wait", id(second));
  env.write("go", "");
  const seen = (await watching).map((event) => `${event.id} ${event.event}`).sort();
  const expected = [first, second].flatMap((task) => [`${id(task)} started`, `${id(task)} final`]);
  assert.deepEqual(seen, expected.sort());
});

Deno.test("a keyword raises a hit once output settles, and the window merges the others", async () => {
  using env = new TestEnv();
  const script = "echo working; printf 'ERROR: disk'; sleep 3; echo; echo panic; sleep 0.2";
  const task = await start(env, script, ["--keyword", "error", "--keyword", "panic"]);
  const kinds = await events(env, id(task));
  assert.deepEqual(kinds.map(({ event }) => event), ["started", "hit", "final"]);
  assert.deepEqual(kinds[1]?.keywords, ["error"]);
  assert.equal(kinds[1]?.output, "working\nERROR: disk");
  assert.equal((await show(env, task)).hits, 1);
});

Deno.test("a decider drops hits, and one that fails does not", async () => {
  using env = new TestEnv();
  const decider = `${env.root}/decider`;
  env.write(
    decider,
    "#!/bin/sh\nread question\ncase $question in *benign*) echo '{\"tell\":false}' ;; *) exit 7 ;; esac\n",
    0o755,
  );
  env.configure({ decider: [decider] });
  const benign = await start(env, "echo benign error; sleep 2.5");
  const failing = await start(env, "echo error; sleep 2.5");
  assert.deepEqual((await events(env, id(benign))).map(({ event }) => event), ["started", "final"]);
  const [, hit] = await events(env, id(failing));
  assert.equal(hit?.event, "hit");
  assert.equal(hit.unchecked, "the decider failed: it ended with code 7");
});

Deno.test("a decider that a command could rewrite is not run", async () => {
  using env = new TestEnv();
  env.write("decider", '#!/bin/sh\ntouch "$HOME/decided"\necho \'{"tell":false}\'\n', 0o755);
  env.configure({ decider: ["sh", `${env.work}/decider`] });
  const task = await start(env, "echo error; sleep 2.5");
  const [, hit] = await events(env, id(task));
  assert.match(
    String(hit?.unchecked),
    /^the decider failed: commands may write .*\/work\/decider$/,
  );
  assert.ok(!exists(`${env.home}/decided`));
});

Deno.test("log, hits, report and record hold no secret", async () => {
  using env = new TestEnv();
  const value = "s3cr3t-Value/1";
  env.write(".env", `API_KEY=${value}\n`);
  const script = "cat .env; echo error; while [ ! -e go ]; do sleep 0.05; done; cat .env";
  const task = await start(env, script, ["--objective", `use ${value}`]);
  await until(() => Deno.readTextFileSync(String(task.log)).includes("error"));
  assert.match(
    Deno.readTextFileSync(String(task.log)),
    /^API_KEY=\[masked:API_KEY#....\]\nerror\n$/,
  );
  env.write("go", "");
  await background(env, "wait", id(task));
  const found = await env.exec(["grep", "-rlF", value, env.home]);
  assert.equal(found.stdout, `${env.work}/.env\n`);
  assert.equal((await show(env, task) as { report: Json }).report.masked, 2);
  const refused = await env.run(["run", "--json", "--", "echo", value]);
  assert.equal(refused.json().code, "request-masked-value");
});

Deno.test("a report keeps the last 31 KiB, in whole characters", async () => {
  using env = new TestEnv();
  const task = await start(env, "i=0; while [ $i -lt 5000 ]; do echo ääää€$i; i=$((i+1)); done");
  const [, final] = await events(env, id(task));
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
  const [, end] = await events(env, id(task));
  assert.deepEqual([end?.event, end?.status, end?.exit_code], ["timeout", "timed_out", 124]);
  assert.equal(end?.output, "begin\n");
});

Deno.test("stop lets a task tidy up, and then it is cancelled", async () => {
  using env = new TestEnv();
  const script = "trap 'echo tidied; exit 9' TERM; echo ready; while :; do sleep 0.05; done";
  const task = await start(env, script);
  await until(() => Deno.readTextFileSync(String(task.log)) === "ready\n");
  const stopped = await background(env, "stop", id(task));
  assert.equal(stopped.stdout, `${id(task)} cancelled 9\n`);
  const [, end] = await events(env, id(task));
  assert.equal(end?.event, "cancelled");
  assert.match(String(end.output), /^ready\n[^]*tidied\n$/);
  const again = await background(env, "stop", "--json", id(task));
  assert.deepEqual([again.code, again.json().code], [120, "task-finished"]);
});

Deno.test("stop ends a task that ignores SIGTERM, with its children", async () => {
  using env = new TestEnv();
  const task = await start(env, "trap '' TERM; echo ready; (sleep 61.7 &) ; sleep 61.7");
  await until(() => Deno.readTextFileSync(String(task.log)) === "ready\n");
  await background(env, "stop", id(task));
  assert.equal((await show(env, task)).status, "cancelled");
  assert.equal((await env.exec(["pgrep", "-f", "sleep 61.7"])).stdout, "");
});

Deno.test("a group is told once, when its last task has ended; stopping it stops its tasks", async () => {
  using env = new TestEnv();
  const terms = ["--group", "g", "--objective", "build all", "--next", "deploy"];
  const quick = await start(env, "echo quick; while [ ! -e go ]; do sleep 0.05; done", terms);
  const slow = await start(env, "echo slow; sleep 60", ["--group", "g"]);
  env.write("go", "");
  await background(env, "wait", id(quick));
  assert.deepEqual((await events(env, id(quick))).map(({ event }) => event), ["started", "final"]);
  const stopped = await background(env, "stop", "--group", "g");
  assert.match(stopped.stdout, new RegExp(`^${id(slow)} cancelled`));
  const group = (await events(env, id(slow))).at(-1);
  assert.equal(group?.event, "group");
  assert.deepEqual([group.group, group.objective, group.next], ["g", "build all", "deploy"]);
  const reports = group.reports as Json[];
  assert.deepEqual(reports.map((report) => [report.id, report.status, report.output]), [
    [id(quick), "exited", "quick\n"],
    [id(slow), "cancelled", "slow\n"],
  ]);
});

Deno.test("a subagent has 30 minutes, whatever is asked for", async () => {
  using env = new TestEnv();
  const task = await start(env, "true", ["--kind", "subagent", "--timeout-min", "60"]);
  assert.equal(
    Date.parse(String(task.deadline)) - Date.parse(String(task.started_at)),
    30 * 60_000,
  );
  await background(env, "wait", id(task));
});

Deno.test("a limit is lowered by flags, minutes and tool, and raised by nothing", async () => {
  using env = new TestEnv();
  const limit = async (...args: string[]) => {
    const task = await start(env, "true", args);
    await background(env, "wait", id(task));
    return (Date.parse(String(task.deadline)) - Date.parse(String(task.started_at))) / 1000;
  };
  assert.equal(await limit("--timeout", "2h"), 3600);
  assert.equal(await limit("--timeout", "90s", "--timeout-min", "5"), 90);
  assert.equal(await limit("--tool", "fetch_page", "--timeout", "10m"), 90);
  assert.equal(await limit("--tool", "ask_user"), 3600);
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
  await background(env, "wait", id(task));
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
  assert.deepEqual((list.json().tasks as Json[]).map((each) => each.id), [id(task)]);
  assert.equal((await show(env, task)).session, "my session/1");
  await background(env, "wait", id(task));
});
