/**
 * The last bytes of a stream of any length, in bounded memory.
 * @module
 */

/** What is kept of a stream. */
export interface TailBuffer {
  push(chunk: Uint8Array): void;
  /** The kept bytes as text: starts at a whole character; bytes that are not UTF-8 become U+FFFD. */
  text(): string;
  /** Whether earlier bytes were dropped. */
  truncated(): boolean;
}

const FIRST_CAPACITY = 16 * 1024;

/**
 * Keeps the last `maxBytes` bytes. Memory grows with what arrives, never above twice the limit,
 * however small or large the chunks are.
 *
 * @example
 * ```ts
 * import { createTailBuffer } from "./tail_buffer.ts";
 * const tail = createTailBuffer(3);
 * tail.push(new TextEncoder().encode("abcde"));
 * tail.text(); // "cde"
 * ```
 */
export function createTailBuffer(maxBytes: number): TailBuffer {
  let bytes = new Uint8Array(Math.min(FIRST_CAPACITY, 2 * maxBytes));
  let length = 0;
  let dropped = false;

  function makeRoom(extra: number): void {
    if (length + extra <= bytes.length) return;
    if (bytes.length < 2 * maxBytes) {
      const larger = new Uint8Array(
        Math.min(2 * maxBytes, Math.max(2 * bytes.length, length + extra)),
      );
      larger.set(bytes.subarray(0, length));
      bytes = larger;
      if (length + extra <= bytes.length) return;
    }
    const keep = Math.max(0, maxBytes - extra);
    bytes.copyWithin(0, length - keep, length);
    length = keep;
    dropped = true;
  }

  return {
    push(chunk) {
      const last = chunk.subarray(Math.max(0, chunk.length - maxBytes));
      dropped ||= last.length < chunk.length;
      makeRoom(last.length);
      bytes.set(last, length);
      length += last.length;
    },
    text() {
      const start = Math.max(0, length - maxBytes);
      const whole = dropped || start > 0 ? wholeCharacter(bytes, { start, end: length }) : 0;
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(whole, length));
    },
    truncated: () => dropped || length > maxBytes,
  };
}

/** The first index at or after `start` that does not stand inside a character that the cut went through. */
function wholeCharacter(bytes: Uint8Array, range: { start: number; end: number }): number {
  let index = range.start;
  const last = Math.min(range.end, range.start + 3);
  while (index < last && ((bytes[index] ?? 0) & 0xc0) === 0x80) index++;
  return index;
}
