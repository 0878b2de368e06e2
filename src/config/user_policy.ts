/**
 * From a user's config text to what it adds to the policy. Loaded only when there is a config.
 * @module
 */
import picomatch from "picomatch";
import { limitsOf } from "../core/limits.ts";
import {
  failedExamples,
  makeReadOnlyList,
  type NamedFile,
} from "../core/read_only/read_only_list.ts";
import { readUserAdditions } from "../core/read_only/user_additions.ts";
import type { SensitiveEntry } from "../core/sensitive.ts";
import type { Settings } from "../core/policy.ts";
import type { Decision, Result } from "../core/types.ts";
import type { PolicyAdditions } from "./policy.ts";
import type { UserConfig } from "./schema.ts";
import { readTimeLimit } from "./timeouts.ts";
import { parseUserConfig } from "./user_config.ts";

/** Where a config text comes from and what `~/` in it means. */
export interface ConfigSource {
  readonly path: string;
  readonly text: string;
  readonly home: string;
}

/**
 * Reads a config. Refusals: `config-invalid` with the key and line.
 * Source: contract.md, section 6.
 */
export function readUserPolicy(source: ConfigSource): Result<PolicyAdditions> {
  const parsed = parseUserConfig(source.text, source.path);
  if (!parsed.ok) return parsed;
  const config = parsed.value;
  const readOnly = readOnlyFiles(config, source.path);
  if (!readOnly.ok) return readOnly;
  const paths = (config.sensitive_path ?? []).map((path) => expandHome(path, source.home));
  const exposed = (config.expose_path ?? []).map((path) => expandHome(path, source.home));
  return {
    ok: true,
    value: {
      denied: deniedGroups(config),
      readOnlyFiles: readOnly.value,
      sensitive: paths.filter((path) => !isGlob(path)).map(asEntry),
      globs: {
        sensitive: paths.filter(isGlob).map(compileGlob),
        exposed: exposed.map(compileGlob),
      },
      settings: settingsOf(config, source.home),
      examples: examplesOf(config, source.path),
    },
  };
}

function deniedGroups(config: UserConfig): PolicyAdditions["denied"] {
  return (config.denied_command ?? []).map((item) =>
    typeof item === "string"
      ? { names: [item], why: "denied by the user's config" }
      : { names: [item.name], why: item.why ?? "denied by the user's config" }
  );
}

/** Examples of denied and read-only entries; a form written as plain words is its own example. */
function examplesOf(config: UserConfig, from: string): PolicyAdditions["examples"] {
  const argvs = (
    list: readonly (readonly string[])[] | undefined,
    by: { readonly decision: Decision; readonly is: boolean },
  ) => (list ?? []).map((argv) => ({ from, argv, by: "judge" as const, ...by }));
  const denied = (config.denied_command ?? []).flatMap((item) =>
    typeof item === "string" ? argvs([[item]], { decision: "deny", is: true }) : [
      ...argvs([[item.name], ...item.match ?? []], { decision: "deny", is: true }),
      ...argvs(item.not_match, { decision: "deny", is: false }),
    ]
  );
  const readOnly = (config.read_only_command ?? []).flatMap((item) =>
    typeof item === "string" ? argvs([item.split(" ")], { decision: "read_only", is: true }) : [
      ...argvs(item.match, { decision: "read_only", is: true }),
      ...argvs(item.not_match, { decision: "read_only", is: false }),
    ]
  );
  return [...denied, ...readOnly];
}

/**
 * The user's read-only commands as one more theme file. An entry that is wrong, or whose examples do not hold,
 * is refused here: dropped in silence, it would look as if it were in force.
 */
function readOnlyFiles(config: UserConfig, path: string): Result<readonly NamedFile[]> {
  const items = config.read_only_command ?? [];
  if (items.length === 0) return { ok: true, value: [] };
  const read = readUserAdditions(items.map(withoutUndefined));
  const problems = read.ok ? exampleProblems(read.added) : read.problems;
  if (read.ok && problems.length === 0) return { ok: true, value: [read.added] };
  const data = { path, line: 1, key: "read_only_command", problem: problems[0] ?? "wrong entry" };
  return { ok: false, refusal: { code: "config-invalid", data } };
}

function exampleProblems(added: NamedFile): readonly string[] {
  const list = makeReadOnlyList([added]);
  return added.file.entries.flatMap((entry) => failedExamples(entry, list));
}

/** Optional keys that are absent, as the exact types want them. */
function withoutUndefined(item: unknown): unknown {
  return JSON.parse(JSON.stringify(item));
}

function settingsOf(config: UserConfig, home: string): Partial<Settings> {
  return {
    exposedPaths: (config.expose_path ?? []).map((path) => expandHome(path, home)),
    ...(config.mode === undefined ? {} : { mode: config.mode }),
    ...(config.max_mode === undefined ? {} : { maxMode: config.max_mode }),
    ...(config.approve_requires === undefined ? {} : { approveRequires: config.approve_requires }),
    ...(config.write_scope === undefined ? {} : { writeScope: config.write_scope }),
    ...(config.work_roots === undefined
      ? {}
      : { workRoots: config.work_roots.map((root) => expandHome(root, home)) }),
    ...(config.env_pass === undefined ? {} : { envPass: config.env_pass }),
    ...(config.env_scrub === undefined ? {} : { envScrub: config.env_scrub }),
    ...(config.git_policy === undefined ? {} : { gitPolicy: config.git_policy }),
    ...(config.shell_deny === undefined ? {} : { shellDeny: config.shell_deny }),
    ...(config.timeouts === undefined ? {} : { timeouts: timeLimitsOf(config.timeouts) }),
    ...(config.limits === undefined ? {} : { limits: limitsOf(config.limits) }),
    ...(config.background?.pool === undefined ? {} : { pool: config.background.pool }),
    ...(config.background?.keywords === undefined ? {} : { keywords: config.background.keywords }),
    ...(config.decider === undefined
      ? {}
      : { decider: config.decider.map((word) => expandHome(word, home)) }),
  };
}

/** Time limits in milliseconds; the schema has refused what is none. */
function timeLimitsOf(timeouts: Readonly<Record<string, number | string>>): Settings["timeouts"] {
  const limits = Object.entries(timeouts).map(([tool, value]) => [tool, readTimeLimit(value)]);
  return Object.fromEntries(limits);
}

function expandHome(path: string, home: string): string {
  return path.startsWith("~/") ? `${home}${path.slice(1)}` : path;
}

/** Anything beyond a plain `*` within one component needs the glob library. */
function isGlob(path: string): boolean {
  return /\*\*|[?[\]{}!]/.test(path);
}

function asEntry(match: string): SensitiveEntry {
  return {
    match: match.replace(/\/+$/, ""),
    hide: true,
    why: "sensitive_path of the user's config",
  };
}

/** A glob over whole paths, found anywhere unless it starts with `/`; what lies below a match counts too. */
function compileGlob(glob: string): RegExp {
  const anchored = glob.startsWith("/") || glob.startsWith("**") ? glob : `**/${glob}`;
  const options = { dot: true, nonegate: true, noextglob: true, nocase: true };
  const source = picomatch.makeRe(anchored, options).source;
  const below = picomatch.makeRe(`${anchored.replace(/\/+$/, "")}/**`, options).source;
  return new RegExp(`${source}|${below}`, "i");
}
