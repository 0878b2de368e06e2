/**
 * The trash of macOS: one folder, no notes. Not executed on that system yet.
 * @module
 */
import { baseName } from "../core/paths.ts";
import type { Result } from "../core/types.ts";
import { exists, isFile } from "./presence.ts";

/** Ships with macOS 15 and later; earlier systems have none. */
const TRASH_PROGRAM = "/usr/bin/trash";

/**
 * Moves what stands at a canonical path: by the system's own program where there is one, else by
 * renaming into `~/.Trash`. Refusal: `trash-failed` (path, problem).
 */
export function moveToUserTrash(place: string, home: string | undefined): Result<true> {
  const problem = isFile(TRASH_PROGRAM) ? bySystem(place) : byRename(place, home);
  if (problem === undefined) return { ok: true, value: true };
  return { ok: false, refusal: { code: "trash-failed", data: { path: place, problem } } };
}

function bySystem(place: string): string | undefined {
  const { success, stderr } = new Deno.Command(TRASH_PROGRAM, {
    args: [place], // absolute, so it cannot be taken for an option
    cwd: "/",
    stdin: "null",
    stdout: "null",
  }).outputSync();
  return success ? undefined : new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
}

function byRename(place: string, home: string | undefined): string | undefined {
  if (home === undefined) return "HOME is not set";
  const trash = `${home}/.Trash`;
  try {
    if (!Deno.lstatSync(trash).isDirectory) return "~/.Trash is no folder";
    if (Deno.lstatSync(trash).dev !== Deno.lstatSync(place).dev) {
      return "it is on another volume, and this system has no trash program";
    }
    Deno.renameSync(place, freeName(trash, baseName(place)));
    return undefined;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message;
  }
}

/** Nothing that is in the trash already is replaced. */
function freeName(trash: string, name: string): string {
  let free = `${trash}/${name}`;
  for (let number = 2; exists(free); number++) free = `${trash}/${name} ${number}`;
  return free;
}
