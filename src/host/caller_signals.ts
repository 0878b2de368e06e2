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
 * Calls `handle` for every forwarded signal until the returned function is called.
 *
 * To be called after the command was started: one that our caller had ignored (`nohup`, a job started
 * with `&`) is then still ignored in the command, so that handing it on changes nothing.
 */
export function listenForSignals(handle: (signal: ForwardedSignal) => void): () => void {
  const listeners = FORWARDED.map((name) => [name, () => handle(name)] as const);
  for (const [name, listener] of listeners) Deno.addSignalListener(name, listener);
  return () => {
    for (const [name, listener] of listeners) Deno.removeSignalListener(name, listener);
  };
}
