/**
 * Turns: of the commands that work in the same directory, of the questions on the same terminal.
 * @module
 */
import type { Lock } from "../core/approval/ports.ts";
import type { Result } from "../core/types.ts";
import { openStateDirectory, refuseState } from "./store_directory.ts";
import { problemOf } from "./system_error.ts";

/**
 * Waits for the turn of a name, such as a work directory. The kernel holds the lock and takes it back when this
 * process ends, however it ends; a command does not inherit it.
 *
 * `directory` is the state directory. Refusal: `approval-state`.
 */
export async function lockByName(directory: string, name: string): Promise<Result<Lock>> {
  const folder = `${directory}/locks`;
  try {
    for (const path of [directory, folder]) {
      const opened = openStateDirectory(path);
      if (!opened.ok) return opened;
    }
    const path = `${folder}/${await fileNameOf(name)}`;
    const file = Deno.openSync(path, { write: true, create: true, mode: 0o600 });
    await file.lock(true);
    return { ok: true, value: { release: () => file.close() } };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return refuseState(folder, problem);
  }
}

/** A path may be longer than a name may be. */
async function fileNameOf(name: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(name));
  return new Uint8Array(digest).toHex();
}
