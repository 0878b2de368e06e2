/**
 * The shape of the user's config. Strict: an unknown key is an error, because a rule that is silently
 * ignored protects nobody. Source: contract.md, section 6.
 * @module
 */
import * as z from "zod/mini";
import { limitsSchema } from "./limits_schema.ts";
import { readTimeLimit, timeLimitOf } from "./timeouts.ts";

const bareName = z.string().check(
  z.regex(/^[^\s/\p{C}]+$/u, "must be a bare program name, without blanks or slashes"),
);
const plainPath = z.string().check(
  z.regex(/^[^\p{Cc}]+$/u, "must be a path without control characters"),
);
const absolutePath = z.string().check(
  z.regex(/^(\/|~\/)[^\p{Cc}]*$/u, "must be absolute or start with ~/"),
);
const variable = z.string().check(
  z.regex(/^[A-Za-z_*][A-Za-z0-9_*]*$/, "must be a variable name; * stands for any characters"),
);
const argv = z.array(z.string()).check(z.minLength(1));
const keyword = z.string().check(z.regex(/^[^\p{Cc}]+$/u, "must be a text within one line"));
const mode = z.enum(["safe", "auto", "allow-all"]);

const examples = {
  match: z.optional(z.array(argv)),
  not_match: z.optional(z.array(argv)),
};

/** Time limits by tool. One that is over the built-in limit is an error: it would not be in force. */
const timeouts = z.record(z.string(), z.union([z.number(), z.string()])).check((limits) => {
  for (const [tool, value] of Object.entries(limits.value)) {
    const ms = readTimeLimit(value);
    const most = timeLimitOf(tool);
    if (ms !== undefined && ms <= most) continue;
    const message = ms === undefined
      ? "must be milliseconds, or a text such as 90s or 10m"
      : `must not be over the built-in limit of ${most} ms`;
    limits.issues.push({ code: "custom", input: value, path: [tool], message });
  }
});

/** One denied command: a bare name, or a name with the reason and argv examples. */
const deniedCommand = z.union([
  bareName,
  z.strictObject({ name: bareName, why: z.optional(z.string()), ...examples }),
]);

/** One read-only command: its form as plain words, or an entry in the format of `configs/read_only_commands/`. */
const readOnlyCommand = z.union([
  z.string().check(
    z.regex(/^\S+( \S+)*$/, 'must be words with single blanks, such as "mytool show"'),
  ),
  z.strictObject({
    forms: z.array(z.string()).check(z.minLength(1)),
    why: z.string(),
    flags: z.optional(z.array(z.string())),
    needs: z.optional(z.array(z.string())),
    clusters: z.optional(z.boolean()),
    getopt: z.optional(z.boolean()),
    numeric: z.optional(z.boolean()),
    bundle: z.optional(z.boolean()),
    recogniser: z.optional(z.string()),
    any_words: z.optional(z.boolean()),
    flags_first: z.optional(z.boolean()),
    operands: z.optional(z.strictObject({
      max: z.optional(z.int()),
      kind: z.optional(z.string()),
      first: z.optional(z.string()),
      first_given_by: z.optional(z.array(z.string())),
      only_with: z.optional(z.array(z.string())),
      prefix: z.optional(z.string()),
    })),
    flags_harmless: z.optional(z.boolean()),
    shows_content: z.optional(z.boolean()),
    match: z.array(argv).check(z.minLength(1)),
    not_match: z.array(argv).check(z.minLength(1)),
  }),
]);

/** The user's config. */
export const configSchema = z.strictObject({
  $schema: z.optional(z.string()).check(z.describe("Where this schema is, for editors")),
  denied_command: z.optional(z.array(deniedCommand)).check(
    z.describe("Commands that never run, by exact bare name; added to the built-in list"),
  ),
  read_only_command: z.optional(z.array(readOnlyCommand)).check(
    z.describe("Commands that only read and need no approval; added to the built-in list"),
  ),
  sensitive_path: z.optional(z.array(plainPath)).check(
    z.describe(
      "Names, paths or globs that hold secrets: hidden in the sandbox and never read-only as an argument",
    ),
  ),
  expose_path: z.optional(z.array(plainPath)).check(
    z.describe(
      "Paths or globs taken off the list of sensitive paths; the only key that shortens a built-in list",
    ),
  ),
  mode: z.optional(mode).check(
    z.describe("How much is asked when no flag or variable says otherwise"),
  ),
  max_mode: z.optional(mode).check(
    z.describe("The loosest mode that a flag or variable may choose; auto by default"),
  ),
  approve_requires: z.optional(z.enum(["terminal", "passphrase"])).check(
    z.describe(
      "What a yes needs: a person at a terminal (terminal, the default), or the passphrase as well, because a caller can forge a terminal",
    ),
  ),
  write_scope: z.optional(z.enum(["home", "workdir"])).check(
    z.describe("Where a command may write: the home directory, or the work directory alone"),
  ),
  work_roots: z.optional(z.array(absolutePath)).check(
    z.describe("Directories outside home below which a work directory is writable"),
  ),
  env_pass: z.optional(z.array(variable)).check(
    z.describe("Variables passed on although their names look secret"),
  ),
  env_scrub: z.optional(z.array(variable)).check(
    z.describe("Further variables that are not passed on"),
  ),
  git_policy: z.optional(z.enum(["off", "worktree"])).check(
    z.describe("worktree: git may not change branches, touch remotes or lose work"),
  ),
  shell_deny: z.optional(z.enum(["off", "agentary"])).check(
    z.describe("agentary: commands that damage what a team of agents shares are refused"),
  ),
  timeouts: z.optional(timeouts).check(
    z.describe(
      "Lower time limits, by the name given with --tool: milliseconds, or a text such as 90s or 10m",
    ),
  ),
  limits: z.optional(limitsSchema).check(
    z.describe("The most that a command may use besides time; a flag lowers it, never raises it"),
  ),
  background: z.optional(z.strictObject({
    pool: z.optional(z.int().check(z.positive())).check(
      z.describe(
        "How many background tasks of a session may run at once; half the cores by default",
      ),
    ),
    keywords: z.optional(z.array(keyword)).check(
      z.describe("Words that raise a hit, instead of the usual words of trouble"),
    ),
  })).check(z.describe("Background tasks")),
  decider: z.optional(z.array(z.string()).check(z.minLength(1))).check(
    z.describe(
      "The command that says whether a hit of a background task is worth telling; it lies where no command in the sandbox can write",
    ),
  ),
});

/** The user's config, read. */
export type UserConfig = z.infer<typeof configSchema>;
