/**
 * Signal numbers and names where a name says more than `128 + n`.
 * @module
 */

/**
 * Signals that end a process by default, by number, as Linux counts them on x86-64 and ARM.
 * Source: signal(7). Those that stop, continue or are ignored by default are left out: no command
 * ends by them.
 */
const ENDING_SIGNALS: Readonly<Record<number, string>> = {
  1: "SIGHUP",
  2: "SIGINT",
  3: "SIGQUIT",
  4: "SIGILL",
  5: "SIGTRAP",
  6: "SIGABRT",
  7: "SIGBUS",
  8: "SIGFPE",
  9: "SIGKILL",
  10: "SIGUSR1",
  11: "SIGSEGV",
  12: "SIGUSR2",
  13: "SIGPIPE",
  14: "SIGALRM",
  15: "SIGTERM",
  16: "SIGSTKFLT",
  24: "SIGXCPU",
  25: "SIGXFSZ",
  26: "SIGVTALRM",
  27: "SIGPROF",
  29: "SIGIO",
  30: "SIGPWR",
  31: "SIGSYS",
};

/**
 * The signal an exit code of bubblewrap stands for, or undefined for an ordinary exit.
 *
 * Bubblewrap reports a command killed by signal n and one that itself exits with 128+n alike; the
 * second is rare and is read as the first, as shells do.
 *
 * @example
 * ```ts
 * import { signalOfExitCode } from "./signals.ts";
 * signalOfExitCode(143); // "SIGTERM"
 * signalOfExitCode(1); // undefined
 * ```
 */
export function signalOfExitCode(code: number): string | undefined {
  return ENDING_SIGNALS[code - 128];
}
