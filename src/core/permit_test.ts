import assert from "node:assert/strict";
import { Approval } from "./approval/approval.ts";
import { Permit, type PermitOptions } from "./permit.ts";
import type { Decision, Finding, Mode, Verdict } from "./types.ts";

function verdict(findings: readonly Partial<Finding>[]): Verdict {
  const order: readonly Decision[] = ["read_only", "confirm", "password", "deny"];
  const all = findings.map((item): Finding => ({
    decision: "confirm",
    code: "not-allowlisted",
    argv: ["x"],
    depth: 0,
    ...item,
  }));
  const strictest = all.reduce((best, next) =>
    order.indexOf(next.decision) > order.indexOf(best.decision) ? next : best
  );
  return { argv: ["x"], decision: strictest.decision, findings: all, strictest };
}

/** Where the permit comes from, or the code of the refusal. */
function granted(subject: Verdict, mode: Mode, options?: PermitOptions): string {
  const result = Permit.grant(subject, mode, options);
  return result.ok ? result.value.source.kind : result.refusal.code;
}

const READ_ONLY = verdict([{ decision: "read_only", code: "allowlisted" }]);
const CONFIRM = verdict([{}]);
const REMOVE_IN_HOME = verdict([{ code: "approval-required", asksInAuto: true }]);
const PASSWORD = verdict([{ decision: "password", code: "password-required" }, {}]);
const DENY = verdict([{ decision: "deny", code: "command-denied" }, { decision: "password" }]);
const WRITES = verdict([
  {},
  { decision: "password", code: "password-required", writePath: "/opt/x" },
]);

const TABLE: readonly (readonly [string, Verdict, Mode, string])[] = [
  ["read_only in safe", READ_ONLY, "safe", "policy"],
  ["confirm in safe", CONFIRM, "safe", "approval-required"],
  ["confirm in auto", CONFIRM, "auto", "mode"],
  ["confirm in allow-all", CONFIRM, "allow-all", "mode"],
  ["rm elsewhere in home in auto", REMOVE_IN_HOME, "auto", "approval-required"],
  ["rm elsewhere in home in allow-all", REMOVE_IN_HOME, "allow-all", "mode"],
  ["password in safe", PASSWORD, "safe", "password-required"],
  ["password in auto", PASSWORD, "auto", "password-required"],
  ["password in allow-all", PASSWORD, "allow-all", "password-required"],
  ["deny in allow-all", DENY, "allow-all", "command-denied"],
];

for (const [name, subject, mode, expected] of TABLE) {
  Deno.test(`Permit.grant() without a yes: ${name} is ${expected}`, () => {
    assert.equal(granted(subject, mode), expected);
  });
}

const yes = Approval.byAnswer({ kind: "yes" });
const secret = Approval.bySecret({ result: "right", method: "su" });
assert.ok(yes && secret);

Deno.test("Permit.grant() takes a yes for a confirmation and not for a password", () => {
  assert.equal(granted(CONFIRM, "safe", { approval: yes }), "terminal");
  assert.equal(granted(PASSWORD, "allow-all", { approval: yes }), "password-required");
  assert.equal(granted(PASSWORD, "safe", { approval: secret }), "password");
});

Deno.test("Permit.grant() lets nothing open a denial", () => {
  assert.equal(granted(DENY, "allow-all", { approval: secret }), "command-denied");
});

Deno.test("Permit.grant() asks no password for a granted write path, and still what the command needs", () => {
  const grantedPaths = ["/opt/x"];
  assert.equal(granted(WRITES, "auto"), "password-required");
  assert.equal(granted(WRITES, "auto", { grantedPaths }), "mode");
  assert.equal(granted(WRITES, "safe", { grantedPaths }), "approval-required");
  assert.equal(granted(WRITES, "auto", { grantedPaths: ["/opt"] }), "mode");
  assert.equal(
    granted(WRITES, "auto", { grantedPaths: ["/opt/x/sub", "/opt/xy"] }),
    "password-required",
  );
});

Deno.test("Permit cannot be written by hand", () => {
  // @ts-expect-error the constructor is private
  assert.ok(new Permit(READ_ONLY, { kind: "policy" }));
  // @ts-expect-error and so are the fields
  const forged: Permit = { verdict: READ_ONLY, source: { kind: "policy" } };
  assert.ok(forged);
});
