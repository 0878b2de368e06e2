/**
 * Tasks for a person: a table, and a view that is drawn again and again.
 * @module
 */
import { escapeForDisplay, showArgv } from "../display.ts";
import type { Task, TaskStatus } from "./task.ts";

/** One task and the last line it wrote. */
export interface TaskRow {
  readonly task: Task;
  readonly lastLine: string;
}

/** What a task is doing, in one word. */
export function statusOf(task: Task): TaskStatus | "starting" | "running" {
  if (task.report !== undefined) return task.report.status;
  return task.pid === 0 ? "starting" : "running";
}

/** How long a task has run, or ran: `9s`, `4m07s`, `1h02m`. */
export function ageOf(task: Task, nowMs: number): string {
  const endMs = task.ended_at === undefined ? nowMs : Date.parse(task.ended_at);
  const seconds = Math.max(0, Math.floor((endMs - Date.parse(task.started_at)) / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${two(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h${two(minutes % 60)}m`;
}

/** A line a task: id, state, age, hits, argv. */
export function taskTable(tasks: readonly Task[], nowMs: number): string[] {
  return tasks.map((task) => `${columns(task, nowMs)}  ${showArgv(task.argv)}`);
}

/**
 * The live view: a line a task with the last line it wrote, no line longer than the terminal is wide.
 * Control characters of the output are escaped: they would move the cursor.
 */
export function liveView(
  rows: readonly TaskRow[],
  by: { readonly width: number; readonly nowMs: number },
): string[] {
  return rows.map(({ task, lastLine }) => {
    const text = lastLine === "" ? showArgv(task.argv) : escapeForDisplay(lastLine);
    const line = `${columns(task, by.nowMs)}  ${text}`;
    return line.length <= by.width ? line : `${line.slice(0, Math.max(0, by.width - 1))}…`;
  });
}

/** The last line of a text that is not empty; what a carriage return has overwritten is left out. */
export function lastLineOf(text: string): string {
  return text.split(/[\r\n]/).findLast((line) => line.trim() !== "")?.trimEnd() ?? "";
}

function columns(task: Task, nowMs: number): string {
  const hits = task.hits === 0 ? "" : `${task.hits} hit${task.hits === 1 ? "" : "s"}`;
  return [
    task.id,
    statusOf(task).padEnd(9),
    ageOf(task, nowMs).padStart(6),
    hits.padEnd(7),
  ].join("  ");
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
