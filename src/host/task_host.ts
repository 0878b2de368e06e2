/**
 * Background tasks on this machine, as the subcommands see them.
 * @module
 */
import type { Handoff, TaskFolder, TaskHost } from "../core/background/task_store.ts";
import { sendSignal } from "./process_signals.ts";
import {
  copyLog,
  findTask,
  openLog,
  peekTasks,
  readEvents,
  readLogEnd,
  useTasks,
} from "./tasks.ts";
import { decide } from "./tasks_decider.ts";
import { markProcess } from "./tasks_leftover.ts";
import { answer, readHandoff, startSupervisor } from "./tasks_supervisor.ts";

/** Builds it; `state` is the state directory, `home` the caller's home. */
export function createTaskHost(state: string, home: string): TaskHost {
  return {
    use: <T>(session: string, work: (folder: TaskFolder) => T) =>
      useTasks({ state, session }, work),
    find: (id) => findTask(state, id),
    peek: (session) => peekTasks(state, session),
    readEvents,
    readLogEnd,
    copyLog,
    openLog,
    startSupervisor: (handoff: Handoff) => startSupervisor(handoff, { state, home }),
    readHandoff: () => readHandoff(state),
    answer,
    pid: Deno.pid,
    cores: navigator.hardwareConcurrency,
    nowMs: Date.now,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    signal: (pid, signal) => void sendSignal(pid, signal),
    mark: markProcess,
    onStop(stop) {
      Deno.addSignalListener("SIGTERM", stop);
      Deno.addSignalListener("SIGINT", stop);
      // The end of a terminal is no concern of a supervisor.
      Deno.addSignalListener("SIGHUP", () => {});
    },
    decide,
  };
}
