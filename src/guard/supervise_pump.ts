/**
 * Moves a command's output into a sink, one chunk at a time.
 * @module
 */
import type { Ending, Running, StreamName } from "../core/running.ts";
import type { TailBuffer } from "../core/tail_buffer.ts";
import type { Sink } from "./supervise_sink.ts";

/** Running pumps. */
export interface OutputPump {
  /**
   * Waits for the rest of the output and closes the sink; returns the error that made the sink lose
   * output, if any.
   */
  finish(): Promise<unknown>;
}

/** How long output may go on after the command ended: only what an unconfined command left behind can do that. */
const DRAIN_MS = 500;

/** How long a line that bubblewrap may have said itself waits for bubblewrap's end. */
const OWN_WORD_MS = 200;

/** How bubblewrap starts each line of its own. */
const OWN_WORD = new TextEncoder().encode("bwrap: ");

/**
 * Reads the command's pipes into the sink until they end.
 *
 * The start of the output is also pushed into `said`, from which a failed set-up is diagnosed; what
 * bubblewrap itself says of one does not reach the sink. When the sink fails the pipes are closed, so
 * the command learns it as any writer does.
 */
export function pumpOutput(
  running: Running,
  options: { readonly sink: Sink; readonly said: TailBuffer },
): OutputPump {
  const { sink, said } = options;
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
  let failure: unknown;

  async function pump(stream: ReadableStream<Uint8Array>, name: StreamName): Promise<void> {
    const reader = stream.getReader();
    readers.push(reader);
    let first = true;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      said.push(next.value);
      if (first && await isOwnWord(next.value, running.ended)) continue;
      first = false;
      await sink.write(next.value, name);
    }
  }

  function guarded(stream: ReadableStream<Uint8Array> | undefined, name: StreamName) {
    return stream === undefined ? undefined : pump(stream, name).catch((error) => {
      failure ??= error;
      return cancelAll(readers);
    });
  }

  const pumps = [guarded(running.stdout, "stdout"), guarded(running.stderr, "stderr")];
  return {
    async finish() {
      const drained = Promise.all(pumps);
      if (!await resolvesWithin(drained, DRAIN_MS)) await cancelAll(readers);
      await drained;
      await sink.close();
      return failure;
    },
  };
}

async function isOwnWord(chunk: Uint8Array, ended: Promise<Ending>): Promise<boolean> {
  if (!OWN_WORD.every((byte, index) => chunk[index] === byte)) return false;
  return await resolvesWithin(ended, OWN_WORD_MS) && (await ended).ran === "no";
}

async function cancelAll(readers: readonly ReadableStreamDefaultReader[]): Promise<void> {
  await Promise.all(readers.map((reader) => reader.cancel()));
}

/** Whether a promise resolves in time; leaves no timer behind. */
export async function resolvesWithin(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), limitMs);
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
