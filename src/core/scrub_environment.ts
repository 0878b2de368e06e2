/**
 * Which of the caller's variables a command gets.
 * @module
 */
import type { Environment } from "./plan.ts";
import { matchesStars } from "./star_pattern.ts";
import type { Result } from "./types.ts";

/** The built-in lists; `*` in a name stands for any characters, case is ignored. */
export interface EnvironmentRules {
  /** Names that look secret. */
  readonly secret: readonly { readonly match: string; readonly except?: readonly string[] }[];
  /** What the launcher sets for the runtime itself. */
  readonly launcher: { readonly names: readonly string[] };
}

/** What the user and the request say about the environment, and the built-in lists. */
export interface EnvironmentWishes {
  readonly rules: EnvironmentRules;
  /** `env_pass`: patterns of names that are passed on although they look secret. */
  readonly envPass: readonly string[];
  /** `env_scrub`: further patterns of names that are not. */
  readonly envScrub: readonly string[];
  /** `--env NAME` passes a variable on, `--env NAME=VALUE` sets one. */
  readonly flags: readonly string[];
}

/** A command's environment, and what it does not get. */
export interface ScrubbedEnvironment {
  readonly env: Environment;
  /** The variables left out; their values are what a mask looks for. */
  readonly scrubbed: Environment;
}

/** Where programs are looked for when the caller has no usable PATH. */
const DEFAULT_PATH = "/usr/bin:/bin";

/** The launcher hands the caller's variables of certain names over under this prefix. */
const PUT_ASIDE = "EXECGUARD_CALLER_";

/** Set by the launcher for the program alone; says that variables were put aside. */
const LAUNCHER_MARK = "EXECGUARD_LAUNCHER";

/**
 * The caller's environment as it was before the launcher: variables that it put aside get their names
 * back, those it set for the runtime are gone.
 *
 * @example
 * ```ts
 * import { restoreEnvironment } from "./scrub_environment.ts";
 * const rules = { secret: [], launcher: { names: [] } };
 * restoreEnvironment({ EXECGUARD_CALLER_LD_PRELOAD: "/x.so" }, rules); // { LD_PRELOAD: "/x.so" }
 * ```
 */
export function restoreEnvironment(current: Environment, rules: EnvironmentRules): Environment {
  const ofLauncher = LAUNCHER_MARK in current ? rules.launcher.names : [];
  const entries = Object.entries(current);
  const kept = entries.filter(([name]) =>
    name !== LAUNCHER_MARK && !name.startsWith(PUT_ASIDE) && !ofLauncher.includes(name)
  );
  const restored = entries
    .filter(([name]) => name.startsWith(PUT_ASIDE) && name.length > PUT_ASIDE.length)
    .map(([name, value]) => [name.slice(PUT_ASIDE.length), value] as const);
  return Object.fromEntries([...kept, ...restored]);
}

/**
 * Leaves out what looks secret and applies the wishes; the strongest first: a flag of the request,
 * `env_scrub`, `env_pass`, the built-in list.
 *
 * PATH loses its empty and relative entries: the judge looked programs up without them, and what they
 * mean would be the command's choice. Refusals: `request-bad-value` (a flag without a name),
 * `request-nul`. Source: spec.md, sections 6 and 14.8; `configs/environment.json`.
 */
export function scrubEnvironment(
  caller: Environment,
  wishes: EnvironmentWishes,
): Result<ScrubbedEnvironment> {
  const flags = wishes.flags.map(parseFlag);
  const unnamed = flags.find(({ name }) => name === "");
  if (unnamed !== undefined) {
    const problem = "write NAME to pass a variable on, or NAME=VALUE to set one";
    return { ok: false, refusal: { code: "request-bad-value", data: { key: "--env", problem } } };
  }
  const nul = wishes.flags.find((flag) => flag.includes("\0"));
  if (nul !== undefined) {
    return { ok: false, refusal: { code: "request-nul", data: { argument: nul } } };
  }
  const named = new Set(flags.map(({ name }) => name));
  const entries = Object.entries(caller);
  const leftOut = new Set(
    entries.map(([name]) => name).filter((name) => !named.has(name) && isLeftOut(name, wishes)),
  );
  const set = flags.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value] as const]
  );
  const env = Object.fromEntries([...entries.filter(([name]) => !leftOut.has(name)), ...set]);
  return {
    ok: true,
    value: {
      env: { ...env, PATH: usablePath(env.PATH ?? "") },
      scrubbed: Object.fromEntries(entries.filter(([name]) => leftOut.has(name))),
    },
  };
}

function parseFlag(flag: string): { readonly name: string; readonly value: string | undefined } {
  const equals = flag.indexOf("=");
  return equals < 0
    ? { name: flag, value: undefined }
    : { name: flag.slice(0, equals), value: flag.slice(equals + 1) };
}

function isLeftOut(name: string, wishes: EnvironmentWishes): boolean {
  if (matchesAny(name, wishes.envScrub)) return true;
  return looksSecret(name, wishes.rules) && !matchesAny(name, wishes.envPass);
}

/** Whether a variable's name is on the built-in list. Case does not count. */
export function looksSecret(name: string, { secret }: EnvironmentRules): boolean {
  const upper = name.toUpperCase();
  return secret.some(({ match, except = [] }) =>
    matchesStars(match, upper) && !except.some((pattern) => matchesStars(pattern, upper))
  );
}

function matchesAny(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesStars(pattern.toUpperCase(), name.toUpperCase()));
}

/**
 * A PATH whose entries mean the same in every directory: absolute ones only, the system's own when there
 * are none.
 */
export function usablePath(path: string): string {
  const entries = path.split(":").filter((entry) => entry.startsWith("/"));
  return entries.length === 0 ? DEFAULT_PATH : entries.join(":");
}
