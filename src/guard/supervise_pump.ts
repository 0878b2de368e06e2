/**
 * Moves a command's output into a sink, one chunk at a time.
 * @module
 */
import { later } from "../core/later.ts";
import type { Ending, Running, StreamName } from "../core/running.ts";
import type { TailBuffer } from "../core/tail_buffer.ts";
import type { Sink } from "./supervise_sink.ts";

/** Where output goes, and how much of it. */
export interface PumpOptions {
  readonly sink: Sink;
  readonly said: TailBuffer;
  readonly maxBytes: number;
  readonly over: AbortController;
}

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
 * Reads the command's pipes into the sink until they end, or until both together have given `maxBytes`: then `over` is
 * aborted and what comes after them is not read.
 *
 * The start of the output is also pushed into `said`, from which a failed set-up is diagnosed; what
 * bubblewrap itself says of one does not reach the sink. When the sink fails the pipes are closed, so
 * the command learns it as any writer does.
 */
export function pumpOutput(
  running: Running,
  options: PumpOptions,
): OutputPump {
  const { sink, maxBytes } = options;
  const state: PumpState = {
    ...{ readers: [], writing: 0, failure: undefined },
    ...{ rest: Infinity, allowed: maxBytes },
  };

  function start(stream: ReadableStream<Uint8Array> | undefined, name: StreamName) {
    return stream === undefined
      ? undefined
      : pump(state, { ...options, stream, name, ended: running.ended }).catch((error) => {
        state.failure ??= error;
        return cancelAll(state.readers);
      });
  }

  const pumps = Promise.all([start(running.stdout, "stdout"), start(running.stderr, "stderr")]);
  return {
    async finish(hurry) {
      const finished = drain(state, pumps).then(() => sink.close()).catch((error) => {
        state.failure ??= error;
      });
      if (!hurry) await finished;
      else if (!await resolvesWithin(finished, GIVE_UP_MS)) {
        state.failure ??= new Error("nobody took it");
      }
      return state.failure;
    },
  };
}

/** What the pumps of one command share. */
interface PumpState {
  readonly readers: ReadableStreamDefaultReader<Uint8Array>[];
  /** How many chunks the sink is taking. */
  writing: number;
  /** How many more bytes are taken. */
  rest: number;
  /** How many more bytes the command may write. */
  allowed: number;
  failure: unknown;
}

async function pump(
  state: PumpState,
  by: PumpOptions & {
    readonly stream: ReadableStream<Uint8Array>;
    readonly name: StreamName;
    readonly ended: Promise<Ending>;
  },
): Promise<void> {
  const { sink, said } = by;
  const reader = by.stream.getReader();
  state.readers.push(reader);
  let first = true;
  let isOwn = false;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    said.push(next.value);
    // Its prefix and the rest of its line may come apart; of the command there is nothing then.
    isOwn ||= first && await isOwnWord(next.value, by.ended);
    first = false;
    if (isOwn) continue;
    const taken = next.value.subarray(0, state.allowed);
    state.allowed -= taken.length;
    const isOver = taken.length < next.value.length;
    if (isOver) by.over.abort();
    state.writing++;
    await sink.write(taken, by.name);
    state.writing--;
    state.rest -= taken.length;
    if (isOver || state.rest < 0) await reader.cancel();
  }
}

/** Waits until the pipes end, or nothing but silence comes out of them. */
async function drain(state: PumpState, pumps: Promise<unknown>): Promise<void> {
  state.rest = REST_BYTES;
  while (!await resolvesWithin(pumps, DRAIN_MS)) {
    if (state.writing === 0) await cancelAll(state.readers);
  }
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
  const cancel = later(limitMs, () => resolve(false));
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    cancel();
  }
}
