/**
 * Background tasks on disk: in each session's folder one record, one file of events and, while it runs, one
 * log and one held lock a task.
 * @module
 */
import type { TaskEvent } from "../core/background/task_event.ts";
import type { Task } from "../core/background/task.ts";
import type { TaskFolder, TaskLog } from "../core/background/task_store.ts";
import type { Result } from "../core/types.ts";
import {
  inStateDirectory,
  pathOf,
  readState,
  removeState,
  replaceState,
  sessionFolder,
  type StatePlace,
} from "./state_file.ts";
import { isSystemError } from "./system_error.ts";
import { endGroup } from "./tasks_leftover.ts";

/** Letters of an id: no vowels, no look-alikes. */
const ID_LETTERS = "bcdfghjkmnpqrstvwxz23456789";
const ID_LENGTH = 10;
const ID = /^[a-z0-9]{10}$/;

/** Whether a text may be the id of a task; no path is made of any other. */
export function isTaskId(text: string): boolean {
  return ID.test(text);
}

/** A log takes no more; the report and the hits go on. */
const MAX_LOG_BYTES = 2 * 1024 ** 3;

/** Works on the tasks of a session while no other process changes them. Refusal: `approval-state`. */
export async function useTasks<T>(
  by: { readonly state: string; readonly session: string },
  work: (folder: TaskFolder) => T,
): Promise<Result<T>> {
  const place = await placeOf(by.state, by.session);
  return inStateDirectory(place, (directory) => work(openFolder(directory)));
}

/** The records of a session, as they are now. */
export async function peekTasks(state: string, session: string): Promise<readonly Task[]> {
  return readTasks(pathOf(await placeOf(state, session)));
}

/** The record of a task of any session. */
export function findTask(state: string, id: string): Task | undefined {
  if (!isTaskId(id)) return undefined;
  const sessions = namesIn(`${state}/sessions`);
  const records = sessions.map((name) =>
    readTask(`${state}/sessions/${name}/background/${id}.json`)
  );
  return records.find((task) => task !== undefined);
}

/** The events of a task from a byte on; a line that is not whole yet waits for the next call. */
export function readEvents(
  task: Task,
  from: number,
): { readonly events: readonly TaskEvent[]; readonly next: number } {
  const bytes = readFrom(eventsPath(task), from);
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  const lines = new TextDecoder().decode(whole).split("\n").filter((line) => line !== "");
  return {
    events: lines.map((line): TaskEvent => JSON.parse(line)),
    next: from + whole.length,
  };
}

/** The last bytes of a log; undefined when it is gone. */
export function readLogEnd(path: string, maxBytes: number): string | undefined {
  try {
    const { size } = Deno.statSync(path);
    return new TextDecoder().decode(readFrom(path, Math.max(0, size - maxBytes)));
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Passes a whole log on; false when it is gone. */
export async function copyLog(
  path: string,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<boolean> {
  try {
    const file = await Deno.open(path);
    for await (const piece of file.readable) await write(piece);
    return true;
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return false;
    throw error;
  }
}

/** Makes the log of a task. */
export function openLog(path: string): TaskLog {
  const file = Deno.openSync(path, { write: true, createNew: true, mode: 0o600 });
  let left = MAX_LOG_BYTES;
  let truncated = false;
  return {
    write(bytes) {
      const taken = bytes.subarray(0, left);
      truncated ||= taken.length < bytes.length;
      left -= taken.length;
      for (let rest = taken; rest.length > 0;) rest = rest.subarray(file.writeSync(rest));
    },
    truncated: () => truncated,
    [Symbol.dispose]: () => file.close(),
  };
}

/** Where the tasks of a session are. */
export async function placeOf(state: string, session: string): Promise<StatePlace> {
  return { state, folders: ["sessions", await sessionFolder(session), "background"] };
}

/** The files of a task. The ticket is taken by its supervisor. */
const KINDS = ["json", "events", "log", "held", "ticket"] as const;

function openFolder(directory: string): TaskFolder {
  const path = (id: string, kind: (typeof KINDS)[number]) => `${directory}/${id}.${kind}`;
  return {
    freshId,
    logPath: (id) => path(id, "log"),
    list: () => readTasks(directory),
    write: (task) => replaceState(path(task.id, "json"), JSON.stringify(task)),
    append(id, event) {
      const options = { append: true, create: true, mode: 0o600 };
      Deno.writeTextFileSync(path(id, "events"), `${JSON.stringify(event)}\n`, options);
    },
    removeRunning(id) {
      for (const kind of ["log", "held", "ticket"] as const) removeState(path(id, kind));
    },
    remove(id) {
      for (const kind of KINDS) removeState(path(id, kind));
    },
    isHeld: (id) => isHeld(path(id, "held")),
    endGroup,
    hold: (id) => hold(path(id, "held")),
  };
}

/**
 * A task is held by whoever starts it and by its supervisor, together: a shared lock. The kernel takes it
 * back when they end, however they do, so that no process id has to be believed.
 */
function hold(path: string): Disposable {
  const file = Deno.openSync(path, { write: true, create: true, mode: 0o600 });
  file.lockSync(false);
  return file;
}

function isHeld(path: string): boolean {
  try {
    using file = Deno.openSync(path, { write: true });
    return !file.tryLockSync(true);
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return false;
    throw error;
  }
}

function readTasks(directory: string): Task[] {
  return namesIn(directory)
    .filter((name) => name.endsWith(".json"))
    .map((name) => readTask(`${directory}/${name}`))
    .filter((task) => task !== undefined)
    .sort((left, right) => Date.parse(left.started_at) - Date.parse(right.started_at));
}

function readTask(path: string): Task | undefined {
  const text = readState(path);
  return text === undefined ? undefined : JSON.parse(text);
}

function eventsPath(task: Task): string {
  return task.log.replace(/\.log$/, ".events");
}

function readFrom(path: string, from: number): Uint8Array {
  try {
    using file = Deno.openSync(path);
    const bytes = new Uint8Array(Math.max(0, file.statSync().size - from));
    file.seekSync(from, Deno.SeekMode.Start);
    let length = 0;
    while (length < bytes.length) {
      const more = file.readSync(bytes.subarray(length));
      if (more === null) break;
      length += more;
    }
    return bytes.subarray(0, length);
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return new Uint8Array();
    throw error;
  }
}

function namesIn(directory: string): string[] {
  try {
    return Array.from(Deno.readDirSync(directory), (entry) => entry.name);
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return [];
    throw error;
  }
}

function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
  return Array.from(bytes, (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join("");
}
