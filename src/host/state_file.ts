/**
 * Small files of the state that are replaced as a whole.
 * @module
 */
import type { Result } from "../core/types.ts";
import { closeToOthers, openStateDirectory, refuseState } from "./store_directory.ts";
import { isSystemError, problemOf } from "./system_error.ts";

/** A directory below the state directory. */
export interface StatePlace {
  readonly state: string;
  readonly folders: readonly string[];
}

/** The path of a place. */
export function pathOf({ state, folders }: StatePlace): string {
  return [state, ...folders].join("/");
}

/** The text of a file; undefined when there is none. What is there but cannot be read is thrown. */
export function readState(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ENOTDIR")) return undefined;
    throw error;
  }
}

/** Replaces a file, mode 0600: whoever reads sees the old text or the new one. */
export function replaceState(path: string, text: string): void {
  const fresh = `${path}.${crypto.randomUUID()}.tmp`;
  Deno.writeTextFileSync(fresh, text, { createNew: true, mode: 0o600 });
  Deno.renameSync(fresh, path);
}

/** Removes a file, which may be gone already. */
export function removeState(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!isSystemError(error, "ENOENT", "ENOTDIR")) throw error;
  }
}

/**
 * Makes a directory of the state with those above it, from the state directory on, and works in it under
 * its lock: one process at a time. The kernel takes the lock back when the process ends.
 * Refusal: `approval-state`.
 */
export function inStateDirectory<T>(
  place: StatePlace,
  work: (directory: string) => T,
): Result<T> {
  const directory = pathOf(place);
  try {
    for (let depth = 0; depth <= place.folders.length; depth++) {
      const opened = openStateDirectory(
        pathOf({ ...place, folders: place.folders.slice(0, depth) }),
      );
      if (!opened.ok) return opened;
    }
    using lock = Deno.openSync(`${directory}/lock`, { write: true, create: true, mode: 0o600 });
    const closed = closeToOthers(`${directory}/lock`, "file");
    if (!closed.ok) return closed;
    lock.lockSync(true);
    return { ok: true, value: work(directory) };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return refuseState(directory, problem);
  }
}

/**
 * The folder name of a session. A plain name is its own; in any other one, and in one that starts with a
 * dot, everything but letters, digits, `-` and `_` is percent-encoded, so that no two share a folder and
 * none leads elsewhere. A long one is cut and told apart by its hash.
 */
export async function sessionFolder(session: string): Promise<string> {
  if (/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$/.test(session)) return session;
  const encoded = encodeURIComponent(session).replaceAll(".", "%2E");
  if (encoded.length <= MAX_FOLDER) return encoded;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(session));
  return `${encoded.slice(0, 64)}%${new Uint8Array(digest).toHex()}`;
}

/** Names of files may have 255 bytes. */
const MAX_FOLDER = 200;
