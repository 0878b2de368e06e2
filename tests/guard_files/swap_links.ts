/**
 * A thread that exchanges a path for a link as fast as it can, until it is told to stop.
 * @module
 */
import type { SwapPlan } from "./race_test.ts";

const port = self as unknown as Worker;

port.onmessage = (event: MessageEvent<SwapPlan>) => {
  const { path, target, flag } = event.data;
  const stop = new Int32Array(flag);
  // Made once: each exchange is then one or two calls of the system.
  Deno.symlinkSync(target, `${path}.link`);
  port.postMessage("started");
  let swaps = 0;
  for (; Atomics.load(stop, 0) === 0; swaps++) {
    quietly(() => Deno.renameSync(path, `${path}.aside`));
    quietly(() => Deno.renameSync(`${path}.link`, path));
    quietly(() => Deno.renameSync(path, `${path}.link`));
    quietly(() => Deno.renameSync(`${path}.aside`, path));
  }
  port.postMessage(swaps);
};

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // The writer was faster; the next round goes on.
  }
}
