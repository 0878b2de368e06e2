/**
 * The shape of `limits` in a config and in a request. The values are read by `src/core/limits.ts`, for both.
 * @module
 */
import * as z from "zod/mini";
import { type LimitName, LIMITS, readLimit } from "../core/limits.ts";

/** A limit as a number in its unit, or a text as its flag takes it. */
function limit(name: LimitName, unit: string) {
  const value = z.union([z.number(), z.string()]).check((read) => {
    const result = readLimit(name, read.value);
    if ("value" in result) return;
    read.issues.push({ code: "custom", input: read.value, message: result.problem });
  });
  return z.optional(value).check(z.describe(`As ${LIMITS[name].flag}; a number counts ${unit}`));
}

/** What a command may use besides time. */
export const limitsSchema = z.strictObject({
  memory: limit("memory", "bytes"),
  pids: z.optional(z.int().check(z.positive())).check(z.describe("As --pids")),
  cpu_time: limit("cpu_time", "milliseconds, in whole seconds"),
  output: limit("output", "bytes"),
});
