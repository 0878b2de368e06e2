/**
 * The flags about asking.
 * @module
 */
import { LIFETIME_MS } from "../core/approval/grant.ts";
import { parseDuration } from "../core/duration.ts";
import type { Result } from "../core/types.ts";
import type { Asking } from "../guard/approval_permit.ts";
import type { System } from "../guard/system.ts";
import { say } from "./report.ts";

/** Their values after parsing. */
export interface AskingFlags {
  readonly wait?: string;
  readonly passwordFd?: string;
  readonly quiet: boolean;
}

/** How a yes may be sought. Refusals: `request-bad-timeout`, `request-bad-flag`. */
export function readAsking(flags: AskingFlags, system: System): Result<Asking> {
  const waitMs = flags.wait === undefined
    ? { ok: true as const, value: 0 }
    : parseDuration(flags.wait);
  if (!waitMs.ok) return waitMs;
  const passwordFd = readPasswordFd(flags.passwordFd);
  if (!passwordFd.ok) return passwordFd;
  return {
    ok: true,
    value: {
      passwordFd: passwordFd.value,
      waitMs: Math.min(waitMs.value, LIFETIME_MS),
      say: (text) => say(system, { text, quiet: flags.quiet }),
    },
  };
}

/** A descriptor beside the three standard ones. Refusal: `request-bad-flag`. */
export function readPasswordFd(text: string | undefined): Result<number | undefined> {
  if (text === undefined) return { ok: true, value: undefined };
  if (/^[3-9]$/.test(text)) return { ok: true, value: Number(text) };
  const problem = "--password-fd takes the number of an open descriptor, 3 to 9";
  return { ok: false, refusal: { code: "request-bad-flag", data: { problem } } };
}
