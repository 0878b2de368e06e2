/**
 * What files are at this moment, so that a later change shows.
 * @module
 */
import { createHash } from "node:crypto";
import type { FilePrint } from "../core/approval/subject.ts";
import { problemOf } from "./system_error.ts";

const CHUNK_BYTES = 256 * 1024;
/** Larger files are data, not programs: reading them would take longer than the call; the rest must do. */
const MAX_HASHED_BYTES = 256 * 1024 * 1024;

/**
 * The prints of regular files, in order. One that is missing or cannot be read has none: its absence is a
 * difference as well.
 */
export function printFiles(paths: readonly string[]): readonly FilePrint[] {
  return paths.map(printFile).filter((print) => print !== undefined);
}

function printFile(path: string): FilePrint | undefined {
  try {
    using file = Deno.openSync(path);
    const info = file.statSync();
    if (!info.isFile) return undefined;
    return {
      path,
      device: info.dev,
      inode: info.ino ?? 0,
      modifiedMs: info.mtime?.getTime() ?? 0,
      bytes: info.size,
      sha256: info.size > MAX_HASHED_BYTES ? "" : hashOf(file),
    };
  } catch (error) {
    if (problemOf(error) === undefined) throw error;
    return undefined;
  }
}

function hashOf(file: Deno.FsFile): string {
  const hash = createHash("sha256");
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let bytes = file.readSync(chunk); bytes !== null; bytes = file.readSync(chunk)) {
    hash.update(chunk.subarray(0, bytes));
  }
  return hash.digest("hex");
}
