/**
 * `--memory`, `--pids`, `--cpu-time` and `--output-limit`: the limits of one request.
 * @module
 */
import { parseDuration } from "../core/duration.ts";
import {
  LIMIT_NAMES,
  type LimitName,
  LIMITS,
  type Limits,
  type LimitsJson,
  limitsOf,
  processLimits,
  readLimit,
  tightest,
} from "../core/limits.ts";
import { parseSize } from "../core/size.ts";
import type { Result } from "../core/types.ts";
import type { LimitFlags } from "./flags.ts";

/** Where the limits of a request are written. */
export interface LimitSource {
  readonly flags: LimitFlags;
  readonly json: LimitsJson;
  /** The config's. */
  readonly configured: Limits;
  /** Whether the command leaves the sandbox, where only the output can be limited. */
  readonly leaves: boolean;
}

/**
 * The limits in force: of each the lowest. Outside the sandbox those of the config that need it do not count, and
 * asking for one is refused.
 *
 * Refusals: `request-bad-size`, `request-bad-timeout`, `request-bad-value`, `request-bad-flag`.
 */
export function readLimits(source: LimitSource): Result<Limits> {
  const { flags, json, configured, leaves } = source;
  const given = readFlags(flags);
  if (!given.ok) return given;
  const asked = tightest([given.value, limitsOf(json)]);
  const inside = LIMIT_NAMES.find((name) => processLimits(asked)[name] !== undefined);
  if (!leaves) return { ok: true, value: tightest([asked, configured]) };
  if (inside !== undefined) {
    const problem = `${LIMITS[inside].flag} needs the sandbox`;
    return { ok: false, refusal: { code: "request-bad-flag", data: { problem } } };
  }
  const { output } = configured;
  return { ok: true, value: tightest([asked, output === undefined ? {} : { output }]) };
}

function readFlags(flags: LimitFlags): Result<Limits> {
  const limits: Partial<Record<LimitName, number>> = {};
  const texts = {
    memory: flags.memory,
    pids: flags.pids,
    cpu_time: flags.cpuTime,
    output: flags.outputLimit,
  };
  for (const name of LIMIT_NAMES) {
    const value = texts[name];
    if (value === undefined) continue;
    const number = readNumber(name, value);
    if (!number.ok) return number;
    const read = readLimit(name, number.value);
    if ("problem" in read) {
      const data = { key: LIMITS[name].flag, problem: read.problem };
      return { ok: false, refusal: { code: "request-bad-value", data } };
    }
    limits[name] = read.value;
  }
  return { ok: true, value: limits };
}

/** A flag's text in the unit of its limit. */
function readNumber(name: LimitName, value: string): Result<number> {
  switch (name) {
    case "memory":
    case "output":
      return parseSize(value);
    case "pids":
      return { ok: true, value: /^\d+$/.test(value) ? Number(value) : NaN };
    case "cpu_time":
      return parseDuration(value);
  }
}
