/**
 * How long a tool may run. Source: spec.md, section 11; the data is `configs/timeouts.json`.
 * @module
 */
import data from "../../configs/timeouts.json" with { type: "json" };

/** The limit of a tool in milliseconds, `Infinity` for one that waits for a person; unknown tools have the default. */
export function timeLimitOf(tool: string): number {
  const limits: Readonly<Record<string, number | null>> = data.tools;
  return Object.hasOwn(limits, tool) ? limits[tool] ?? Infinity : data.default;
}
