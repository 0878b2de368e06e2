/**
 * What stands at a path of the machine.
 * @module
 */
import { isSystemError } from "./system_error.ts";

/** Whether there is anything at a path; a link counts by itself. Throws when that cannot be told. */
export function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return false;
    throw error;
  }
}

/** The same for places that may be out of our reach: what cannot be looked at counts as nothing. */
export function canSee(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** Whether a path leads to a file, links followed; what cannot be looked at is none. */
export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
