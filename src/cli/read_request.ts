/**
 * From flags, environment and config to one request.
 * @module
 */
import { timeLimitOf } from "../config/timeouts.ts";
import { parseDuration } from "../core/duration.ts";
import { chooseMode, isMode } from "../core/modes.ts";
import { leavesSandbox } from "../core/plan_unconfined.ts";
import type { Settings } from "../core/policy.ts";
import { parseArgvJson, parseRequestText, type RequestJson } from "../core/request.ts";
import type { CommandRequest, Mode, Result } from "../core/types.ts";
import type { System } from "../guard/system.ts";
import type { RequestFlags } from "./flags.ts";
import { readLimits } from "./read_limits.ts";

/** Where a request's parts come from. */
export interface RequestSource {
  readonly system: System;
  readonly settings: Settings;
  readonly flags: RequestFlags;
  /** The words after the flags; undefined when there are none. */
  readonly argv: readonly string[] | undefined;
  /** The tool whose time limit counts when none is named. */
  readonly defaultTool: string;
}

/**
 * Puts one request together: flag over environment over config over built-in.
 *
 * Refusals: `request-*`, `approval-mode-ceiling`.
 */
export async function readRequest(source: RequestSource): Promise<Result<CommandRequest>> {
  const json = await readRequestSource(source);
  if (!json.ok) return json;
  return completeRequest(json.value, source);
}

/** Fills in what a JSON request leaves open. Refusals as {@link readRequest}. */
export function completeRequest(json: RequestJson, source: RequestSource): Result<CommandRequest> {
  const { flags, settings, system } = source;
  const cwd = readDirectory(flags.cwd ?? json.cwd, system);
  if (!cwd.ok) return cwd;
  const named = flags.mode ?? json.mode;
  const wished = named === undefined ? variableMode(system) : { ok: true as const, value: named };
  if (!wished.ok) return wished;
  const mode = chooseMode(wished.value, { configured: settings.mode, ceiling: settings.maxMode });
  if (!mode.ok) return mode;
  const timeoutMs = readTimeout(json, source);
  if (!timeoutMs.ok) return timeoutMs;
  const sandbox = flags.sandbox && (json.sandbox ?? true);
  const limits = readLimits({
    flags,
    json: json.limits ?? {},
    configured: settings.limits,
    leaves: leavesSandbox({ argv: json.argv, sandbox }),
  });
  if (!limits.ok) return limits;
  const session = flags.session ?? json.session ?? system.variable("EXECGUARD_SESSION");
  return {
    ok: true,
    value: {
      argv: json.argv,
      cwd: cwd.value,
      network: flags.network || (json.network ?? false),
      sandbox,
      writePaths: [...flags.writePath ?? [], ...json.write_paths ?? []],
      ...(session === undefined || session === "" ? {} : { session }),
      mode: mode.value,
      timeoutMs: timeoutMs.value,
      limits: limits.value,
      env: flags.env ?? [],
    },
  };
}

/** The three ways in: words, `--argv-json`, `--request`; exactly one. Refusals: `request-*`. */
export async function readRequestSource(source: RequestSource): Promise<Result<RequestJson>> {
  const { argvJson, request } = source.flags;
  const ways = [source.argv, argvJson, request].filter((way) => way !== undefined);
  if (ways.length > 1) {
    const problem = "give the argv once: after --, with --argv-json, or with --request";
    return { ok: false, refusal: { code: "request-bad-flag", data: { problem } } };
  }
  if (argvJson !== undefined) {
    const argv = parseArgvJson(argvJson);
    return argv.ok ? { ok: true, value: { argv: argv.value } } : argv;
  }
  if (request === undefined) return { ok: true, value: { argv: source.argv ?? [] } };
  const text = await source.system.readInput(request);
  return text.ok ? parseRequestText(text.value) : text;
}

function readDirectory(wished: string | undefined, system: System): Result<string> {
  const start = wished?.startsWith("/") ? undefined : system.startDirectory();
  if (wished === undefined) return start ?? system.startDirectory();
  if (start !== undefined && !start.ok) return start;
  return system.canonicalDirectory(start === undefined ? wished : `${start.value}/${wished}`);
}

function variableMode(system: System): Result<Mode | undefined> {
  const text = system.variable("EXECGUARD_MODE");
  if (text === undefined || text === "") return { ok: true, value: undefined };
  if (isMode(text)) return { ok: true, value: text };
  const data = { key: "EXECGUARD_MODE", problem: "must be safe, auto or allow-all" };
  return { ok: false, refusal: { code: "request-bad-value", data } };
}

/** The tool's limit; the config, a flag or the request may only lower it. */
function readTimeout(json: RequestJson, source: RequestSource): Result<number> {
  const tool = source.flags.tool ?? json.tool ?? source.defaultTool;
  const limit = timeLimitOf(tool, source.settings.timeouts);
  const wished = source.flags.timeout === undefined
    ? { ok: true as const, value: json.timeout_ms ?? limit }
    : parseDuration(source.flags.timeout);
  return wished.ok ? { ok: true, value: Math.min(limit, wished.value) } : wished;
}
