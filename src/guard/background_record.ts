/**
 * The record of a task in the hands of its supervisor, who alone changes it while the task runs.
 * @module
 */
import type { Task } from "../core/background/task.ts";
import type { TaskEvent } from "../core/background/task_event.ts";
import type { TaskHost } from "../core/background/task_store.ts";

/** A record and its latest state. */
export interface TaskRecord {
  current(): Task;
  /** Stores changes, and an event with them. */
  change(changes: Partial<Task>, event?: TaskEvent): Promise<void>;
}

/** Keeps the record of a task. */
export function keepRecord(host: TaskHost, task: Task): TaskRecord {
  let current = task;
  return {
    current: () => current,
    async change(changes, event) {
      current = { ...current, ...changes };
      await host.use(current.session, (folder) => {
        if (event !== undefined) folder.append(current.id, event);
        folder.write(current);
      });
    },
  };
}
