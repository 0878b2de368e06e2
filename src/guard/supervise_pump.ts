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
   * To be called when the command has ended: waits for the rest of the output, however slowly it is taken,
   * and closes the sink; returns the error that made the sink lose output, if any. `hurry` gives up on a
   * sink that takes nothing: a time limit must hold although nobody reads.
   */
  finish(hurry: boolean): Promise<unknown>;
}

/** How long to wait for output after the command ended: only what an unconfined command left behind keeps a pipe open. */
const DRAIN_MS = 500;

/** More than any pipe holds; what comes after it was written after the command ended. */
const REST_BYTES = 1024 * 1024;

/** How long a sink that takes nothing is waited for in a hurry. */
const GIVE_UP_MS = 2000;

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
  let writing = 0;
  let rest = Infinity;

  async function pump(stream: ReadableStream<Uint8Array>, name: StreamName): Promise<void> {
    const reader = stream.getReader();
    readers.push(reader);
    let first = true;
    let isOwn = false;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      said.push(next.value);
      // Its prefix and the rest of its line may come apart; of the command there is nothing then.
      isOwn ||= first && await isOwnWord(next.value, running.ended);
      first = false;
      if (isOwn) continue;
      writing++;
      await sink.write(next.value, name);
      writing--;
      rest -= next.value.length;
      if (rest < 0) await reader.cancel();
    }
  }

  /** Until the pipes end, or nothing but silence comes out of them. */
  async function drain(drained: Promise<unknown>): Promise<void> {
    rest = REST_BYTES;
    while (!await resolvesWithin(drained, DRAIN_MS)) {
      if (writing === 0) return cancelAll(readers);
    }
  }

  async function finishNow(): Promise<void> {
    const drained = Promise.all(pumps);
    await drain(drained);
    await drained;
    await sink.close();
  }

  function guarded(stream: ReadableStream<Uint8Array> | undefined, name: StreamName) {
    return stream === undefined ? undefined : pump(stream, name).catch((error) => {
      failure ??= error;
      return cancelAll(readers);
    });
  }

  const pumps = [guarded(running.stdout, "stdout"), guarded(running.stderr, "stderr")];
  return {
    async finish(hurry) {
      const finished = finishNow().catch((error) => {
        failure ??= error;
      });
      if (!hurry) await finished;
      else if (!await resolvesWithin(finished, GIVE_UP_MS)) failure ??= new Error("nobody took it");
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
