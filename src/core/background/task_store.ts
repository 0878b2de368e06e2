/**
 * What background tasks ask of the machine. Types only; the real ones live in `src/host/`.
 * @module
 */
import type { LaunchSpec, SandboxPlan } from "../plan.ts";
import type { Limits } from "../limits.ts";
import type { KnownSecret } from "../mask/known_secret.ts";
import type { Refusal, Result } from "../types.ts";
import type { ProcessMark, Task } from "./task.ts";
import type { TaskEvent } from "./task_event.ts";

/** The tasks of one session, while no other process changes them. */
export interface TaskFolder {
  /** A record that is not there yet. */
  freshId(): string;
  logPath(id: string): string;
  list(): readonly Task[];
  write(task: Task): void;
  append(id: string, event: TaskEvent): void;
  /** Removes what only a running task has: its log and its lock. */
  removeRunning(id: string): void;
  /** Removes everything of a task. */
  remove(id: string): void;
  /** Whether anybody holds the task (see {@link TaskHost.hold}). */
  isHeld(id: string): boolean;
  /** Ends what a process of that mark, started in a group of its own, has left behind. */
  endGroup(mark: ProcessMark): void;
  /** Holds a task as long as this process lives, or until the result is disposed of. */
  hold(id: string): Disposable;
}

/** The log of a task that runs. */
export interface TaskLog extends Disposable {
  /** Adds bytes; what goes over the limit of a log is left out. Throws when the disk is full. */
  write(bytes: Uint8Array): void;
  truncated(): boolean;
}

/** Everything a supervisor is told, as JSON on its standard input: nothing of it touches the disk. */
export interface Handoff {
  readonly task: Task;
  readonly launch: LaunchSpec;
  /** Present in a sandbox: what advice after a failure is made from. */
  readonly plan?: SandboxPlan;
  readonly limits?: Limits;
  /** Advice that is given in any case. */
  readonly note?: string;
  readonly secrets: { readonly known: readonly KnownSecret[]; readonly key: readonly number[] };
  /** Present for `sudo`: the password that was just given, if any. */
  readonly sudo?: { readonly password?: readonly number[] };
  readonly decider?: readonly string[];
}

/** What a supervisor answers once the command was started, or could not be. */
export type Ack =
  | { readonly ok: true; readonly pid: number }
  | { readonly ok: false; readonly refusal: Refusal };

/** Tasks on this machine. */
export interface TaskHost {
  /** Works on the tasks of a session. Refusal: `approval-state`. */
  use<T>(session: string, work: (folder: TaskFolder) => T): Promise<Result<T>>;
  /** The record of a task of any session, as it is now. */
  find(id: string): Task | undefined;
  /** The records of a session, as they are now. */
  peek(session: string): Promise<readonly Task[]>;
  /** The events of a task from a byte on, and where the next ones start. */
  readEvents(
    task: Task,
    from: number,
  ): { readonly events: readonly TaskEvent[]; readonly next: number };
  /** The last bytes of a log; undefined when it is gone. */
  readLogEnd(path: string, maxBytes: number): string | undefined;
  /** Passes a whole log on; false when it is gone. */
  copyLog(path: string, write: (bytes: Uint8Array) => Promise<void>): Promise<boolean>;
  openLog(path: string): TaskLog;
  /** Starts a supervisor that outlives us, and waits for its answer. Refusals: `internal`, those of `launch`. */
  startSupervisor(handoff: Handoff): Promise<Result<number>>;
  /** The handoff, for the supervisor itself. Refusal: `task-unknown` for one that no start made. */
  readHandoff(): Promise<Result<Handoff>>;
  answer(ack: Ack): void;
  readonly pid: number;
  readonly cores: number;
  nowMs(): number;
  /** Resolves after a time. */
  pause(ms: number): Promise<void>;
  /** Asks a supervisor to stop its command, or ends it with everything it runs. */
  signal(pid: number, signal: "SIGTERM" | "SIGKILL"): void;
  /** Marks a process; undefined when it is gone. */
  mark(pid: number): ProcessMark | undefined;
  /** Calls back when somebody asks us to stop. */
  onStop(stop: () => void): void;
  /** Runs a decider: what it answered, or why it could not be heard. */
  decide(
    argv: readonly string[],
    question: string,
  ): Promise<{ readonly answer: string } | { readonly problem: string }>;
}
