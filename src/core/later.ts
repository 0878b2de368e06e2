/**
 * A wait in the middle of a start.
 * @module
 */

/**
 * Acts after `ms`, 2 ** 31 - 1 at most, unless the returned function is called before; then nothing waits for it
 * any more. Not by `setTimeout`: the first call of that, or of `clearTimeout`, loads all of this runtime's timers for
 * Node, and takes 3 ms of a processor that the sandbox is being set up on.
 */
export function later(ms: number, act: () => void): () => void {
  const signal = AbortSignal.timeout(Math.max(0, ms));
  signal.addEventListener("abort", act, { once: true });
  return () => signal.removeEventListener("abort", act);
}
