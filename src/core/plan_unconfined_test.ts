import assert from "node:assert/strict";
import { Approval } from "./approval/approval.ts";
import { Permit } from "./permit.ts";
import { ignoredOutside, planUnconfined } from "./plan_unconfined.ts";
import type { CommandRequest, Finding } from "./types.ts";

function request(change: Partial<CommandRequest>): CommandRequest {
  return {
    argv: ["id"],
    cwd: "/w",
    network: false,
    sandbox: true,
    writePaths: [],
    mode: "safe",
    timeoutMs: 1,
    env: [],
    ...change,
  };
}

/** A permit for an argv, which a secret was given for. */
function permit(argv: readonly string[], decision: Finding["decision"] = "password"): Permit {
  const strictest: Finding = { decision, code: "password-required", argv, depth: 0 };
  const approval = Approval.bySecret({ result: "right", method: "su" });
  assert.ok(approval);
  const verdict = { argv, decision, findings: [strictest], strictest };
  const granted = Permit.grant(verdict, "safe", { approval });
  assert.ok(granted.ok);
  return granted.value;
}

function plan(change: Partial<CommandRequest>, closedFd?: number) {
  const asked = request(change);
  return planUnconfined({
    permit: permit(asked.argv),
    request: asked,
    env: { PATH: "/home/me/bin:/usr/bin", LANG: "C" },
    program: "/usr/bin/id",
    closedFd,
  });
}

Deno.test("planUnconfined() starts the program as it is", () => {
  assert.deepEqual(plan({ argv: ["id", "-u"], sandbox: false }), {
    program: "/usr/bin/id",
    args: ["-u"],
    hiddenArgs: [],
    cwd: "/w",
    env: { PATH: "/home/me/bin:/usr/bin", LANG: "C" },
  });
});

Deno.test("planUnconfined() keeps the password's descriptor from the command", () => {
  const { program, args } = plan({ argv: ["id", "-u"], sandbox: false }, 3);
  assert.equal(program, "/bin/sh");
  assert.deepEqual(args.slice(2), ["sh", "3", "/usr/bin/id", "-u"]);
});

Deno.test("planUnconfined() lets sudo ask nothing, and look for programs only where root writes", () => {
  const { args, env } = plan({ argv: ["sudo", "id", "-u"] }, 3);
  assert.deepEqual(args, ["-n", "id", "-u"]);
  assert.deepEqual(env, { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C" });
});

Deno.test("planUnconfined() starts nothing that needed no password", () => {
  const asked = request({ sandbox: false });
  const confirmed = permit(["id"], "confirm");
  assert.throws(() =>
    planUnconfined({
      permit: confirmed,
      request: asked,
      env: {},
      program: "/x",
      closedFd: undefined,
    })
  );
});

Deno.test("ignoredOutside() says what was asked for in vain", () => {
  const wishes = { network: true, writePaths: ["/opt/x"] };
  assert.match(
    ignoredOutside(request({ ...wishes, sandbox: false })) ?? "",
    /--network and --write/,
  );
  assert.match(ignoredOutside(request({ network: true, argv: ["sudo", "id"] })) ?? "", /--network/);
  assert.equal(ignoredOutside(request(wishes)), undefined);
  assert.equal(ignoredOutside(request({ sandbox: false })), undefined);
});
