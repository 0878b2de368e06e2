/**
 * The shape of `limits` in a config and in a request. The values are read by `src/core/limits.ts`, for both.
 * @module
 */
import * as z from "zod/mini";
import { type LimitName, LIMITS, readLimit } from "../core/limits.ts";

/** A limit: a number in its unit, or for most of them a text as the flag takes it. */
function limit(
  name: LimitName,
  by: { readonly shape: z.ZodMiniType<number | string>; readonly unit: string },
) {
  const value = by.shape.check((read) => {
    const result = readLimit(name, read.value);
    if ("value" in result) return;
    read.issues.push({ code: "custom", input: read.value, message: result.problem });
  });
  return z.optional(value).check(z.describe(`As ${LIMITS[name].flag}; a number counts ${by.unit}`));
}

const amount = z.union([z.number(), z.string()]);

/** What a command may use besides time. */
export const limitsSchema = z.strictObject({
  memory: limit("memory", { shape: amount, unit: "bytes" }),
  pids: limit("pids", { shape: z.number(), unit: "processes and threads" }),
  cpu_time: limit("cpu_time", { shape: amount, unit: "milliseconds, in whole seconds" }),
  output: limit("output", { shape: amount, unit: "bytes" }),
});
