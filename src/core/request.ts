/**
 * The shape of a request as JSON, checked at the edge without a library: it stands on the hot path of
 * batch mode.
 * @module
 */
import { type LimitsJson, limitsProblem } from "./limits.ts";
import type { Refusal, Result } from "./types.ts";

/** A request as it may be written (contract, section 1); everything but argv is optional. */
export interface RequestJson {
  /** Copied to the answer in batch mode. */
  readonly id?: unknown;
  /** Program and arguments, as exec gets them. */
  readonly argv: readonly string[];
  /** Absolute paths that are to be writable besides the usual places. */
  readonly write_paths?: readonly string[];
  /** Whether the network is asked for; off by default. */
  readonly network?: boolean;
  /** Whether the command is confined; false needs the system password. */
  readonly sandbox?: boolean;
  /** Absolute work directory; by default where execguard was started. */
  readonly cwd?: string;
  /** Name of the session that grants belong to. */
  readonly session?: string;
  /** How much is asked; never above the config's `max_mode`. */
  readonly mode?: "safe" | "auto" | "allow-all";
  /** Time limit; lowers that of the tool, never raises it. */
  readonly timeout_ms?: number;
  /** Tool whose time limit counts. */
  readonly tool?: string;
  /** Limits besides time; lower those of the config, never raise them. */
  readonly limits?: LimitsJson;
  /** Background only: time limit in minutes, 1 to 60. */
  readonly timeout_min?: number;
  /** Background only: words in the output that are told. */
  readonly keywords?: readonly string[];
  /** Background only: what the task is for. */
  readonly objective?: string;
  /** Background only: what comes after it. */
  readonly next?: string;
  /** Background only: the tasks it belongs to. */
  readonly group?: string;
}

type Check = (value: unknown) => string | undefined;

const strings: Check = (value) =>
  Array.isArray(value) && value.every((item) => typeof item === "string")
    ? undefined
    : "must be an array of strings";
const boolean: Check = (value) => typeof value === "boolean" ? undefined : "must be true or false";
const text: Check = (value) =>
  typeof value === "string" && value !== "" && !value.includes("\0")
    ? undefined
    : "must be a text that is not empty";

/** Every key with its check. */
const KEYS: Readonly<Record<string, Check>> = {
  id: () => undefined,
  argv: strings,
  write_paths: strings,
  network: boolean,
  sandbox: boolean,
  cwd: (value) =>
    typeof value === "string" && value.startsWith("/") && !value.includes("\0")
      ? undefined
      : "must be an absolute path",
  session: text,
  mode: (value) =>
    value === "safe" || value === "auto" || value === "allow-all"
      ? undefined
      : 'must be "safe", "auto" or "allow-all"',
  timeout_ms: (value) =>
    Number.isSafeInteger(value) && (value as number) > 0
      ? undefined
      : "must be a whole number above 0",
  tool: text,
  limits: limitsProblem,
  timeout_min: (value) =>
    Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= 60
      ? undefined
      : "must be a whole number from 1 to 60",
  keywords: (value) => strings(value) ?? (value as string[]).map(text).find((problem) => problem),
  objective: text,
  next: text,
  group: text,
};

/**
 * Checks one parsed request. Refusals: `request-not-array` for an argv that is one string,
 * `request-unknown-key`, `request-bad-value` (key, problem).
 */
export function readRequestJson(value: unknown): Result<RequestJson> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse({
      code: "request-bad-value",
      data: { key: "the request", problem: "must be an object" },
    });
  }
  const entries = Object.entries(value);
  const argv: unknown = Reflect.get(value, "argv");
  if (!Object.hasOwn(value, "argv") || typeof argv === "string") {
    return refuse({ code: "request-not-array" });
  }
  for (const [key, item] of entries) {
    if (!Object.hasOwn(KEYS, key)) return refuse({ code: "request-unknown-key", data: { key } });
    const problem = KEYS[key]?.(item);
    if (problem === undefined) continue;
    if (key === "argv") return refuse({ code: "request-not-array" });
    return refuse({ code: "request-bad-value", data: { key, problem } });
  }
  return { ok: true, value: value as RequestJson };
}

/** Parses JSON text and checks it; refusals as {@link readRequestJson}, and `request-bad-json`. */
export function parseRequestText(source: string): Result<RequestJson> {
  try {
    return readRequestJson(JSON.parse(source));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse({
      code: "request-bad-json",
      data: { problem: `it is not valid JSON: ${error.message}` },
    });
  }
}

/** Parses `--argv-json`: an array of strings. Refusal: `request-not-array`, `request-bad-json`. */
export function parseArgvJson(source: string): Result<readonly string[]> {
  try {
    const request = readRequestJson({ argv: JSON.parse(source) as unknown });
    return request.ok ? { ok: true, value: request.value.argv } : request;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse({ code: "request-bad-json", data: { problem: `--argv-json: ${error.message}` } });
  }
}

function refuse(refusal: Refusal): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal };
}
