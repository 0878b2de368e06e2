import assert from "node:assert/strict";
import { Approval } from "./approval.ts";
import { findDenial, findGrant, type StoredRequest } from "./grant.ts";
import type { Subject } from "./subject.ts";

const SUBJECT: Subject = {
  session: "default",
  argv: ["npm", "test"],
  cwd: "/home/me",
  network: false,
  sandbox: true,
  writePaths: [],
  env: [],
  files: [],
};
const GRANT: StoredRequest = {
  id: "a",
  subject: SUBJECT,
  level: "confirm",
  reason: "",
  remarks: [],
  pathsToGrant: [],
  state: "granted",
  reusable: false,
  note: "",
  expiresMs: 100,
  handoffKey: undefined,
  sealed: undefined,
};
const NOW = { subject: SUBJECT, nowMs: 50 };

Deno.test("findGrant() finds the grant of exactly this call", () => {
  assert.deepEqual(findGrant([GRANT], NOW), { found: "grant", grant: GRANT });
});

Deno.test("findGrant() knows no grant that has expired, is pending or was denied", () => {
  const requests = [
    { ...GRANT, expiresMs: 50 },
    { ...GRANT, state: "pending" as const },
    { ...GRANT, state: "denied" as const },
  ];
  assert.deepEqual(findGrant(requests, NOW), { found: "none" });
});

Deno.test("findGrant() names the difference of the grant that comes closest", () => {
  const far = { ...GRANT, id: "far", subject: { ...SUBJECT, cwd: "/", network: true } };
  const near = { ...GRANT, id: "near", subject: { ...SUBJECT, cwd: "/" } };
  assert.deepEqual(findGrant([far, near], NOW), {
    found: "near",
    grant: near,
    differs: ["another work directory"],
  });
});

Deno.test("findGrant() does not mention grants of other programs", () => {
  const other = { ...GRANT, subject: { ...SUBJECT, argv: ["make"] } };
  assert.deepEqual(findGrant([other], NOW), { found: "none" });
});

Deno.test("findDenial() finds a denial of exactly this call while it is alive", () => {
  const denied = { ...GRANT, state: "denied" as const, note: "no" };
  assert.equal(findDenial([denied], NOW), denied);
  assert.equal(findDenial([{ ...denied, expiresMs: 50 }], NOW), undefined);
  assert.equal(findDenial([denied], { ...NOW, subject: { ...SUBJECT, cwd: "/" } }), undefined);
});

Deno.test("Approval.byGrant() is worth what the grant was given for, and only for its call", () => {
  const grant = { ...GRANT, level: "password" as const };
  assert.equal(Approval.byGrant(grant, NOW)?.level, "password");
  assert.equal(Approval.byGrant(grant, { ...NOW, nowMs: 100 }), undefined);
  assert.equal(Approval.byGrant({ ...grant, state: "pending" }, NOW), undefined);
  assert.equal(
    Approval.byGrant(grant, { ...NOW, subject: { ...SUBJECT, network: true } }),
    undefined,
  );
});

Deno.test("Approval.byRule() is never worth a password", () => {
  const rule = {
    id: "r",
    argv: ["npm", "**"],
    cwd: undefined,
    network: false,
    writePaths: [],
    env: [],
  };
  assert.equal(Approval.byRule(rule, SUBJECT)?.level, "confirm");
  assert.equal(Approval.byRule(rule, { ...SUBJECT, sandbox: false }), undefined);
});

Deno.test("Approval.byAnswer() takes a yes only", () => {
  assert.equal(Approval.byAnswer({ kind: "yes" })?.level, "confirm");
  assert.equal(Approval.byAnswer({ kind: "remember" })?.level, "confirm");
  assert.equal(Approval.byAnswer({ kind: "no", reason: "" }), undefined);
  assert.equal(Approval.byAnswer({ kind: "unclear" }), undefined);
});

Deno.test("Approval.bySecret() takes only a right secret", () => {
  assert.equal(Approval.bySecret({ result: "right", method: "su" })?.level, "password");
  assert.equal(Approval.bySecret({ result: "wrong", method: "su" }), undefined);
  assert.equal(Approval.bySecret({ result: "unavailable", problem: "" }), undefined);
});
