/**
 * `execguard background watch`: events as JSON, or a live view on a terminal.
 * @module
 */
import type { Task } from "../../core/background/task.ts";
import type { TaskHost } from "../../core/background/task_store.ts";
import { lastLineOf, liveView } from "../../core/background/task_text.ts";
import { type Followed, followEvents, followTasks } from "../../guard/background_follow.ts";
import type { System } from "../../guard/system.ts";
import type { CliContext } from "../context.ts";
import { refuse, type SessionFlags, sessionOf } from "./background.ts";

/** More of a log is not looked at for its last line. */
const LINE_BYTES = 4096;

/** Exit code when nobody reads the events any more: 128 + SIGPIPE. */
const LOST_OUTPUT = 141;

/** Follows one task, or all of a session that run now or are started meanwhile, until none runs. */
export async function watch(this: CliContext, flags: SessionFlags, id?: string): Promise<void> {
  const { system } = this;
  const host = await system.loadTasks();
  if (id !== undefined && host.find(id) === undefined) {
    return this.exit(refuse(system, { flags, refusal: { code: "task-unknown", data: { id } } }));
  }
  const followed = { session: sessionOf(flags, system), ids: id === undefined ? undefined : [id] };
  const isLive = system.isTerminal("stdout") && !flags.json && system.variable("TERM") !== "dumb";
  // A reader that is gone ends the watch: there is nobody to follow for.
  const told = isLive
    ? await followLive(system, { host, followed })
    : await followEvents(host, followed, (event) => system.out(`${JSON.stringify(event)}\n`));
  this.exit(told ? 0 : LOST_OUTPUT);
}

/** Draws over what it drew before. What is there when the last task ends stays. */
async function followLive(
  system: System,
  { host, followed }: { readonly host: TaskHost; readonly followed: Followed },
): Promise<boolean> {
  let drawn: readonly string[] = [];
  let isThere = true;
  await followTasks(host, followed, (tasks) => {
    const rows = tasks.map((task) => ({ task, lastLine: lastLine(host, task) }));
    const lines = liveView(rows, { width: system.terminalWidth(), nowMs: host.nowMs() });
    if (lines.join("\n") === drawn.join("\n")) return true;
    const back = drawn.length === 0 ? "" : `\x1b[${drawn.length}A\x1b[J`;
    isThere = system.out(`${back}${lines.map((line) => `${line}\n`).join("")}`);
    drawn = lines;
    return isThere;
  });
  return isThere;
}

function lastLine(host: TaskHost, task: Task): string {
  return lastLineOf(task.report?.output ?? host.readLogEnd(task.log, LINE_BYTES) ?? "");
}
