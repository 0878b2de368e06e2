import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { type ApprovalStore, type NewRequest } from "../core/approval/ports.ts";
import { LIFETIME_MS } from "../core/approval/grant.ts";
import type { Subject } from "../core/approval/subject.ts";
import { useStore } from "./store.ts";
import { MIGRATIONS } from "./store_schema.ts";

const SUBJECT: Subject = {
  session: "default",
  argv: ["npm", "test"],
  cwd: "/w",
  network: false,
  sandbox: true,
  writePaths: [],
  env: [],
  files: [],
};
const REQUEST: NewRequest = {
  subject: SUBJECT,
  level: "confirm",
  reason: "",
  remarks: [],
  pathsToGrant: [],
  handoffKey: undefined,
};
const TERMS = { nowMs: 1000, untilMs: 2000, reusable: false, sealed: undefined };

/** A state directory for one test. */
class State implements Disposable {
  readonly root = Deno.makeTempDirSync({ prefix: "execguard-state-" });
  readonly directory = `${this.root}/a/execguard`;
  readonly file = `${this.directory}/state.db`;

  use<T>(work: (store: ApprovalStore) => T): T {
    const used = useStore(this.directory, work);
    assert.ok(used.ok, JSON.stringify(used));
    return used.value;
  }

  /** Why the state cannot be used. */
  problem(): string {
    const used = useStore(this.directory, (store) => store.rules());
    assert.ok(!used.ok, "the state was usable");
    assert.equal(used.refusal.code, "approval-state");
    return String(used.refusal.data?.["problem"]);
  }

