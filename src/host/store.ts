/**
 * Requests, grants, rules and granted paths in the database.
 * @module
 */
import type { DatabaseSync } from "node:sqlite";
import type { AllowRule, NewRule } from "../core/approval/allow_rule.ts";
import { LIFETIME_MS, type StoredRequest } from "../core/approval/grant.ts";
import type { ApprovalStore, GrantedPath, GrantTerms, NewRequest } from "../core/approval/ports.ts";
import type { Result } from "../core/types.ts";
import { inTransaction, useDatabase } from "./store_database.ts";
import { secretStore } from "./store_secrets.ts";

/** An expired request is known a while longer, to tell its id from a mistyped one. */
const REMEMBERED_MS = 60 * 60_000;

/** Letters of an id: no vowels, no look-alikes. */
const ID_LETTERS = "bcdfghjkmnpqrstvwxz23456789";
const ID_LENGTH = 8;

/** Opens the state, works on it, closes it. Refusal: `approval-state`. */
export function useStore<T>(directory: string, work: (store: ApprovalStore) => T): Result<T> {
  return useDatabase(directory, (database) => work(createStore(database)));
}

function createStore(database: DatabaseSync): ApprovalStore {
  return {
    ...requestStore(database),
    ...ruleStore(database),
    ...pathStore(database),
    ...secretStore(database),
  };
}

type RequestStore = Pick<
  ApprovalStore,
  "requests" | "find" | "enqueue" | "grant" | "deny" | "consume"
>;

function requestStore(database: DatabaseSync): RequestStore {
  const changed = (sql: string, values: readonly (string | number)[]) =>
    Number(database.prepare(sql).run(...values).changes) > 0;

  return {
    requests(nowMs) {
      const rows = database.prepare("SELECT * FROM request WHERE expires_ms > ? ORDER BY rowid");
      return rows.all(nowMs).map(readRequest);
    },
    find(id) {
      const row = database.prepare("SELECT * FROM request WHERE id = ?").get(id);
      return row === undefined ? undefined : readRequest(row);
    },
    enqueue: (request, nowMs) =>
      inTransaction(database, () => {
        database.prepare("DELETE FROM request WHERE expires_ms <= ?").run(nowMs - REMEMBERED_MS);
        return enqueueRequest(database, { request, nowMs });
      }),
    grant: (id, terms) => inTransaction(database, () => grantRequest(database, { id, terms })),
    deny: (id, { note, nowMs }) =>
      changed(
        `UPDATE request SET state = 'denied', note = ?, expires_ms = ?
         WHERE id = ? AND state <> 'denied' AND expires_ms > ?`,
        [note, nowMs + LIFETIME_MS, id, nowMs],
      ),
    consume: (id, nowMs) =>
      inTransaction(database, () => {
        const alive = "id = ? AND state = 'granted' AND expires_ms > ?";
        const values = [id, nowMs] as const;
        return changed(`DELETE FROM request WHERE ${alive} AND reusable = 0`, values) ||
          database.prepare(`SELECT 1 FROM request WHERE ${alive}`).get(...values) !== undefined;
      }),
  };
}

function enqueueRequest(
  database: DatabaseSync,
  by: { readonly request: NewRequest; readonly nowMs: number },
): string {
  const { subject, level, reason, remarks, pathsToGrant, handoffKey } = by.request;
  const row = database.prepare(`
    INSERT INTO request (id, subject, level, reason, remarks, paths_to_grant, handoff_key, state,
      expires_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, 'pending', ?)
    ON CONFLICT (subject) WHERE state = 'pending' DO UPDATE SET expires_ms = excluded.expires_ms, level = excluded.level, reason = excluded.reason,
      remarks = excluded.remarks, paths_to_grant = excluded.paths_to_grant, handoff_key = excluded.handoff_key
    RETURNING id
  `).get(
    freshId(),
    JSON.stringify(subject),
    level,
    reason,
    JSON.stringify(remarks),
    JSON.stringify(pathsToGrant),
    handoffKey ?? null,
    by.nowMs + LIFETIME_MS,
  );
  return String(row?.["id"]);
}

