/**
 * Reading a time limit.
 * @module
 */
import type { Result } from "./types.ts";

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Milliseconds of `90s`, `15m`, `1.5h`, `500ms`, or plain seconds. Refusal: `request-bad-timeout`.
 *
 * @example
 * ```ts
 * import { parseDuration } from "./duration.ts";
 * parseDuration("90s"); // { ok: true, value: 90000 }
 * ```
 */
export function parseDuration(text: string): Result<number> {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text);
  const ms = Math.round(Number(match?.[1]) * (UNITS[match?.[2] ?? "s"] ?? 0));
  if (match === null || ms <= 0 || !Number.isSafeInteger(ms)) {
    return { ok: false, refusal: { code: "request-bad-timeout", data: { value: text } } };
  }
  return { ok: true, value: ms };
}
