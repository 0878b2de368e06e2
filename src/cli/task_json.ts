/**
 * A task in its public JSON shape (contract, section 4).
 * @module
 */
import { statusOf } from "../core/background/task_text.ts";
import type { Task } from "../core/background/task.ts";

/** The public form of a task; `report` is null while it runs. */
export function taskJson(task: Task): object {
  const { group_told: _told, unconfined: _mark, report, ended_at, ...rest } = task;
  return {
    schema: "execguard.task/1",
    ...rest,
    status: statusOf(task),
    ended_at: ended_at ?? null,
    report: report ?? null,
  };
}
