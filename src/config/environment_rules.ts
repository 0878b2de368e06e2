/**
 * The built-in lists of variables.
 * @module
 */
import data from "../../configs/environment.json" with { type: "json" };
import type { EnvironmentRules } from "../core/scrub_environment.ts";

/** Which variables look secret, and which the launcher sets for the runtime. */
export const ENVIRONMENT_RULES: EnvironmentRules = data;
