/**
 * What a command may use besides time: memory, processes, processor time, output.
 *
 * A limit only ever tightens: of the config's and the request's the lower one counts, so a flag cannot
 * lift what the config fixes, as with time limits (spec.md, section 11).
 * @module
 */
import { parseDuration } from "./duration.ts";
import { parseSize, showSize } from "./size.ts";

/** The public name of a limit. */
export type LimitName = "memory" | "pids" | "cpu_time" | "output";

/** All of them, in the order in which they are shown. */
export const LIMIT_NAMES = ["memory", "pids", "cpu_time", "output"] as const satisfies LimitName[];

/** Limits in force: bytes, a count, milliseconds, bytes. What is not there is the caller's own. */
export type Limits = Readonly<Partial<Record<LimitName, number>>>;

/** Limits as config and request write them: numbers in those units, or texts as the flags take them. */
export type LimitsJson = Readonly<Partial<Record<LimitName, number | string | undefined>>>;

/** One limit: the flag, the words, and what keeps it on Linux. */
interface LimitEntry {
  readonly flag: string;
  readonly words: string;
  /** Shown by `--dry-run` and `doctor`. */
  readonly mechanism: string;
}

/** The table. Source of the mechanisms: setrlimit(2), user_namespaces(7), bwrap(1). */
export const LIMITS: Readonly<Record<LimitName, LimitEntry>> = {
  memory: {
    flag: "--memory",
    words: "limit of memory per process",
    mechanism: "RLIMIT_DATA, for each process by itself; not for files in /tmp or shared memory",
  },
  pids: {
    flag: "--pids",
    words: "limit of processes and threads",
    mechanism: "RLIMIT_NPROC, for all of the sandbox's user namespace together",
  },
  cpu_time: {
    flag: "--cpu-time",
    words: "limit of processor time per process",
    mechanism: "RLIMIT_CPU, for each process by itself: SIGXCPU, a second later SIGKILL",
  },
  output: {
    flag: "--output-limit",
    words: "output limit",
    mechanism: "counted by execguard, stdout and stderr together, before masking",
  },
};

/** Why the limits of processes are refused there; the words stand after a flag. */
export const MACOS_KEEPS_NONE = "macOS has no way to hold a command to it";

/** Below it the sandbox itself does not start. */
const MIN_MEMORY_BYTES = 2 ** 20;

const SECOND_MS = 1000;

/** A limit that was read, or what is wrong with it. */
type Read = { readonly value: number } | { readonly problem: string };

/** The value of one limit; `problem` follows "KEY: " in a message. */
export function readLimit(name: LimitName, value: unknown): Read {
  switch (name) {
    case "memory": {
      const read = readSize(value);
      return "value" in read && read.value < MIN_MEMORY_BYTES
        ? { problem: `must be at least ${showSize(MIN_MEMORY_BYTES)}` }
        : read;
    }
    case "pids":
      return isCount(value) ? { value } : { problem: "must be a whole number above 0" };
    case "cpu_time":
      return readSeconds(value);
    case "output":
      return readSize(value);
  }
}

/** Why a `limits` object of a config or request cannot be used; undefined when it can. */
export function limitsProblem(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return "must be an object";
  }
  for (const [key, item] of Object.entries(value)) {
    const name = LIMIT_NAMES.find((known) => known === key);
    if (name === undefined) return `unknown key "${key}"`;
    const read = readLimit(name, item);
    if ("problem" in read) return `${name} ${read.problem}`;
  }
  return undefined;
}

/** The limits of an object that {@link limitsProblem} has nothing against. */
export function limitsOf(json: LimitsJson): Limits {
  return collect((name) => {
    const read = json[name] === undefined ? undefined : readLimit(name, json[name]);
    return read !== undefined && "value" in read ? read.value : undefined;
  });
}

/**
 * Of each limit the lowest.
 *
 * @example
 * ```ts
 * import { tightest } from "./limits.ts";
 * tightest([{ pids: 50 }, { pids: 200, output: 1 }]); // { pids: 50, output: 1 }
 * ```
 */
export function tightest(all: readonly Limits[]): Limits {
  return collect((name) => {
    const values = all.flatMap((limits) => limits[name] ?? []);
    return values.length === 0 ? undefined : Math.min(...values);
  });
}

/** The limits that hold for processes: everything but the output. */
export function processLimits(limits: Limits): Limits {
  return collect((name) => name === "output" ? undefined : limits[name]);
}

/** One limit in the spelling of its flag. */
export function showLimit(name: LimitName, value: number): string {
  switch (name) {
    case "memory":
    case "output":
      return showSize(value);
    case "pids":
      return String(value);
    case "cpu_time":
      return `${value / SECOND_MS}s`;
  }
}

/** A limit in force, for showing. */
export interface ShownLimit {
  readonly name: LimitName;
  /** As its flag takes it. */
  readonly value: string;
  /** What keeps it, and what it does not cover. */
  readonly mechanism: string;
}

/** The limits in force with what keeps them. */
export function describeLimits(limits: Limits): readonly ShownLimit[] {
  return LIMIT_NAMES.flatMap((name) => {
    const value = limits[name];
    if (value === undefined) return [];
    return [{ name, value: showLimit(name, value), mechanism: LIMITS[name].mechanism }];
  });
}

function collect(valueOf: (name: LimitName) => number | undefined): Limits {
  const entries = LIMIT_NAMES.map((name) => [name, valueOf(name)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function readSize(value: unknown): Read {
  if (isCount(value)) return { value };
  const size = typeof value === "string" ? parseSize(value) : undefined;
  return size?.ok
    ? { value: size.value }
    : { problem: "must be a number of bytes above 0, or a text such as 512M or 2G" };
}

/** The kernel counts processor time in whole seconds. */
function readSeconds(value: unknown): Read {
  // A bare number in a text would be seconds, beside numbers that are milliseconds.
  const isText = typeof value === "string" && /[a-z]$/.test(value);
  const duration = isText ? parseDuration(value) : undefined;
  const ms = duration?.ok ? duration.value : value;
  return isCount(ms) && ms % SECOND_MS === 0
    ? { value: ms }
    : { problem: "must be whole seconds: milliseconds, or a text such as 60s or 5m" };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}
