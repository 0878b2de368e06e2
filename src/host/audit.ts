/**
 * The audit log: one JSON object a line, only ever added to.
 * @module
 */
import type { AuditLog, AuditRecord } from "../core/approval/ports.ts";
import type { Result } from "../core/types.ts";
import { closeToOthers, openStateDirectory, refuseState } from "./store_directory.ts";
import { problemOf } from "./system_error.ts";

/** At this size the log is set aside, in the place of the one before: two of them are kept. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The log of a state directory, which is made when needed. */
export function auditLog(directory: string): AuditLog {
  return { append: (record) => append(directory, record) };
}

/**
 * A record is one write at the end of the file, so that
 * writers at the same time do not mix and a killed one leaves no half line behind it.
 *
 * Refusal: `approval-state` when it could not be written whole.
 */
function append(directory: string, record: AuditRecord): Result<true> {
  const path = `${directory}/audit.ndjson`;
  try {
    const opened = openStateDirectory(directory);
    if (!opened.ok) return opened;
    using file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
    const closed = closeToOthers(path, "file");
    if (!closed.ok) return closed;
    const line = new TextEncoder().encode(`${JSON.stringify(record)}\n`);
    if (file.writeSync(line) < line.length) return refuseState(path, "the disk is full");
    if (file.statSync().size > MAX_BYTES) setAside(path, file);
    return { ok: true, value: true };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return refuseState(path, problem);
  }
}

/** Under a lock, and only while the path still leads to this file: two writers must not do it one after the other. */
function setAside(path: string, file: Deno.FsFile): void {
  if (!file.tryLockSync(true)) return;
  const mine = file.statSync();
  const now = Deno.lstatSync(path);
  if (mine.ino === now.ino && mine.dev === now.dev) Deno.renameSync(path, `${path}.1`);
}
