/**
 * A thread that exchanges a path for a link as fast as it can, until it is told to stop.
 * @module
 */
import type { SwapPlan } from "./race_test.ts";

const port = self as unknown as Worker;

port.onmessage = (event: MessageEvent<SwapPlan>) => {
  const { path, target, flag } = event.data;
  const stop = new Int32Array(flag);
  port.postMessage("started");
  let swaps = 0;
  for (; Atomics.load(stop, 0) === 0; swaps++) {
    // The link is made ahead, so that the exchange itself is one call of the system. Each step may
    // find that the writer was faster; the next round starts from whatever is there.
    quietly(() => Deno.symlinkSync(target, `${path}.link`));
    quietly(() => Deno.removeSync(`${path}.aside`, { recursive: true }));
    quietly(() => Deno.renameSync(path, `${path}.aside`));
    quietly(() => Deno.renameSync(`${path}.link`, path));
    quietly(() => Deno.removeSync(path));
    quietly(() => Deno.renameSync(`${path}.aside`, path));
  }
  port.postMessage(swaps);
};

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    return;
  }
}
