/**
 * Ends a command that runs too long, or that somebody stops.
 * @module
 */
import { later } from "../core/later.ts";
import type { Ending, Running } from "../core/running.ts";
import { resolvesWithin } from "./supervise_pump.ts";

/** A watched command. */
export interface TimeLimit {
  /** The command's end; undefined when even SIGKILL did not end it (a process of another user). */
  readonly ended: Promise<Ending | undefined>;
  /** Whether the time limit, not the command or a stop, was first. */
  timedOut(): boolean;
}

/** Between SIGTERM and SIGKILL, and then at most until the end is seen (spec, section 11). */
const GRACE_MS = 2000;

/** The longest delay a timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Watches a command: at `timeoutMs` (undefined: never) or when `stop` fires, every process gets SIGTERM,
 * and {@link GRACE_MS} later, or as soon as the command has ended, SIGKILL for whatever is left.
 */
export function limitTime(
  running: Running,
  options: { readonly timeoutMs: number | undefined; readonly stop: AbortSignal | undefined },
): TimeLimit {
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ending | undefined>();
  let timedOut = false;
  let ending = false;

  async function endAll(): Promise<void> {
    if (ending) return;
    ending = true;
    running.terminate();
    await resolvesWithin(running.ended, GRACE_MS);
    running.kill();
    if (!await resolvesWithin(running.ended, GRACE_MS)) resolve(undefined);
  }

  const stop = () => void endAll().catch(reject);
  const cancel = options.timeoutMs === undefined
    ? undefined
    : later(Math.min(options.timeoutMs, MAX_TIMER_MS), () => {
      timedOut = !ending;
      stop();
    });
  options.stop?.addEventListener("abort", stop, { once: true });
  if (options.stop?.aborted) stop();
  running.ended.then(resolve, reject);
  return {
    ended: ended.finally(() => {
      cancel?.();
      options.stop?.removeEventListener("abort", stop);
    }),
    timedOut: () => timedOut,
  };
}
