/**
 * The signals execguard receives while a command runs.
 * @module
 */
import type { ForwardedSignal } from "../core/running.ts";

/** Everything that is handed on. */
const FORWARDED: readonly ForwardedSignal[] = [
  ...["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM", "SIGUSR1", "SIGUSR2"] as const,
  ...["SIGWINCH", "SIGTSTP", "SIGCONT"] as const,
];

/**
 * Calls `handle` for every forwarded signal from now on. For good: one that comes when the command has ended finds
 * nobody, but must not cut off what is left to do. A terminal that goes away sends two, and what was done is still
 * to be written down.
 *
 * To be called after the command was started: one that our caller had ignored (`nohup`, a job started
 * with `&`) is then still ignored in the command, so that handing it on changes nothing.
 */
export function listenForSignals(handle: (signal: ForwardedSignal) => void): void {
  for (const signal of FORWARDED) Deno.addSignalListener(signal, () => handle(signal));
}
