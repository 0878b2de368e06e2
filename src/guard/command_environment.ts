/**
 * What a command gets of the caller's environment.
 * @module
 */
import { ENVIRONMENT_RULES } from "../config/environment_rules.ts";
import type { Settings } from "../core/policy.ts";
import {
  restoreEnvironment,
  type ScrubbedEnvironment,
  scrubEnvironment,
} from "../core/scrub_environment.ts";
import type { Result } from "../core/types.ts";
import type { System } from "./system.ts";

/**
 * The caller's variables as they were before the launcher, without those that look secret unless `flags`
 * (`--env`) or the settings say otherwise. Refusals: `request-not-utf8`, `request-bad-value`, `request-nul`.
 */
export function commandEnvironment(
  flags: readonly string[],
  by: { readonly system: System; readonly settings: Settings },
): Result<ScrubbedEnvironment> {
  const read = by.system.readEnvironment();
  if (!read.ok) return read;
  const { envPass, envScrub } = by.settings;
  const caller = restoreEnvironment(read.value, ENVIRONMENT_RULES);
  return scrubEnvironment(caller, { rules: ENVIRONMENT_RULES, envPass, envScrub, flags });
}
