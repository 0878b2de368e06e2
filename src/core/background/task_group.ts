/**
 * Tasks that belong together.
 * @module
 */
import { showArgv } from "../display.ts";
import { isRunning, type Task } from "./task.ts";

/** A group of which every task has ended, in the order in which they were started. */
export interface EndedGroup {
  readonly name: string;
  readonly tasks: readonly Task[];
}

/**
 * The groups that have ended and were not told of yet. Tasks that are started under the name of a group
 * that was told of form a new one.
 */
export function endedGroups(tasks: readonly Task[]): EndedGroup[] {
  const open = tasks.filter((task) => task.group !== undefined && !task.group_told);
  const names = [...new Set(open.map((task) => task.group ?? ""))];
  return names
    .map((name) => ({ name, tasks: open.filter((task) => task.group === name).sort(byStart) }))
    .filter((group) => !group.tasks.some(isRunning));
}

/** What the end of a group tells: what it was for, what comes next, every report. */
export function groupSummary({ name, tasks }: EndedGroup) {
  return {
    group: name,
    objective: lastOf(tasks.map((task) => task.objective)),
    next: lastOf(tasks.map((task) => task.next)),
    reports: tasks.map((task) => ({ id: task.id, argv: task.argv, ...task.report })),
    output: tasks.map(headline).join("\n"),
  };
}

function byStart(left: Task, right: Task): number {
  return Date.parse(left.started_at) - Date.parse(right.started_at);
}

function lastOf(values: readonly (string | undefined)[]): string | null {
  return values.findLast((value) => value !== undefined) ?? null;
}

function headline(task: Task): string {
  return `${task.id} ${task.report?.status} ${task.report?.exit_code} ${showArgv(task.argv)}`;
}
