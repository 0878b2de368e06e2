/**
 * One file for everything that several processes share.
 * @module
 */
import { DatabaseSync } from "node:sqlite";
import type { Result } from "../core/types.ts";
import { exists } from "./presence.ts";
import { closeToOthers, openStateDirectory, refuseState } from "./store_directory.ts";
import { APPLICATION_ID, MIGRATIONS } from "./store_schema.ts";
import { isSystemError, problemOf } from "./system_error.ts";

/** How long one process waits for another's transaction; they take a few milliseconds. */
const BUSY_MS = 5000;

/** Per connection: a commit is on the disk when it returns, and what is deleted is overwritten. */
const SETTINGS = `
  PRAGMA busy_timeout = ${BUSY_MS};
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA secure_delete = ON;
`;

/**
 * Opens the database of the state directory, does something with it and closes it. The directory and a new
 * database are made first, by us and not by SQLite, which would let others read them.
 *
 * Refusal: `approval-state` (path, problem) when it cannot be read or written, is damaged, is not ours, or was
 * written by a later version. Never an empty state in the place of one that cannot be read.
 */
export function useDatabase<T>(directory: string, work: (database: DatabaseSync) => T): Result<T> {
  const path = `${directory}/state.db`;
  let database: DatabaseSync | undefined;
  try {
    const prepared = prepareFile(directory, path);
    if (!prepared.ok) return prepared;
    database = new DatabaseSync(path);
    database.exec(SETTINGS);
    const problem = findFault(database);
    if (problem !== undefined) return refuseState(path, problem);
    // Not durable by itself where the file system has no shared memory: SQLite then keeps the old journal.
    database.exec("PRAGMA journal_mode = WAL");
    migrate(database);
    return { ok: true, value: work(database) };
  } catch (error) {
    const problem = problemOf(error) ?? databaseProblem(error);
    if (problem === undefined) throw error;
    return refuseState(path, problem);
  } finally {
    database?.close();
  }
}

/** Runs statements as one change that waits for other writers first, then cannot fail because of them. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const value = work();
    database.exec("COMMIT");
    return value;
  } catch (error) {
    // After a full disk SQLite has rolled back by itself.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function prepareFile(directory: string, path: string): Result<true> {
  const opened = openStateDirectory(directory);
  if (!opened.ok) return opened;
  if (!exists(path)) createFile(path);
  return closeToOthers(path, "file");
}

/**
 * Makes a complete database and only then gives it its name: a file that is empty, or that is half there, is
 * a damaged one and never a new one.
 */
function createFile(path: string): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  Deno.openSync(draft, { createNew: true, write: true, mode: 0o600 }).close();
  try {
    const database = new DatabaseSync(draft);
    try {
      database.exec(`${SETTINGS} PRAGMA application_id = ${APPLICATION_ID};`);
      migrate(database);
    } finally {
      database.close();
    }
    Deno.linkSync(draft, path);
  } catch (error) {
    // Another process was first: its file is as good.
    if (!isSystemError(error, "EEXIST")) throw error;
  } finally {
    Deno.removeSync(draft);
  }
}

/** Why the file is no state of ours that this version understands. */
function findFault(database: DatabaseSync): string | undefined {
  if (pragma(database, "application_id") !== APPLICATION_ID) {
    return "it is empty or was not made by execguard";
  }
  const version = Number(pragma(database, "user_version"));
  if (version > MIGRATIONS.length) {
    return `it was made by a later version of execguard (${version}, this one knows ${MIGRATIONS.length})`;
  }
  const check = pragma(database, "quick_check(1)");
  return check === "ok" ? undefined : `it is damaged: ${check}`;
}

function migrate(database: DatabaseSync): void {
  if (pragma(database, "user_version") === MIGRATIONS.length) return;
  inTransaction(database, () => {
    // Asked again under the lock: another process may have been first.
    const version = Number(pragma(database, "user_version"));
    for (const step of MIGRATIONS.slice(version)) database.exec(step);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}

function pragma(database: DatabaseSync, name: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

/** What SQLite or the reading of a row complained about; undefined for anything else. */
function databaseProblem(error: unknown): string | undefined {
  if (error instanceof SyntaxError) return `it is damaged: ${error.message}`;
  const isSqlite = error instanceof Error && Reflect.get(error, "code") === "ERR_SQLITE_ERROR";
  return isSqlite ? error.message : undefined;
}
