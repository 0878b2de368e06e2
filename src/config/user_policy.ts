/**
 * From a user's config text to what it adds to the policy. Loaded only when there is a config.
 * @module
 */
import picomatch from "picomatch";
import type { SensitiveEntry } from "../core/sensitive.ts";
import type { Settings } from "../core/policy.ts";
import type { Result } from "../core/types.ts";
import type { PolicyAdditions } from "./policy.ts";
import type { UserConfig } from "./schema.ts";
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
  const paths = (config.sensitive_path ?? []).map((path) => expandHome(path, source.home));
  const exposed = (config.expose_path ?? []).map((path) => expandHome(path, source.home));
  return {
    ok: true,
    value: {
      denied: deniedGroups(config),
      readOnlyFiles: readOnlyFiles(config),
      sensitive: paths.filter((path) => !isGlob(path)).map(asEntry),
      globs: {
        sensitive: paths.filter(isGlob).map(compileGlob),
        exposed: exposed.map(compileGlob),
      },
      settings: settingsOf(config, source.home),
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

function settingsOf(config: UserConfig, home: string): Partial<Settings> {
  return {
    ...(config.mode === undefined ? {} : { mode: config.mode }),
    ...(config.max_mode === undefined ? {} : { maxMode: config.max_mode }),
    ...(config.write_scope === undefined ? {} : { writeScope: config.write_scope }),
    ...(config.work_roots === undefined
      ? {}
      : { workRoots: config.work_roots.map((root) => expandHome(root, home)) }),
    ...(config.env_pass === undefined ? {} : { envPass: config.env_pass }),
    ...(config.env_scrub === undefined ? {} : { envScrub: config.env_scrub }),
  };
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
