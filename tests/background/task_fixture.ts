/**
 * A task for tests.
 * @module
 */
import type { Task, TaskReport } from "../../src/core/background/task.ts";

/** A task that runs, with some of its fields changed. */
export function testTask(changes: Partial<Task> = {}): Task {
  return {
    id: "bcdfghjk",
    session: "default",
    argv: ["make", "all"],
    cwd: "/home/me/work",
    kind: "command",
    pid: 42,
    log: "/state/bcdfghjk.log",
    started_at: "2026-01-01T00:00:00.000Z",
    deadline: "2026-01-01T01:00:00.000Z",
    keywords: [],
    hits: 0,
    group_told: false,
    ...changes,
  };
}

/** The report of a command that exited with 0, with some of its fields changed. */
export function testReport(changes: Partial<TaskReport> = {}): TaskReport {
  return {
    status: "exited",
    exit_code: 0,
    signal: null,
    duration_ms: 1000,
    output: "done\n",
    truncated: false,
    masked: 0,
    advice: [],
    ...changes,
  };
}
