/**
 * `execguard background list | show | logs | wait | stop`.
 * @module
 */
import { isRunning, type Task } from "../../core/background/task.ts";
import { statusOf, taskTable } from "../../core/background/task_text.ts";
import type { TaskHost } from "../../core/background/task_store.ts";
import { escapeForDisplay, showArgv } from "../../core/display.ts";
import { refusedOutcome } from "../../core/outcome.ts";
import type { Refusal, Result } from "../../core/types.ts";
import { followTasks, stopTasks } from "../../guard/background_follow.ts";
import { useTidyTasks } from "../../guard/background_tidy.ts";
import { DEFAULT_SESSION } from "../../guard/masking.ts";
import type { System } from "../../guard/system.ts";
import type { CliContext } from "../context.ts";
import { outcomeJson } from "../outcome_json.ts";
import { print, sayRefusal } from "../report.ts";
import { taskJson } from "../task_json.ts";

/** Flags that all of them have. */
export interface TaskFlags {
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Flags of those that are about a session. */
export interface SessionFlags extends TaskFlags {
  readonly session?: string;
}

/** Prints the tasks of a session. */
export async function list(this: CliContext, flags: SessionFlags): Promise<void> {
  const { system } = this;
  const host = await system.loadTasks();
  const tasks = await useTidyTasks(host, sessionOf(flags, system), (_, all) => all);
  if (!tasks.ok) return this.exit(refuse(system, { flags, refusal: tasks.refusal }));
  const text = flags.json
    ? JSON.stringify({ schema: "execguard.tasks/1", tasks: tasks.value.map(taskJson) })
    : taskTable(tasks.value, host.nowMs()).join("\n");
  this.exit(print(system, { text: text === "" ? "" : `${text}\n`, code: 0 }));
}

/** Prints one task, and its report when it has ended. */
export async function show(this: CliContext, flags: TaskFlags, id: string): Promise<void> {
  const { system } = this;
  const host = await system.loadTasks();
  const task = await findTidy(host, id);
  if (!task.ok) return this.exit(refuse(system, { flags, refusal: task.refusal }));
  const text = flags.json ? JSON.stringify(taskJson(task.value)) : describe(task.value);
  this.exit(print(system, { text: `${text}\n`, code: 0 }));
}

/** Prints the output of a task: all of it while it runs, the last part afterwards. */
export async function logs(
  this: CliContext,
  flags: { readonly quiet: boolean },
  id: string,
): Promise<void> {
  const { system } = this;
  const host = await system.loadTasks();
  const task = await findTidy(host, id);
  if (!task.ok) {
    return this.exit(refuse(system, { flags: { ...flags, json: false }, refusal: task.refusal }));
  }
  if (await host.copyLog(task.value.log, (bytes) => system.output.write(bytes, "stdout"))) {
    return this.exit(0);
  }
  // It ended just now, or long ago.
  const ended = host.find(id) ?? task.value;
  this.exit(print(system, { text: ended.report?.output ?? "", code: 0 }));
}

/** Waits for tasks; exits as the first of them that did not exit with 0. */
export async function wait(this: CliContext, flags: TaskFlags, ...ids: string[]): Promise<void> {
  const { system } = this;
  const host = await system.loadTasks();
  for (const id of ids) {
    const task = await findTidy(host, id);
    if (!task.ok) return this.exit(refuse(system, { flags, refusal: task.refusal }));
  }
  const ended = await followTasks(host, { session: "", ids }, () => true);
  const code = ended.map((task) => task.report?.exit_code ?? 0).find((each) => each !== 0) ?? 0;
  this.exit(print(system, { text: summary(ended, flags), code }));
}

/** Ends tasks, or all that run of a group. */
export async function stop(
  this: CliContext,
  flags: SessionFlags & { readonly group?: string },
  ...ids: string[]
): Promise<void> {
  const { system } = this;
  const host = await system.loadTasks();
  const named = await Promise.all(ids.map((id) => findRunning(host, id)));
  const missing = named.find((task) => !task.ok);
  if (missing?.ok === false) return this.exit(refuse(system, { flags, refusal: missing.refusal }));
  const tasks = named.flatMap((task) => task.ok ? [task.value] : []);
  const legs = await groupOf(flags, { system, host });
  if (!legs.ok) return this.exit(refuse(system, { flags, refusal: legs.refusal }));
  const all = [...tasks, ...legs.value.filter((leg) => !ids.includes(leg.id))];
  const ended = await stopTasks(host, all);
  this.exit(print(system, { text: summary(ended, flags), code: 0 }));
}

/** The running tasks of the group that `--group` names. Refusals: `task-unknown`, `request-bad-flag`. */
async function groupOf(
  flags: SessionFlags & { readonly group?: string },
  by: { readonly system: System; readonly host: TaskHost },
): Promise<Result<readonly Task[]>> {
  const { group } = flags;
  if (group === undefined) return { ok: true, value: [] };
  const tasks = await useTidyTasks(by.host, sessionOf(flags, by.system), (_, all) => all);
  if (!tasks.ok) return tasks;
  const legs = tasks.value.filter((task) => task.group === group && isRunning(task));
  return legs.length > 0
    ? { ok: true, value: legs }
    : { ok: false, refusal: { code: "task-unknown", data: { id: group } } };
}

/** A task by id, after a look whether it still lives. Refusal: `task-unknown`. */
async function findTidy(host: TaskHost, id: string): Promise<Result<Task>> {
  const found = host.find(id);
  if (found !== undefined) await useTidyTasks(host, found.session, () => {});
  const task = host.find(id);
  return task === undefined
    ? { ok: false, refusal: { code: "task-unknown", data: { id } } }
    : { ok: true, value: task };
}

/** Refusals: `task-unknown`, `task-finished`. */
async function findRunning(host: TaskHost, id: string): Promise<Result<Task>> {
  const task = await findTidy(host, id);
  return task.ok && !isRunning(task.value)
    ? { ok: false, refusal: { code: "task-finished", data: { id } } }
    : task;
}

/** The session that a subcommand is about: flag over environment. */
export function sessionOf(flags: { readonly session?: string }, system: System): string {
  return flags.session || system.variable("EXECGUARD_SESSION") || DEFAULT_SESSION;
}

function summary(tasks: readonly Task[], flags: TaskFlags): string {
  if (flags.json) {
    return `${JSON.stringify({ schema: "execguard.tasks/1", tasks: tasks.map(taskJson) })}\n`;
  }
  const lines = tasks.map((task) => `${task.id} ${statusOf(task)} ${task.report?.exit_code ?? ""}`);
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

function describe(task: Task): string {
  const { report } = task;
  const lines = [
    ["id", task.id],
    ["status", `${statusOf(task)}${report === undefined ? "" : ` ${report.exit_code}`}`],
    ["argv", showArgv(task.argv)],
    ["cwd", task.cwd],
    ["session", task.session],
    ["group", task.group],
    ["objective", task.objective],
    ["next", task.next],
    ["started", task.started_at],
    ["deadline", task.deadline],
    ["ended", task.ended_at],
    ["hits", String(task.hits)],
    ["log", report === undefined ? task.log : undefined],
  ].flatMap(([name = "", value]) =>
    value === undefined ? [] : [`${name.padEnd(10)} ${escapeForDisplay(value)}`]
  );
  return report === undefined
    ? lines.join("\n")
    : `${lines.join("\n")}\n\n${report.output.trimEnd()}`;
}

/** Says no, in words or as the one JSON object. */
export function refuse(
  system: System,
  by: { readonly flags: TaskFlags; readonly refusal: Refusal },
): number {
  const { flags, refusal } = by;
  if (!flags.json) return sayRefusal(system, { refusal, quiet: flags.quiet });
  const outcome = refusedOutcome(refusal);
  return print(system, {
    text: `${JSON.stringify(outcomeJson(outcome))}\n`,
    code: outcome.exit_code,
  });
}
