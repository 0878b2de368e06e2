/**
 * Locks between writers of the same file.
 * @module
 */
import { fstatSync } from "node:fs";

/** How long to wait for a lock. A caller that holds it itself (`flock f execguard fs write f`) must not wait forever. */
const PATIENCE_MS = 2000;
const LOOK_MS = 5;

/** A file or directory by descriptor, and a path that leads to it. */
export interface OpenFile {
  readonly descriptor: number;
  readonly path: string;
  readonly access: "read" | "write" | "append";
}

/** Locks an open file for as long as the result is not disposed of; undefined when another holds the lock. */
export function tryLock(open: OpenFile): Disposable | undefined {
  const file = reopen(open);
  if (file?.tryLockSync(true)) return file;
  file?.close();
  return undefined;
}

/** As {@link tryLock}, but waits a while. */
export function waitForLock(open: OpenFile): Disposable | undefined {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const lock = tryLock(open);
    if (lock !== undefined || Date.now() > until) return lock;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
}

/**
 * Opens an open file a second time; undefined when it cannot be found any more. Only files that the
 * runtime opened itself can be locked, and tell how many bytes of a write were taken.
 */
export function reopen(open: OpenFile): Deno.FsFile | undefined {
  const options = { [open.access]: true };
  try {
    return Deno.openSync(`/proc/self/fd/${open.descriptor}`, options);
  } catch {
    return reopenByPath(open, options);
  }
}

function reopenByPath(open: OpenFile, options: Deno.OpenOptions): Deno.FsFile | undefined {
  try {
    const file = Deno.openSync(open.path, options);
    const now = file.statSync();
    const info = fstatSync(open.descriptor);
    if (now.dev === info.dev && now.ino === info.ino) return file;
    file.close();
  } catch {
    return undefined; // it is gone, or was replaced by something else
  }
  return undefined;
}
