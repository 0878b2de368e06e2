import assert from "node:assert/strict";
import type { TaskFolder } from "../../src/core/background/task_store.ts";
import { startedEvent } from "../../src/core/background/task_event.ts";
import { findTask, readEvents, useTasks } from "../../src/host/tasks.ts";
import { useTidyTasks } from "../../src/guard/background_tidy.ts";
import type { TaskHost } from "../../src/core/background/task_store.ts";
import { testReport, testTask } from "./task_fixture.ts";

/** A state directory of one test, with tasks of one session in it. */
class TestState implements Disposable {
  readonly state = Deno.makeTempDirSync({ prefix: "execguard-tasks-" });
  nowMs = Date.parse("2026-01-01T00:10:00.000Z");

  [Symbol.dispose](): void {
    Deno.removeSync(this.state, { recursive: true });
  }

  async use<T>(work: (folder: TaskFolder) => T): Promise<T> {
    const result = await useTasks({ state: this.state, session: "s" }, work);
    assert.ok(result.ok);
    return result.value;
  }

  /** The part of a host that tidying needs. */
  get host(): TaskHost {
    const part: Pick<TaskHost, "use" | "nowMs"> = {
      use: (session, work) => useTasks({ state: this.state, session }, work),
      nowMs: () => this.nowMs,
    };
    return part as TaskHost;
  }

  async tidy() {
    const result = await useTidyTasks(this.host, "s", (_, tasks) => tasks);
    assert.ok(result.ok);
    return result.value;
  }
}

/** A task of that folder, written and perhaps held. */
function place(folder: TaskFolder, changes: Parameters<typeof testTask>[0] = {}) {
  const id = folder.freshId();
  const task = testTask({ id, session: "s", log: folder.logPath(id), ...changes });
  folder.write(task);
  folder.append(id, startedEvent(task));
  return task;
}

Deno.test("a task that nobody holds is lost, one that is held is not", async () => {
  using test = new TestState();
  const [dead, alive, hold] = await test.use((folder) => {
    const held = place(folder);
    return [place(folder), held, folder.hold(held.id)] as const;
  });
  using _hold = hold;
  Deno.writeTextFileSync(dead.log, "half a line");
  const tasks = await test.tidy();
  const reports = Object.fromEntries(tasks.map((task) => [task.id, task.report?.status]));
  assert.deepEqual(reports, { [dead.id]: "lost", [alive.id]: undefined });
  assert.throws(() => Deno.statSync(dead.log), Deno.errors.NotFound);
  const { events } = readEvents(dead, 0);
  assert.deepEqual(events.map(({ event }) => event), ["started", "lost"]);
  await test.tidy();
  assert.equal(readEvents(dead, 0).events.length, 2);
});

Deno.test("a group whose last task is lost is told once", async () => {
  using test = new TestState();
  const [first, second] = await test.use((folder) => {
    const ended = { report: testReport(), ended_at: "2026-01-01T00:00:09.000Z" };
    return [place(folder, { group: "g", ...ended }), place(folder, { group: "g" })] as const;
  });
  await test.tidy();
  await test.tidy();
  const kinds = [first, second].map((task) => readEvents(task, 0).events.map(({ event }) => event));
  assert.deepEqual(kinds, [["started"], ["started", "lost", "group"]]);
});

Deno.test("a report is kept for a day", async () => {
  using test = new TestState();
  const ended = { report: testReport(), ended_at: "2026-01-01T00:00:00.000Z" };
  const task = await test.use((folder) => place(folder, ended));
  test.nowMs = Date.parse("2026-01-01T23:59:59.999Z");
  assert.equal((await test.tidy()).length, 1);
  test.nowMs++;
  assert.deepEqual(await test.tidy(), []);
  assert.deepEqual(readEvents(task, 0).events, []);
});

Deno.test("readEvents() goes on where it was, and waits for whole lines", async () => {
  using test = new TestState();
  const task = await test.use((folder) => place(folder));
  const first = readEvents(task, 0);
  const path = task.log.replace(".log", ".events");
  Deno.writeTextFileSync(path, '{"event":"hit"', { append: true });
  assert.deepEqual(readEvents(task, first.next), { events: [], next: first.next });
  Deno.writeTextFileSync(path, "}\n", { append: true });
  assert.deepEqual(readEvents(task, first.next).events, [{ event: "hit" }]);
});

Deno.test("findTask() makes no path of what is no id", async () => {
  using test = new TestState();
  const task = await test.use((folder) => place(folder));
  assert.equal(findTask(test.state, task.id)?.id, task.id);
  for (const id of ["", "..", `../background/${task.id}`, `${task.id}/`, task.id.slice(1)]) {
    assert.equal(findTask(test.state, id), undefined, id);
  }
});
