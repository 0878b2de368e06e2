/**
 * How long a tool may run. Source: spec.md, section 11; the data is `configs/timeouts.json`.
 * @module
 */
import data from "../../configs/timeouts.json" with { type: "json" };
import { parseDuration } from "../core/duration.ts";

/**
 * The limit of a tool in milliseconds, `Infinity` for one that waits for a person; unknown tools have the default.
 *
 * `lowered` holds limits of the user's, which count where they are lower.
 */
export function timeLimitOf(tool: string, lowered: Readonly<Record<string, number>> = {}): number {
  const limits: Readonly<Record<string, number | null>> = data.tools;
  const limit = Object.hasOwn(limits, tool) ? limits[tool] ?? Infinity : data.default;
  return Object.hasOwn(lowered, tool) ? Math.min(limit, lowered[tool] ?? limit) : limit;
}

/** Milliseconds of a limit as a config has it: a number of them, or a text with a unit; undefined for neither. */
export function readTimeLimit(value: number | string): number | undefined {
  if (typeof value === "number") {
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  }
  // A bare number in a text would be seconds, beside numbers that are milliseconds.
  const duration = /[a-z]$/.test(value) ? parseDuration(value) : undefined;
  return duration?.ok ? duration.value : undefined;
}
