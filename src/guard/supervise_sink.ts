/**
 * Where the output of a supervised command goes, and what is kept of it.
 * @module
 */
import type { OutputMode, StreamName } from "../core/running.ts";
import { createTailBuffer } from "../core/tail_buffer.ts";

/** What an outcome tells of the output. */
export interface KeptOutput {
  readonly output: string;
  readonly truncated: boolean;
  readonly masked: number;
}

/** Takes a command's output. */
export interface Sink {
  readonly mode: OutputMode;
  /** Called once the command was started: what can be prepared while it comes up. */
  started?(): void;
  /** One chunk; the next is read when the promise resolves. A failure ends the reading. */
  write(chunk: Uint8Array, stream: StreamName): void | Promise<void>;
  /** Called once after the last chunk. */
  close(): void | Promise<void>;
  kept(): KeptOutput;
}

/** How much output a result holds (contract: the loss is stated as `truncated`). */
export const CAPTURE_BYTES = 1024 * 1024;

/** Hands the streams to the command as they are: no copy, no delay, nothing kept. */
export function inheritSink(): Sink {
  return {
    mode: "inherit",
    write: () => {},
    close: () => {},
    kept: () => ({ output: "", truncated: false, masked: 0 }),
  };
}

/** Our own two outputs. */
export interface OutputStreams {
  /** Whether both are the same file, pipe or terminal. */
  isShared(): boolean;
  /** Writes all of it; throws when nobody reads any more or nothing more fits. */
  write(bytes: Uint8Array, stream: StreamName): Promise<void>;
}

/**
 * Passes the streams on to ours. When those are one and the same the command gets one pipe for both, so
 * that the order in which it wrote is kept.
 */
export function passSink(output: OutputStreams): Sink {
  return {
    mode: output.isShared() ? "merged" : "separate",
    write: (bytes, stream) => output.write(bytes, stream),
    close: () => {},
    kept: () => ({ output: "", truncated: false, masked: 0 }),
  };
}

/** Keeps the last `maxBytes` of both streams together, in the order in which they were written. */
export function captureSink(maxBytes: number = CAPTURE_BYTES): Sink {
  const tail = createTailBuffer(maxBytes);
  return {
    mode: "merged",
    write: (chunk) => tail.push(chunk),
    close: () => {},
    kept: () => ({ output: tail.text(), truncated: tail.truncated(), masked: 0 }),
  };
}
