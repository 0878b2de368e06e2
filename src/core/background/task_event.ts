/**
 * What happens to a task, one JSON object a line.
 * @module
 */
import type { EndedGroup } from "./task_group.ts";
import { groupSummary } from "./task_group.ts";
import type { Task, TaskReport } from "./task.ts";

/** The kinds of events (contract, section 4). Exactly one of the four in the middle ends a task. */
export type TaskEventKind =
  | "started"
  | "hit"
  | "final"
  | "timeout"
  | "cancelled"
  | "lost"
  | "group";

/** One event; the other keys depend on its kind. */
export interface TaskEvent {
  readonly schema: "execguard.event/1";
  readonly event: TaskEventKind;
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
  readonly output: string;
  readonly [key: string]: unknown;
}

/** What a hit tells. */
export interface Hit {
  readonly keywords: readonly string[];
  /** The latest output. */
  readonly output: string;
  /** Why the decider was not heard; absent when it was, or when there is none. */
  readonly unchecked?: string;
}

/** A task was started. */
export function startedEvent(task: Task): TaskEvent {
  const { argv, session, log, pid, deadline, started_at: at } = task;
  return { ...base("started", { task, at }), session, argv, log, pid, deadline };
}

/** Keywords were seen. */
export function hitEvent(task: Task, hit: Hit, at: string): TaskEvent {
  return { ...base("hit", { task, at }), ...hit };
}

/** A task ended; the kind follows from how. */
export function endEvent(task: Task, report: TaskReport, at: string): TaskEvent {
  return { ...base(kindOfEnd(report), { task, at }), argv: task.argv, ...report };
}

/** All tasks of a group have ended; `task` is the one that was last. */
export function groupEvent(
  group: EndedGroup,
  by: { readonly task: Task; readonly at: string },
): TaskEvent {
  return { ...base("group", by), ...groupSummary(group) };
}

function kindOfEnd({ status }: TaskReport): TaskEventKind {
  if (status === "timed_out") return "timeout";
  return status === "cancelled" || status === "lost" ? status : "final";
}

function base(
  event: TaskEventKind,
  { task, at }: { readonly task: Task; readonly at: string },
): TaskEvent {
  return { schema: "execguard.event/1", event, id: task.id, at, output: "" };
}
