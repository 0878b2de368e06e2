import assert from "node:assert/strict";
import type { CommandRequest } from "../types.ts";
import { differences, type FilePrint, type Subject, subjectOf } from "./subject.ts";

const PROGRAM: FilePrint = {
  path: "/usr/bin/npm",
  device: 1,
  inode: 2,
  modifiedMs: 3,
  bytes: 4,
  sha256: "aa",
};
const FILE: FilePrint = { ...PROGRAM, path: "/home/me/proj/build.py", inode: 9 };
const AGREED: Subject = {
  session: "default",
  argv: ["npm", "test"],
  cwd: "/home/me/proj",
  network: false,
  sandbox: true,
  writePaths: [],
  env: [],
  files: [PROGRAM, FILE],
};

Deno.test("differences() finds none between equal subjects", () => {
  assert.deepEqual(differences(AGREED, structuredClone(AGREED)), []);
});

const CHANGES: readonly (readonly [Partial<Subject>, readonly string[]])[] = [
  [{ session: "other" }, ["another session"]],
  [{ argv: ["npm", "test", "-x"] }, ["another argv"]],
  [{ argv: ["npm test"] }, ["another argv"]],
  [{ cwd: "/home/me" }, ["another work directory"]],
  [{ network: true }, ["the network"]],
  [{ sandbox: false }, ["no sandbox"]],
  [{ writePaths: ["/opt/x"] }, ["other write paths"]],
  [{ env: ["A=1"] }, ["other --env flags"]],
  [{ cwd: "/", network: true }, ["another work directory", "the network"]],
  [{ files: [{ ...PROGRAM, path: "/home/me/bin/npm" }, FILE] }, [
    'another program "/home/me/bin/npm"',
  ]],
  [{ files: [{ ...PROGRAM, sha256: "bb" }, FILE] }, ['a changed program "/usr/bin/npm"']],
  [{ files: [{ ...PROGRAM, inode: 5 }, FILE] }, ['a changed program "/usr/bin/npm"']],
  [{ files: [{ ...PROGRAM, modifiedMs: 5 }, FILE] }, ['a changed program "/usr/bin/npm"']],
  [{ files: [PROGRAM, { ...FILE, sha256: "bb" }] }, [
    'a changed file "/home/me/proj/build.py"',
  ]],
  [{ files: [PROGRAM] }, ['a missing file "/home/me/proj/build.py"']],
];

for (const [change, expected] of CHANGES) {
  Deno.test(`differences() names ${expected.join(" and ")}`, () => {
    assert.deepEqual(differences(AGREED, { ...AGREED, ...change }), expected);
  });
}

Deno.test("subjectOf() names the default session and orders the write paths", () => {
  const request: CommandRequest = {
    argv: ["npm", "test"],
    cwd: "/home/me/proj",
    network: false,
    sandbox: true,
    writePaths: ["/b/../b", "/a"],
    mode: "safe",
    timeoutMs: 1,
    env: [],
  };
  const subject = subjectOf(request, { writePaths: ["/b", "/a", "/b"], files: [] });
  assert.deepEqual(subject, { ...AGREED, writePaths: ["/a", "/b"], files: [] });
});