  sql(text: string): void {
    const database = new DatabaseSync(this.file);
    database.exec(text);
    database.close();
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

function modeOf(path: string): string {
  return ((Deno.lstatSync(path).mode ?? 0) & 0o777).toString(8);
}

Deno.test("useStore() makes directory and files for this user alone", () => {
  using state = new State();
  state.use((store) => {
    store.enqueue(REQUEST, 0);
    assert.deepEqual(
      Array.from(Deno.readDirSync(state.directory), ({ name }) => [
        name,
        modeOf(`${state.directory}/${name}`),
      ]).sort(),
      [["state.db", "600"], ["state.db-shm", "600"], ["state.db-wal", "600"]],
    );
  });
  assert.equal(modeOf(state.directory), "700");
});

Deno.test("useStore() takes other users' rights away from a state that is there", () => {
  using state = new State();
  state.use(() => {});
  Deno.chmodSync(state.directory, 0o755);
  Deno.chmodSync(state.file, 0o644);
  state.use(() => {});
  assert.deepEqual([modeOf(state.directory), modeOf(state.file)], ["700", "600"]);
});

Deno.test("useStore() refuses a damaged file of any kind, and leaves it as it is", () => {
  for (
    const [text, expected] of [["", /empty/], ["rubbish".repeat(999), /not a database/]] as const
  ) {
    using state = new State();
    state.use(() => {});
    Deno.writeTextFileSync(state.file, text);
    assert.match(state.problem(), expected);
    assert.equal(Deno.readTextFileSync(state.file), text);
  }
});

Deno.test("useStore() refuses a file with damage inside", () => {
  using state = new State();
  state.use((store) => {
    for (let index = 0; index < 200; index++) {
      store.enqueue({ ...REQUEST, subject: { ...SUBJECT, cwd: `/${index}` } }, 0);
    }
  });
  state.sql("PRAGMA journal_mode = DELETE");
  const file = Deno.openSync(state.file, { read: true, write: true });
  file.seekSync(5 * 4096, Deno.SeekMode.Start);
  file.writeSync(new Uint8Array(4096).fill(0xff));
  file.close();
  assert.match(state.problem(), /damaged|malformed/);
});

Deno.test("useStore() refuses a state of a later version, and another program's database", () => {
  using state = new State();
  state.use(() => {});
  state.sql(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
  assert.match(state.problem(), /later version/);
  state.sql(`PRAGMA user_version = ${MIGRATIONS.length}; PRAGMA application_id = 1`);
  assert.match(state.problem(), /not made by execguard/);
});

Deno.test("useStore() refuses rows that it cannot read", () => {
  using state = new State();
  state.use(() => {});
  state.sql("INSERT INTO rule VALUES ('a', '{', 0)");
  assert.match(state.problem(), /damaged/);
});

Deno.test("useStore() refuses a link in the place of the file or the directory", () => {
  using state = new State();
  state.use(() => {});
  Deno.renameSync(state.file, `${state.root}/elsewhere`);
  Deno.symlinkSync(`${state.root}/elsewhere`, state.file);
  assert.match(state.problem(), /no file/);
  Deno.renameSync(state.directory, `${state.root}/moved`);
  Deno.symlinkSync(`${state.root}/moved`, state.directory);
  assert.match(state.problem(), /no directory|exists/i);
});

Deno.test("useStore() says why where it cannot write", () => {
  assert.match(
    (() => {
      const used = useStore("/proc/execguard", () => {});
      return used.ok ? "" : String(used.refusal.data?.["problem"]);
    })(),
    /No such file|Permission denied|not permitted/,
  );
});

Deno.test("a request waits once, however often it is made", () => {
  using state = new State();
  state.use((store) => {
    const id = store.enqueue(REQUEST, 0);
    assert.match(id, /^[a-z2-9]{8}$/);
    assert.equal(store.enqueue(REQUEST, 10), id);
    assert.notEqual(store.enqueue({ ...REQUEST, subject: { ...SUBJECT, cwd: "/" } }, 10), id);
    assert.deepEqual(store.requests(10).map(({ expiresMs }) => expiresMs), [
      10 + LIFETIME_MS,
      10 + LIFETIME_MS,
    ]);
  });
});

Deno.test("a request is granted once, while it waits", () => {
  using state = new State();
  state.use((store) => {
    const id = store.enqueue(REQUEST, 0);
    assert.equal(store.grant("unknown", TERMS), false);
    assert.equal(store.grant(id, { ...TERMS, nowMs: LIFETIME_MS }), false);
    assert.equal(store.grant(id, TERMS), true);
    assert.equal(store.grant(id, TERMS), false);
    assert.equal(store.find(id)?.state, "granted");
  });
});

Deno.test("a grant is used up by one use", () => {
  using state = new State();
  state.use((store) => {
    const id = store.enqueue(REQUEST, 0);
    assert.equal(store.consume(id, 1500), false);
    store.grant(id, TERMS);
    assert.equal(store.consume(id, 2000), false);
    assert.equal(store.consume(id, 1500), true);
    assert.equal(store.consume(id, 1500), false);
    assert.equal(store.find(id), undefined);
  });
});

Deno.test("a grant for a while stays until its end, and is never one of the password", () => {
  using state = new State();
  state.use((store) => {
    const id = store.enqueue(REQUEST, 0);
    store.grant(id, { ...TERMS, reusable: true });
    assert.equal(store.consume(id, 1500), true);
    assert.equal(store.consume(id, 1999), true);
    assert.equal(store.consume(id, 2000), false);
  });
  const id = state.use((store) =>
    store.enqueue({ ...REQUEST, level: "password", subject: { ...SUBJECT, cwd: "/" } }, 0)
  );
  const used = useStore(state.directory, (store) => store.grant(id, { ...TERMS, reusable: true }));
  assert.equal(used.ok, false);
  assert.equal(state.use((store) => store.find(id)?.state), "pending");
});

Deno.test("a denial ends a request or a grant and keeps its reason", () => {
  using state = new State();
  state.use((store) => {
    const id = store.enqueue(REQUEST, 0);
    store.grant(id, TERMS);
    assert.equal(store.deny(id, { note: "no", nowMs: 1500 }), true);
    assert.equal(store.deny(id, { note: "again", nowMs: 1500 }), false);
    assert.equal(store.consume(id, 1500), false);
    assert.equal(store.find(id)?.note, "no");
  });
});

Deno.test("a grant opens its write paths to its session until they are taken back", () => {
  using state = new State();
  state.use((store) => {
    const id = store.enqueue({ ...REQUEST, level: "password", pathsToGrant: ["/opt/x"] }, 0);
    assert.deepEqual(store.grantedPaths(), []);
    store.grant(id, TERMS);
    store.grantPaths("other", { paths: ["/opt/x", "/opt/y"], nowMs: 5 });
    const granted = [
      { session: "default", path: "/opt/x", sinceMs: 1000 },
      { session: "other", path: "/opt/x", sinceMs: 5 },
      { session: "other", path: "/opt/y", sinceMs: 5 },
    ];
    assert.deepEqual(store.grantedPaths(), granted);
    assert.equal(store.revokePath("/opt/x", "default"), 1);
    assert.equal(store.revokePath("/opt/x", "default"), 0);
    assert.equal(store.revokePath("/opt/x", undefined), 1);
    assert.deepEqual(store.grantedPaths(), [granted[2]]);
  });
});

Deno.test("a rule is stored once and removed by its id", () => {
  using state = new State();
  state.use((store) => {
    const rule = { argv: ["npm", "*"], cwd: undefined, network: true, writePaths: [], env: [] };
    const id = store.addRule(rule, 0);
    assert.equal(store.addRule(rule, 1), id);
    assert.deepEqual(store.rules(), [{ ...rule, id }]);
    assert.equal(store.removeRule(id), true);
    assert.equal(store.removeRule(id), false);
  });
});

Deno.test("tries at a secret are limited in a while, and given back when they were right", () => {
  using state = new State();
  state.use((store) => {
    for (let attempt = 0; attempt < 10; attempt++) assert.ok(store.startTry(attempt));
    assert.equal(store.startTry(20), undefined);
    store.endTry(1);
    assert.ok(store.startTry(21));
    assert.equal(store.startTry(22), undefined);
    assert.ok(store.startTry(60_021));
  });
});

Deno.test("a passphrase is stored as its hash and replaced", () => {
  using state = new State();
  state.use((store) => {
    assert.equal(store.passphrase(), undefined);
    const hash = {
      salt: new Uint8Array([1, 2]),
      hash: new Uint8Array([3]),
      cost: 16,
      blockSize: 8,
      parallelization: 1,
    };
    store.setPassphrase({ ...hash, cost: 8 });
    store.setPassphrase(hash);
    assert.deepEqual(store.passphrase(), hash);
  });
});
