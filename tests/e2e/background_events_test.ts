import assert from "node:assert/strict";
import { background, events, idOf, type Json, show, start } from "../background/task_env.ts";
import { TestEnv } from "../support/test_env.ts";

Deno.test("watch streams started and final with the outcome's keys", async () => {
  using env = new TestEnv();
  const task = await start(env, "echo out; echo err >&2; exit 3");
  const [started, final, ...others] = await events(env, idOf(task));
  assert.deepEqual(others, []);
  assert.equal(started?.event, "started");
  assert.equal(final?.event, "final");
  assert.equal(final.id, idOf(task));
  assert.equal(final.output, "out\nerr\n");
  assert.deepEqual([final.status, final.exit_code, final.signal], ["exited", 3, null]);
  assert.equal((await background(env, "wait", idOf(task))).code, 3);
});

Deno.test("watch without an id follows what runs, and what is started meanwhile", async () => {
  using env = new TestEnv();
  await start(env, "true").then((task) => background(env, "wait", idOf(task)));
  const first = await start(env, "while [ ! -e go ]; do sleep 0.05; done");
  const watching = events(env);
  const second = await start(env, "true");
  await background(env, "wait", idOf(second));
  env.write("go", "");
  const seen = (await watching).map((event) => `${event.id} ${event.event}`).sort();
  const expected = [first, second].flatMap((
    task,
  ) => [`${idOf(task)} started`, `${idOf(task)} final`]);
  assert.deepEqual(seen, expected.sort());
});

Deno.test("a keyword raises a hit once output settles, and the window merges the others", async () => {
  using env = new TestEnv();
  const script = "echo working; printf 'ERROR: disk'; sleep 3; echo; echo panic; sleep 0.2";
  const task = await start(env, script, ["--keyword", "error", "--keyword", "panic"]);
  const kinds = await events(env, idOf(task));
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
  assert.deepEqual((await events(env, idOf(benign))).map(({ event }) => event), [
    "started",
    "final",
  ]);
  const [, hit] = await events(env, idOf(failing));
  assert.equal(hit?.event, "hit");
  assert.equal(hit.unchecked, "the decider failed: it ended with code 7");
});

Deno.test("a decider that a command could rewrite is not run", async () => {
  using env = new TestEnv();
  env.write("decider", '#!/bin/sh\ntouch "$HOME/decided"\necho \'{"tell":false}\'\n', 0o755);
  env.configure({ decider: ["sh", `${env.work}/decider`] });
  const task = await start(env, "echo error; sleep 2.5");
  const [, hit] = await events(env, idOf(task));
  assert.match(
    String(hit?.unchecked),
    /^the decider failed: commands may write .*\/work\/decider$/,
  );
  assert.throws(() => Deno.statSync(`${env.home}/decided`), Deno.errors.NotFound);
});

Deno.test("a group is told once, when its last task has ended; stopping it stops its tasks", async () => {
  using env = new TestEnv();
  const terms = ["--group", "g", "--objective", "build all", "--next", "deploy"];
  const quick = await start(env, "echo quick; while [ ! -e go ]; do sleep 0.05; done", terms);
  const slow = await start(env, "echo slow; sleep 60", ["--group", "g"]);
  env.write("go", "");
  await background(env, "wait", idOf(quick));
  assert.deepEqual((await events(env, idOf(quick))).map(({ event }) => event), [
    "started",
    "final",
  ]);
  const stopped = await background(env, "stop", "--group", "g");
  assert.match(stopped.stdout, new RegExp(`^${idOf(slow)} cancelled`));
  const group = (await events(env, idOf(slow))).at(-1);
  assert.equal(group?.event, "group");
  assert.deepEqual([group.group, group.objective, group.next], ["g", "build all", "deploy"]);
  const reports = group.reports as Json[];
  assert.deepEqual(reports.map((report) => [report.id, report.status, report.output]), [
    [idOf(quick), "exited", "quick\n"],
    [idOf(slow), "cancelled", "slow\n"],
  ]);
});
