/**
 * Tries at secrets, and the passphrase, in the database.
 * @module
 */
import type { DatabaseSync } from "node:sqlite";
import type { ApprovalStore, PassphraseHash } from "../core/approval/ports.ts";
import { inTransaction } from "./store_database.ts";

/** Wrong answers in this time, over all processes, until no more are taken. Source: spec.md, section 4. */
const TRIES = { most: 10, withinMs: 60_000 } as const;

type SecretStore = Pick<
  ApprovalStore,
  "startTry" | "endTry" | "passphrase" | "setPassphrase"
>;

/** Tries at secrets, and the passphrase. */
export function secretStore(database: DatabaseSync): SecretStore {
  return {
    // Counted before the secret is verified: many processes at once get no more tries than one.
    startTry: (nowMs) =>
      inTransaction(database, () => {
        const since = nowMs - TRIES.withinMs;
        database.prepare("DELETE FROM secret_try WHERE at_ms <= ?").run(since);
        const row = database.prepare("SELECT count(*) AS made FROM secret_try").get();
        if (Number(row?.["made"]) >= TRIES.most) return undefined;
        return Number(
          database.prepare("INSERT INTO secret_try (at_ms) VALUES (?)").run(nowMs).lastInsertRowid,
        );
      }),
    endTry: (attempt) => void database.prepare("DELETE FROM secret_try WHERE id = ?").run(attempt),
    passphrase() {
      const row = database.prepare("SELECT * FROM passphrase").get();
      return row === undefined ? undefined : readPassphrase(row);
    },
    setPassphrase({ salt, hash, cost, blockSize, parallelization }) {
      database.prepare("INSERT OR REPLACE INTO passphrase VALUES (1, ?, ?, ?, ?, ?)")
        .run(salt, hash, cost, blockSize, parallelization);
    },
  };
}

function readPassphrase(row: Record<string, unknown>): PassphraseHash {
  return {
    salt: row["salt"] as Uint8Array,
    hash: row["hash"] as Uint8Array,
    cost: Number(row["cost"]),
    blockSize: Number(row["block_size"]),
    parallelization: Number(row["parallelization"]),
  };
}
