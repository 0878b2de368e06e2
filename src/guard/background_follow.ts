/**
 * Following tasks from outside: their events, their ends, and asking them to end.
 * @module
 */
import { isRunning, type Task } from "../core/background/task.ts";
import type { TaskEvent } from "../core/background/task_event.ts";
import type { TaskHost } from "../core/background/task_store.ts";
import type { Result } from "../core/types.ts";
import { useTidyTasks } from "./background_tidy.ts";

/** How often to look. */
const LOOK_MS = 150;

/** How often to look for tasks whose supervisor died, in looks. */
const TIDY_EVERY = 7;

/** A supervisor gives its command two seconds, and as long again; this is later. */
const STOP_MS = 8000;

/** Which tasks to follow: those named, or all of a session that run now or are started meanwhile. */
export interface Followed {
  readonly session: string;
  readonly ids: readonly string[] | undefined;
}

/**
 * Looks at tasks again and again until none of them runs, and once more then; gives them as they are at the
 * end. `look` answers false when it has seen enough.
 */
export async function followTasks(
  host: TaskHost,
  followed: Followed,
  look: (tasks: readonly Task[]) => boolean,
): Promise<readonly Task[]> {
  const current = await currentTasks(host, followed);
  for (let count = 0;; count++) {
    const tasks = await current();
    if (!look(tasks)) return tasks;
    const running = tasks.filter(isRunning);
    if (running.length === 0 || count % TIDY_EVERY === 0) await tidyAll(host, tasks);
    if (running.length === 0) {
      // Under the lock of the tidying everything that belongs to an end was written.
      const ended = await current();
      look(ended);
      return ended;
    }
    await host.pause(LOOK_MS);
  }
}

async function currentTasks(
  host: TaskHost,
  { session, ids }: Followed,
): Promise<() => Promise<readonly Task[]>> {
  if (ids !== undefined) {
    return () =>
      Promise.resolve(ids.map((id) => host.find(id)).filter((task) => task !== undefined));
  }
  const before = await host.peek(session);
  const left = new Set(before.filter((task) => !isRunning(task)).map(({ id }) => id));
  return async () => (await host.peek(session)).filter(({ id }) => !left.has(id));
}

async function tidyAll(host: TaskHost, tasks: readonly Task[]): Promise<void> {
  for (const session of new Set(tasks.map((task) => task.session))) {
    await useTidyTasks(host, session, () => {});
  }
}

/** Hands every event of tasks to `tell`, from each task's start on; false when `tell` wanted no more. */
export async function followEvents(
  host: TaskHost,
  followed: Followed,
  tell: (event: TaskEvent) => boolean,
): Promise<boolean> {
  const read = new Map<string, number>();
  let wanted = true;
  await followTasks(host, followed, (tasks) => {
    for (const task of tasks) {
      const { events, next } = host.readEvents(task, read.get(task.id) ?? 0);
      read.set(task.id, next);
      wanted &&= events.every(tell);
    }
    return wanted;
  });
  return wanted;
}

/**
 * Asks the supervisors of tasks to end them; one that does not is ended itself, and its task with it. A
 * process is only signalled while its task is held: its id cannot have been given to another one by then.
 */
export async function stopTasks(host: TaskHost, tasks: readonly Task[]): Promise<readonly Task[]> {
  const ids = tasks.map(({ id }) => id);
  for (const task of tasks) await signalHeld(host, { task, signal: "SIGTERM" });
  const lateMs = host.nowMs() + STOP_MS;
  let forced = false;
  return await followTasks(host, { session: "", ids }, (now) => {
    if (forced || host.nowMs() < lateMs) return true;
    forced = true;
    for (const task of now) void signalHeld(host, { task, signal: "SIGKILL" });
    return true;
  });
}

async function signalHeld(
  host: TaskHost,
  { task, signal }: { readonly task: Task; readonly signal: "SIGTERM" | "SIGKILL" },
): Promise<Result<void>> {
  return await host.use(task.session, (folder) => {
    const now = folder.list().find(({ id }) => id === task.id);
    if (now === undefined || !isRunning(now) || now.pid === 0 || !folder.isHeld(now.id)) return;
    host.signal(now.pid, signal);
  });
}
