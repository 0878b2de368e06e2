/**
 * Ends of tasks: their own, those nobody saw, and those of their groups.
 * @module
 */
import {
  isExpired,
  isRunning,
  lostReport,
  type Task,
  type TaskReport,
} from "../core/background/task.ts";
import { endEvent, groupEvent } from "../core/background/task_event.ts";
import { endedGroups } from "../core/background/task_group.ts";
import type { TaskFolder, TaskHost } from "../core/background/task_store.ts";
import type { Result } from "../core/types.ts";

/**
 * Works on a session's tasks after tidying up: reports of yesterday go, a task whose supervisor died is
 * `lost`, a group that has ended is told. Refusal: `approval-state`.
 */
export function useTidyTasks<T>(
  host: TaskHost,
  session: string,
  work: (folder: TaskFolder, tasks: readonly Task[]) => T,
): Promise<Result<T>> {
  return host.use(session, (folder) => {
    tidy(folder, host.nowMs());
    return work(folder, folder.list());
  });
}

function tidy(folder: TaskFolder, nowMs: number): void {
  for (const task of folder.list()) {
    if (isExpired(task, nowMs)) folder.remove(task.id);
    else if (isRunning(task) && !folder.isHeld(task.id)) {
      if (task.unconfined !== undefined) folder.endGroup(task.unconfined);
      endTask(folder, { task, report: lostReport(task, nowMs), nowMs });
    }
  }
}

/** Records the end of a task, and of its group if it was the last. The event comes first: who sees the record finds it. */
export function endTask(
  folder: TaskFolder,
  by: { readonly task: Task; readonly report: TaskReport; readonly nowMs: number },
): void {
  const { task, report, nowMs } = by;
  const at = new Date(nowMs).toISOString();
  folder.append(task.id, endEvent(task, report, at));
  const ended = { ...task, report, ended_at: at };
  const others = folder.list().filter(({ id }) => id !== task.id);
  for (const group of endedGroups([...others, ended])) {
    folder.append(task.id, groupEvent(group, { task, at }));
    for (const leg of group.tasks) folder.write({ ...leg, group_told: true });
  }
  const isTold = folder.list().some(({ id, group_told }) => id === task.id && group_told);
  if (!isTold) folder.write(ended);
  folder.removeRunning(task.id);
}
