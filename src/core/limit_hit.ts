/**
 * Which limit ended or failed a command, and how sure that is.
 * @module
 */
import { type LimitName, LIMITS, type Limits, showLimit } from "./limits.ts";

/** A limit that was reached, in its public shape. */
export interface LimitHit {
  readonly name: LimitName;
  /** As the flag takes it: `200M`, `50`, `60s`. */
  readonly value: string;
  /**
   * `counted` by execguard itself; `signal`: the command ended by the one that the limit sends, as far as its
   * exit code tells; `derived` from what it wrote, which anybody may write: a program that is refused memory or
   * a process only gets an error, and nobody else is told.
   */
  readonly evidence: "counted" | "signal" | "derived";
}

/** The end of a command that failed under limits. */
export interface LimitedEnd {
  readonly limits: Limits;
  /** Name of the ending signal; null when there was none. */
  readonly signal: string | null;
  /** The last of what it wrote. */
  readonly tail: string;
}

/**
 * What programs say when they are refused memory: strerror(3) of ENOMEM, and the words of C++, Python, Node.js, Go,
 * Java, Rust, Perl and GNU programs.
 */
const MEMORY_MARKER =
  /cannot allocate memory|out of memory|\bENOMEM\b|\bMemoryError\b|\bbad_alloc\b|OutOfMemoryError|memory (?:allocation|exhausted)/i;

/** The same for a process or thread: strerror(3) of EAGAIN, and the words of shells, Python, Node.js and C++. */
const PROCESS_MARKER =
  /resource temporarily unavailable|cannot fork|fork failed|\bEAGAIN\b|can't start new thread|pthread_create|unable to create (?:native )?thread/i;

/**
 * The limit that most likely ended or failed a command; undefined when nothing says so.
 *
 * Certain is none of it: a command may end by any signal and write any words. A `SIGKILL` is what a program gets
 * that ignores the signal of its processor time, but from others too.
 */
export function findLimitHit(end: LimitedEnd): LimitHit | undefined {
  const { limits, signal, tail } = end;
  const hit = (name: LimitName, evidence: LimitHit["evidence"]): LimitHit | undefined =>
    limits[name] === undefined ? undefined : makeLimitHit(name, { limits, evidence });
  if (signal === "SIGXCPU") return hit("cpu_time", "signal");
  return (PROCESS_MARKER.test(tail) ? hit("pids", "derived") : undefined) ??
    (MEMORY_MARKER.test(tail) ? hit("memory", "derived") : undefined) ??
    (signal === "SIGKILL" ? hit("cpu_time", "derived") : undefined);
}

/** A hit of a limit that is in force. */
export function makeLimitHit(
  name: LimitName,
  by: { readonly limits: Limits; readonly evidence: LimitHit["evidence"] },
): LimitHit {
  return { name, value: showLimit(name, by.limits[name] ?? 0), evidence: by.evidence };
}

/** One line: which limit, its value, how to raise it. */
export function limitAdvice({ name, value, evidence }: LimitHit): string {
  const { flag, words } = LIMITS[name];
  const raise =
    `raise it with ${flag}, or limits.${name} of the config where that is the lower one`;
  const what = `the ${words} of ${value} was`;
  return evidence === "derived"
    ? `From how the command failed: ${what} probably reached; ${raise}`
    : `Stopped: ${what} reached; ${raise}`;
}
