/**
 * The signals execguard receives while a command runs.
 * @module
 */
import type { ForwardedSignal } from "../core/running.ts";

/** Everything that is handed on, with its number on Linux, to look it up in `SigIgn`. */
const FORWARDED: Readonly<Record<ForwardedSignal, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGTERM: 15,
  SIGCONT: 18,
  SIGTSTP: 20,
  SIGWINCH: 28,
};

/**
 * Calls `handle` for every signal of {@link ForwardedSignal} until the returned function is called.
 *
 * A signal that our caller had ignored (`nohup`, a job started with `&`) stays ignored: the command
 * inherited that, and listening here would undo it.
 */
export function listenForSignals(handle: (signal: ForwardedSignal) => void): () => void {
  const ignored = ignoredSignals();
  const names = Object.keys(FORWARDED) as ForwardedSignal[];
  const listeners = names
    .filter((name) => (ignored >> BigInt(FORWARDED[name] - 1) & 1n) === 0n)
    .map((name) => [name, () => handle(name)] as const);
  for (const [name, listener] of listeners) Deno.addSignalListener(name, listener);
  return () => {
    for (const [name, listener] of listeners) Deno.removeSignalListener(name, listener);
  };
}

/** The mask of ignored signals; empty where there is no `/proc`. */
function ignoredSignals(): bigint {
  try {
    const status = Deno.readTextFileSync("/proc/self/status");
    return BigInt(`0x${/^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? "0"}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0n;
    throw error;
  }
}
