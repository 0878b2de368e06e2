import assert from "node:assert/strict";
import { refusedOutcome } from "./outcome.ts";
import type { Code } from "./codes.ts";

Deno.test("refusedOutcome() has the public status and exit code of contract.md, section 3", () => {
  const rows: readonly (readonly [Code, string, number])[] = [
    ["request-empty", "invalid", 120],
    ["config-invalid", "invalid", 120],
    ["command-denied", "denied", 121],
    ["approval-required", "approval_required", 122],
    ["approval-declined", "declined", 122],
    ["password-wrong", "password_required", 123],
    ["sandbox-missing", "sandbox_unavailable", 125],
    ["internal", "internal", 125],
    ["command-not-executable", "not_executable", 126],
    ["command-not-found", "not_found", 127],
    ["trash-missing", "exited", 1],
  ];
  for (const [code, status, exitCode] of rows) {
    const outcome = refusedOutcome({ code });
    assert.deepEqual([outcome.status, outcome.exit_code], [status, exitCode], code);
  }
});

Deno.test("refusedOutcome() keeps the advice and the time already spent", () => {
  const outcome = refusedOutcome({ code: "command-cd", advice: ["use absolute paths"] }, 12);
  assert.deepEqual([outcome.advice, outcome.duration_ms], [["use absolute paths"], 12]);
});
