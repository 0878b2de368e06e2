import assert from "node:assert/strict";
import type { Machine } from "../core/machine.ts";
import type { Survey } from "../core/survey.ts";
import { doctorExitCode, doctorLines, examine } from "./doctor.ts";

const MACHINE: Machine = {
  uid: 1000,
  firstProcess: "systemd",
  namespaceLimits: { user: 1000 },
  unprivilegedCloneOff: false,
  apparmorRestricts: false,
  canMapRoot: false,
  noNewPrivileges: false,
  filtered: false,
  procMasks: [],
};

const HEALTHY: Survey = {
  system: "linux",
  machine: MACHINE,
  sandbox: { path: "/usr/bin/bwrap", version: "bubblewrap 0.8.0", isSetUserId: false },
  expectedPrograms: ["/usr/bin/bwrap"],
  processLimit: undefined,
  probes: [
    { name: "user namespace", isNeeded: true, failure: undefined },
    { name: "control group namespace", isNeeded: false, failure: undefined },
    { name: "whole sandbox", isNeeded: true, failure: undefined },
  ],
  runtime: "2.9.6",
  sudo: "asks",
  accountPassword: "set",
  hasTerminal: true,
  folders: [{ name: "state", path: "/s", isWritable: true, isOpenToOthers: false }],
  leftovers: [],
};

/** The checks that are not fine, with their judgement. */
function found(change: Partial<Survey>): Record<string, unknown> {
  const { checks } = examine({ ...HEALTHY, ...change });
  return Object.fromEntries(
    checks.filter(({ ok }) => ok !== true).map(({ name, ok }) => [name, ok]),
  );
}

Deno.test("examine() finds nothing on a healthy machine", () => {
  const report = examine(HEALTHY);
  assert.deepEqual(found({}), {});
  assert.deepEqual([report.ok, doctorExitCode(report)], [true, 0]);
});

Deno.test("examine() fails without a usable sandbox program", () => {
  const bwrap = HEALTHY.sandbox!;
  assert.deepEqual(found({ sandbox: undefined, probes: [] }), { bubblewrap: false });
  assert.deepEqual(found({ sandbox: { ...bwrap, version: "bubblewrap 0.7.9" } }), {
    bubblewrap: false,
  });
  assert.deepEqual(found({ sandbox: { ...bwrap, version: "bubblewrap 0.11.0" } }), {});
  assert.deepEqual(found({ sandbox: { ...bwrap, version: "bubblewrap 1.0" } }), {});
  assert.deepEqual(found({ sandbox: { ...bwrap, version: "?" } }), { bubblewrap: false });
  assert.deepEqual(found({ sandbox: { ...bwrap, isSetUserId: true } }), {
    "no set-user-ID": false,
  });
  const report = examine({ ...HEALTHY, sandbox: undefined, probes: [] });
  assert.deepEqual([report.ok, doctorExitCode(report)], [false, 125]);
});

Deno.test("examine() names cause and cure of a failed probe once", () => {
  const failure = "bwrap: Creating new namespace failed: … (ENOSPC)\n";
  const probes = HEALTHY.probes.map((probe) => ({ ...probe, failure }));
  const machine = { ...MACHINE, namespaceLimits: { user: 0 } };
  const report = examine({ ...HEALTHY, machine, probes });
  const [user, group] = report.checks.filter(({ name }) => name.endsWith("namespace"));
  assert.deepEqual(user, {
    name: "user namespace",
    ok: false,
    detail: "bwrap: Creating new namespace failed: … (ENOSPC)",
    cause: "Cannot start the sandbox: user namespaces are switched off here",
    cure: "raise the limit: sudo sysctl -w user.max_user_namespaces=15000",
  });
  assert.deepEqual(group, {
    ...{ name: "control group namespace", ok: "warning", detail: "fails like user namespace" },
  });
  assert.equal(doctorExitCode(report), 125);
});

Deno.test("examine() tells what would restrict a sandbox, and warns when it does", () => {
  const machine = { ...MACHINE, apparmorRestricts: true };
  assert.deepEqual(found({ machine }), {});
  const probes = [{
    name: "whole sandbox",
    isNeeded: true,
    failure: "bwrap: setting up uid map: x",
  }];
  assert.deepEqual(found({ machine, probes }), { "whole sandbox": false, AppArmor: "warning" });
});

Deno.test("examine() says what keeps each limit, and warns where one is refused", () => {
  const details = new Map(examine(HEALTHY).checks.map(({ name, detail }) => [name, detail]));
  assert.match(details.get("--memory") ?? "", /^RLIMIT_DATA/);
  assert.match(details.get("--cpu-time") ?? "", /^RLIMIT_CPU/);
  assert.match(details.get("--pids") ?? "", /^RLIMIT_NPROC/);
  assert.match(details.get("--output-limit") ?? "", /^counted by execguard/);
  const data = { limit: "--pids", problem: "root is not held to it", cure: "do not be root" };
  assert.deepEqual(found({ processLimit: { code: "sandbox-limit", data } }), {
    ...{ "--pids": "warning" },
  });
  assert.deepEqual(found({ system: "darwin" }), {
    ...{ "--memory": "warning", "--pids": "warning", "--cpu-time": "warning" },
  });
});

Deno.test("examine() warns where no password can be checked", () => {
  const warned = { "system password": "warning" };
  assert.deepEqual(found({ machine: { ...MACHINE, uid: 0 } }), warned);
  assert.deepEqual(found({ machine: { ...MACHINE, noNewPrivileges: true } }), warned);
  assert.deepEqual(found({ sudo: "asks nothing" }), {});
  assert.deepEqual(found({ sudo: "asks nothing", accountPassword: "locked" }), warned);
  assert.deepEqual(found({ sudo: "asks nothing", accountPassword: "unknown" }), warned);
  assert.deepEqual(found({ sudo: "missing" }), { sudo: "warning" });
  assert.deepEqual(found({ sudo: "refuses", accountPassword: "locked" }), {
    ...{ sudo: "warning", ...warned },
  });
});

Deno.test("examine() warns of the rest without calling the sandbox unusable", () => {
  const folder = HEALTHY.folders[0]!;
  const change: Partial<Survey> = {
    hasTerminal: false,
    folders: [{ ...folder, isWritable: false }, {
      ...folder,
      name: "config",
      isOpenToOthers: true,
    }],
    leftovers: ["/tmp/execguard-start-x"],
  };
  assert.deepEqual(found(change), {
    ...{
      "controlling terminal": "warning",
      state: "warning",
      config: "warning",
      leftovers: "warning",
    },
  });
  assert.equal(doctorExitCode(examine({ ...HEALTHY, ...change })), 0);
});

Deno.test("doctorLines() gives each check a line, its cause and cure below, and the result last", () => {
  const lines = doctorLines({
    schema: "execguard.doctor/1",
    ok: false,
    checks: [
      { name: "a", ok: true, detail: "x\u202ey" },
      { name: "b", ok: false, detail: "d", cause: "c", cure: "e" },
      { name: "f", ok: "warning", detail: "g" },
    ],
  });
  assert.deepEqual(lines, [
    "ok    a: x\\u{202e}y",
    "FAIL  b: d",
    "      cause: c",
    "      cure:  e",
    "warn  f: g",
    "Commands cannot be confined here; nothing will run",
  ]);
});
