/**
 * The shapes of what execguard answers, for those who read it. Further keys may come, so a reader
 * ignores those it does not know. Source: contract.md, section 4.
 * @module
 */
import * as z from "zod/mini";
import { LIMIT_NAMES } from "../core/limits.ts";
import type { OutcomeStatus } from "../core/outcome.ts";
import type { Decision } from "../core/types.ts";

// Records, so that a new word does not compile until it stands here.
const DECISIONS: Readonly<Record<Decision, Decision>> = {
  read_only: "read_only",
  confirm: "confirm",
  password: "password",
  deny: "deny",
};
const STATUSES: Readonly<Record<OutcomeStatus, OutcomeStatus>> = {
  started: "started",
  exited: "exited",
  signalled: "signalled",
  timed_out: "timed_out",
  limit_exceeded: "limit_exceeded",
  invalid: "invalid",
  denied: "denied",
  approval_required: "approval_required",
  declined: "declined",
  password_required: "password_required",
  sandbox_unavailable: "sandbox_unavailable",
  internal: "internal",
  not_executable: "not_executable",
  not_found: "not_found",
};

const argv = z.array(z.string());
const code = z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/));
const count = z.int().check(z.gte(0));
const decision = z.enum(DECISIONS).check(z.describe("The strictest finding wins"));

const finding = z.looseObject({
  decision,
  code,
  argv: argv.check(z.describe("The command that was found")),
  reason: z.string(),
  rule: z.optional(z.string()).check(z.describe("The entry of a list that spoke")),
  line: z.optional(count).check(z.describe("In the script, from 1")),
  column: z.optional(count).check(z.describe("In the line, from 1, in bytes")),
  depth: count.check(z.describe("How many wrappers and scripts stand around it")),
  advice: z.optional(z.array(z.string())),
});

/** One verdict. */
export const verdictSchema = z.looseObject({
  schema: z.literal("execguard.verdict/1"),
  id: z.optional(z.unknown()).check(z.describe("Batch mode: that of the request")),
  argv,
  decision,
  code: code.check(z.describe("That of the strictest finding; `execguard help codes` lists all")),
  reason: z.string(),
  advice: z.array(z.string()).check(z.describe("What would be allowed instead")),
  findings: z.array(finding),
});

/** One outcome. */
export const outcomeSchema = z.looseObject({
  schema: z.literal("execguard.outcome/1"),
  status: z.enum(STATUSES).check(z.describe("The truth: a command may exit with any code")),
  exit_code: z.int().check(z.gte(0), z.lte(255)),
  signal: z.nullable(z.string()).check(z.describe("The signal that ended it, such as SIGTERM")),
  duration_ms: z.number().check(z.gte(0)),
  output: z.string().check(z.describe("Both streams, secrets masked")),
  truncated: z.boolean().check(z.describe("Whether the start of the output is missing")),
  masked: count.check(z.describe("How many secrets were replaced in the output")),
  advice: z.array(z.string()),
  limit: z.optional(z.looseObject({
    name: z.enum(LIMIT_NAMES),
    value: z.string().check(z.describe("As its flag takes it")),
    evidence: z.enum(["counted", "signal", "derived"]).check(
      z.describe(
        "counted by execguard; the signal that the limit sends; or derived from how the command failed, which is no proof",
      ),
    ),
  })).check(z.describe("The limit that ended the command or probably made it fail")),
  code: z.optional(code).check(z.describe("Why the command did not run")),
  message: z.optional(z.string()).check(z.describe("The same in words")),
  request_id: z.nullable(z.string()).check(z.describe("For `execguard approve ID`")),
  verdict: z.nullable(verdictSchema).check(z.describe("null when there was nothing to judge")),
});
