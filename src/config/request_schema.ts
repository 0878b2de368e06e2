/**
 * The shape of a request for editors and other programs. The program itself reads requests with
 * `src/core/request.ts`, which needs no library; a property test holds the two together.
 * @module
 */
import * as z from "zod/mini";
import { limitsSchema } from "./limits_schema.ts";

const text = z.string().check(
  z.regex(/^[^\0]+$/u, "must be a text that is not empty"),
);
const absolutePath = z.string().check(
  z.regex(/^\/[^\0]*$/u, "must be an absolute path"),
);
const program = z.string().check(
  z.regex(/^[^\0]*[^\s\0][^\0]*$/u, "must name a program"),
);
const word = z.string().check(z.regex(/^[^\0]*$/u, "must not hold NUL"));

/** One request. Source: contract.md, section 1. */
export const requestSchema = z.strictObject({
  id: z.optional(z.unknown()).check(z.describe("Batch mode: copied to the verdict")),
  argv: z.tuple([program], word).check(
    z.describe("Program and arguments, as exec gets them; never split, never expanded"),
  ),
  write_paths: z.optional(z.array(z.string())).check(
    z.describe("Absolute paths that are to be writable besides the usual places"),
  ),
  network: z.optional(z.boolean()).check(z.describe("Allow the network; false by default")),
  sandbox: z.optional(z.boolean()).check(
    z.describe("false runs unconfined, after the system password; true by default"),
  ),
  cwd: z.optional(absolutePath).check(
    z.describe("The directory to start in; where execguard was started by default"),
  ),
  session: z.optional(text).check(z.describe("The session that grants belong to")),
  mode: z.optional(z.enum(["safe", "auto", "allow-all"])).check(
    z.describe("How much is asked; never above the config's max_mode"),
  ),
  timeout_ms: z.optional(z.int().check(z.positive())).check(
    z.describe("Time limit in milliseconds; lowers that of the tool, never raises it"),
  ),
  tool: z.optional(text).check(z.describe("The tool whose time limit counts")),
  limits: z.optional(limitsSchema).check(
    z.describe("Limits besides time; they lower those of the config, never raise them"),
  ),
  timeout_min: z.optional(z.int().check(z.gte(1), z.lte(60))).check(
    z.describe("Background only: time limit in minutes"),
  ),
  keywords: z.optional(z.array(text)).check(
    z.describe("Background only: words in the output that raise a hit"),
  ),
  objective: z.optional(text).check(z.describe("Background only: what the task is for")),
  next: z.optional(text).check(z.describe("Background only: what comes after it")),
  group: z.optional(text).check(z.describe("Background only: the tasks it belongs to")),
});
