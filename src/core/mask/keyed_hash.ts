/**
 * A short keyed hash of a secret: equal for equal values under one key, and telling nothing about the
 * value to whoever has no key.
 * @module
 */

/** 128 bits of key, as four little-endian words. */
export type HashKey = Uint32Array;

/** How many bytes make a key. */
export const KEY_BYTES = 16;

/** A 64-bit word as two halves, changed in place. */
interface Word {
  low: number;
  high: number;
}

/** Reads a key from its {@link KEY_BYTES} bytes. */
export function readKey(bytes: Uint8Array): HashKey {
  return Uint32Array.from({ length: 4 }, (_, index) => word32(bytes, 4 * index));
}

/**
 * SipHash-2-4 of some bytes as 16 hexadecimal digits, the most significant first.
 *
 * A keyed hash is wanted in the middle of a synchronous stream; the runtime's own are asynchronous or
 * cost 14 ms to load. Source: Aumasson and Bernstein, "SipHash: a fast short-input PRF" (2012), whose
 * test vectors are in the test.
 */
export function keyedHash(bytes: Uint8Array, key: HashKey): string {
  const state = initialState(key);
  const whole = bytes.length - bytes.length % 8;
  for (let at = 0; at < whole; at += 8) {
    absorb(state, { low: word32(bytes, at), high: word32(bytes, at + 4) });
  }
  const last = new Uint8Array(8);
  last.set(bytes.subarray(whole));
  last[7] = bytes.length & 0xff;
  absorb(state, { low: word32(last, 0), high: word32(last, 4) });
  const [v0, v1, v2, v3] = state;
  v2.low ^= 0xff;
  for (let round = 0; round < 4; round++) mix(state);
  return hex(v0.high ^ v1.high ^ v2.high ^ v3.high) + hex(v0.low ^ v1.low ^ v2.low ^ v3.low);
}

type State = readonly [Word, Word, Word, Word];

function initialState(key: HashKey): State {
  const [k0 = 0, k1 = 0, k2 = 0, k3 = 0] = key;
  return [
    { low: k0 ^ 0x70736575, high: k1 ^ 0x736f6d65 },
    { low: k2 ^ 0x6e646f6d, high: k3 ^ 0x646f7261 },
    { low: k0 ^ 0x6e657261, high: k1 ^ 0x6c796765 },
    { low: k2 ^ 0x79746573, high: k3 ^ 0x74656462 },
  ];
}

function absorb(state: State, word: Word): void {
  const [v0, , , v3] = state;
  xor(v3, word);
  mix(state);
  mix(state);
  xor(v0, word);
}

/** One round, in the order of the paper's figure. */
function mix([v0, v1, v2, v3]: State): void {
  add(v0, v1);
  rotate(v1, 13);
  xor(v1, v0);
  swap(v0);
  add(v2, v3);
  rotate(v3, 16);
  xor(v3, v2);
  add(v0, v3);
  rotate(v3, 21);
  xor(v3, v0);
  add(v2, v1);
  rotate(v1, 17);
  xor(v1, v2);
  swap(v2);
}

function add(to: Word, from: Word): void {
  const low = (to.low >>> 0) + (from.low >>> 0);
  to.low = low | 0;
  to.high = (to.high + from.high + (low > 0xffffffff ? 1 : 0)) | 0;
}

function xor(to: Word, from: Word): void {
  to.low ^= from.low;
  to.high ^= from.high;
}

/** Rotates left by fewer than 32 bits. */
function rotate(word: Word, bits: number): void {
  const { low, high } = word;
  word.low = low << bits | high >>> (32 - bits);
  word.high = high << bits | low >>> (32 - bits);
}

/** Rotates by 32 bits. */
function swap(word: Word): void {
  const { low, high } = word;
  word.low = high;
  word.high = low;
}

function word32(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | (bytes[at + 1] ?? 0) << 8 | (bytes[at + 2] ?? 0) << 16 |
    (bytes[at + 3] ?? 0) << 24;
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
