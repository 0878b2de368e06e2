/**
 * The tables of the state, by version.
 * @module
 */

/** Marks the file as ours: "EXGD". Source: https://www.sqlite.org/pragma.html#pragma_application_id */
export const APPLICATION_ID = 0x45584744;

/**
 * What leads from one version to the next; the version is the number of entries applied. An entry that was
 * released never changes.
 *
 * - `request`: what waits for a yes, was granted or denied. `subject` is JSON in a fixed order of keys, so that
 *   equal subjects are equal texts. A grant that is used up is deleted: that is the one place where it is
 *   decided who uses it.
 * - `rule`: JSON of the rule without its id.
 * - `secret_try`: wrong answers, for the limit in a while.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE request (
    id TEXT NOT NULL PRIMARY KEY,
    subject TEXT NOT NULL,
    level TEXT NOT NULL CHECK (level IN ('confirm', 'password')),
    reason TEXT NOT NULL,
    remarks TEXT NOT NULL,
    paths_to_grant TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'granted', 'denied')),
    reusable INTEGER NOT NULL DEFAULT 0 CHECK (reusable IN (0, 1)),
    note TEXT NOT NULL DEFAULT '',
    expires_ms INTEGER NOT NULL,
    handoff_key TEXT,
    sealed TEXT,
    CHECK (reusable = 0 OR level = 'confirm')
  ) STRICT;
  CREATE UNIQUE INDEX request_waiting ON request (subject) WHERE state = 'pending';
  CREATE TABLE rule (
    id TEXT NOT NULL PRIMARY KEY,
    rule TEXT NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE granted_path (
    session TEXT NOT NULL,
    path TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (session, path)
  ) STRICT;
  CREATE TABLE secret_try (
    id INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE passphrase (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    salt BLOB NOT NULL,
    hash BLOB NOT NULL,
    cost INTEGER NOT NULL,
    block_size INTEGER NOT NULL,
    parallelization INTEGER NOT NULL
  ) STRICT;
  `,
];
