/**
 * A background task as it is stored and shown.
 * @module
 */
import type { Outcome, OutcomeStatus } from "../outcome.ts";

/** What a task runs; both kinds share the pool, a subagent has less time. */
export type TaskKind = "command" | "subagent";

/** How a task ended; `cancelled` by `stop`, `lost` when its supervisor died. */
export type TaskStatus = OutcomeStatus | "cancelled" | "lost";

/** The end of a task: the outcome's keys, with the last part of the output (contract, section 4). */
export interface TaskReport extends Omit<Outcome, "status" | "refusal"> {
  readonly status: TaskStatus;
  /** Why nothing ran. */
  readonly code?: string;
  readonly message?: string;
}

/** A process and when it was started, in the system's words: not confused with a later one of the same id. */
export interface ProcessMark {
  readonly pid: number;
  readonly started: string;
}

/** Everything that is known of a task; times are ISO 8601. */
export interface Task {
  readonly id: string;
  readonly session: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly kind: TaskKind;
  /** The supervisor's process; 0 while it is being started. */
  readonly pid: number;
  /** What is left to end when the supervisor dies; absent in a sandbox, which goes with it. */
  readonly unconfined?: ProcessMark;
  /** Where the output goes while the task runs. */
  readonly log: string;
  readonly started_at: string;
  readonly deadline: string;
  readonly keywords: readonly string[];
  readonly objective?: string;
  readonly next?: string;
  readonly group?: string;
  /** How many hits were told. */
  readonly hits: number;
  /** Present once the task has ended. */
  readonly ended_at?: string;
  readonly report?: TaskReport;
  /** Whether the end of its group was told. */
  readonly group_told: boolean;
}

/** The longest and the usual time of a task. Source: spec.md, section 10. */
export const MAX_TASK_MS = 60 * 60_000;
const MAX_SUBAGENT_MS = 30 * 60_000;

/** So long a report can be read. */
export const KEEP_REPORT_MS = 24 * 60 * 60_000;

/** So much of the output a report keeps, in bytes, and a hit shows. */
export const REPORT_BYTES = 31 * 1024;
export const HIT_BYTES = 8 * 1024;

/** How long a task may run, waiting included. */
export function taskLimitMs(kind: TaskKind, wishedMs: number): number {
  return Math.min(wishedMs, kind === "subagent" ? MAX_SUBAGENT_MS : MAX_TASK_MS);
}

/** How many tasks of a session may run at once on a machine with so many cores. */
export function poolLimit(cores: number): number {
  return Math.max(3, Math.floor(cores / 2));
}

/** Whether a task still runs, as far as its record says. */
export function isRunning(task: Task): boolean {
  return task.report === undefined;
}

/** Whether a task's report has been kept long enough. */
export function isExpired(task: Task, nowMs: number): boolean {
  return task.ended_at !== undefined && nowMs - Date.parse(task.ended_at) >= KEEP_REPORT_MS;
}

/** The report of a task of whose end nobody knows. */
export function lostReport(task: Task, nowMs: number): TaskReport {
  return {
    status: "lost",
    exit_code: 125,
    signal: null,
    duration_ms: nowMs - Date.parse(task.started_at),
    output: "",
    truncated: true,
    masked: 0,
    advice: ["The supervisor was killed and took the task with it; start it again"],
  };
}
