/**
 * Processes and their descendants, read from `/proc`. Where there is none (macOS) every answer is
 * empty and the caller falls back to the process group.
 * @module
 */

/** Process ids of the direct children, of every thread. */
export function childrenOf(pid: number): number[] {
  return listNames(`/proc/${pid}/task`).flatMap((thread) => {
    const text = readProc(`/proc/${pid}/task/${thread}/children`) ?? "";
    return text.split(" ").filter((word) => word !== "").map(Number);
  });
}

/** Process ids of everything below a process, nearest first, itself left out. */
export function descendantsOf(pid: number): number[] {
  const found: number[] = [];
  let level = childrenOf(pid);
  while (level.length > 0) {
    found.push(...level);
    level = level.flatMap(childrenOf);
  }
  return found;
}

/** What `/proc/PID/stat` says of a process, in this process's own numbering. */
export interface ProcessStat {
  readonly state: string;
  readonly group: number;
  /** The group in the foreground of its terminal; -1 without a terminal. */
  readonly foreground: number;
  /** When it was started, in clock ticks since boot: with the id it names one process for good. */
  readonly startedTicks: number;
}

/** One process, not confused with a later one of the same id. */
export interface ProcessRef {
  readonly pid: number;
  readonly startedTicks: number | undefined;
}

/** State and groups of a process, or undefined when it is gone. */
export function statOf(pid: number | "self"): ProcessStat | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name in parentheses may itself hold spaces and parentheses; fields count from its last one.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, , group, , , foreground] = fields;
  return {
    state: state ?? "",
    group: Number(group),
    foreground: Number(foreground),
    startedTicks: Number(fields[19]),
  };
}

/** Whether a process still runs; a zombie, which only waits for its parent, does not. */
export function isAlive(pid: number): boolean {
  const state = statOf(pid)?.state;
  return state !== undefined && state !== "Z" && state !== "X";
}

/** Sends a signal; true when it was delivered, false when the target is gone or not ours to signal. */
export function sendSignal(pid: number, signal: Deno.Signal): boolean {
  try {
    Deno.kill(pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if (error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

/** The process that has this id now. */
export function refTo(pid: number): ProcessRef {
  return { pid, startedTicks: statOf(pid)?.startedTicks };
}

/** Sends a signal to that very process; nothing when it is gone. */
export function signalRef(process: ProcessRef, signal: Deno.Signal): void {
  const now = statOf(process.pid);
  if (now !== undefined && now.startedTicks === process.startedTicks) {
    sendSignal(process.pid, signal);
  }
}

function listNames(path: string): string[] {
  try {
    return Array.from(Deno.readDirSync(path), (entry) => entry.name);
  } catch {
    return []; // a process may end between two reads; every failure here means "gone"
  }
}

function readProc(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return undefined; // as above
  }
}