function grantRequest(
  database: DatabaseSync,
  by: { readonly id: string; readonly terms: GrantTerms },
): boolean {
  const { nowMs, untilMs, reusable, sealed } = by.terms;
  const row = database.prepare(`
    UPDATE request SET state = 'granted', expires_ms = ?, reusable = ?, sealed = ?
    WHERE id = ? AND state = 'pending' AND expires_ms > ? RETURNING *
  `).get(untilMs, reusable ? 1 : 0, sealed ?? null, by.id, nowMs);
  if (row === undefined) return false;
  const { subject, pathsToGrant } = readRequest(row);
  insertPaths(database, { session: subject.session, paths: pathsToGrant, nowMs });
  return true;
}

/** Level and state are words of the table's own, as it checks. */
function readRequest(row: Record<string, unknown>): StoredRequest {
  return {
    id: String(row["id"]),
    subject: JSON.parse(String(row["subject"])),
    level: row["level"] as StoredRequest["level"],
    reason: String(row["reason"]),
    remarks: JSON.parse(String(row["remarks"])),
    pathsToGrant: JSON.parse(String(row["paths_to_grant"])),
    state: row["state"] === "granted"
      ? "granted"
      : row["state"] === "denied"
      ? "denied"
      : "pending",
    reusable: row["reusable"] === 1,
    note: String(row["note"]),
    expiresMs: Number(row["expires_ms"]),
    handoffKey: textOf(row["handoff_key"]),
    sealed: textOf(row["sealed"]),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

type RuleStore = Pick<ApprovalStore, "rules" | "addRule" | "removeRule">;

function ruleStore(database: DatabaseSync): RuleStore {
  return {
    rules: () =>
      database.prepare("SELECT id, rule FROM rule ORDER BY created_ms, id").all().map(
        (row): AllowRule => ({ ...readRule(String(row["rule"])), id: String(row["id"]) }),
      ),
    addRule(rule, nowMs) {
      const row = database.prepare(`
        INSERT INTO rule (id, rule, created_ms) VALUES (?, ?, ?)
        ON CONFLICT (rule) DO UPDATE SET rule = excluded.rule RETURNING id
      `).get(freshId(), writeRule(rule), nowMs);
      return String(row?.["id"]);
    },
    removeRule: (id) =>
      Number(database.prepare("DELETE FROM rule WHERE id = ?").run(id).changes) > 0,
  };
}

function writeRule({ argv, cwd, network, writePaths, env }: NewRule): string {
  return JSON.stringify({ argv, cwd: cwd ?? null, network, writePaths, env });
}

function readRule(text: string): NewRule {
  const { cwd, ...rest } = JSON.parse(text) as Omit<NewRule, "cwd"> & { cwd: string | null };
  return { ...rest, cwd: cwd ?? undefined };
}

type PathStore = Pick<ApprovalStore, "grantedPaths" | "grantPaths" | "revokePath">;

function pathStore(database: DatabaseSync): PathStore {
  return {
    grantedPaths: () =>
      database.prepare("SELECT * FROM granted_path ORDER BY session, path").all().map(
        (row): GrantedPath => ({
          session: String(row["session"]),
          path: String(row["path"]),
          sinceMs: Number(row["since_ms"]),
        }),
      ),
    grantPaths: (session, by) =>
      inTransaction(database, () => insertPaths(database, { session, ...by })),
    revokePath(path, session) {
      const ended = database.prepare(
        "DELETE FROM granted_path WHERE path = ? AND session = coalesce(?, session)",
      ).run(path, session ?? null);
      return Number(ended.changes);
    },
  };
}

function insertPaths(
  database: DatabaseSync,
  by: { readonly session: string; readonly paths: readonly string[]; readonly nowMs: number },
): void {
  const insert = database.prepare(
    "INSERT INTO granted_path (session, path, since_ms) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  );
  for (const path of by.paths) insert.run(by.session, path, by.nowMs);
}

function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH));
  return Array.from(bytes, (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join("");
}
