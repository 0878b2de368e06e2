/**
 * Recognises a value that was masked before, without keeping it.
 * @module
 */
import { type HashKey, keyedHash } from "./keyed_hash.ts";

/**
 * What is kept of a value, as one word: its length, one byte of the keyed hash of its first bytes, by which
 * nearly every other place of a text is told apart cheaply, and the keyed hash of the whole.
 */
export type Fingerprint = string;

/** The bytes the first look is made of. */
const HEAD_BYTES = 4;

const WORD = /^(\d{1,6}):([0-9a-f]{2}):([0-9a-f]{16})$/;

/** The fingerprint of a value. */
export function fingerprintOf(value: Uint8Array, key: HashKey): Fingerprint {
  return `${value.length}:${headOf(value, key)}:${keyedHash(value, key)}`;
}

/** Whether any of the values with these fingerprints stands anywhere in a text. Words that are none are skipped. */
export function holdsFingerprinted(
  text: string,
  by: { readonly fingerprints: readonly Fingerprint[]; readonly key: HashKey },
): boolean {
  const kept = byHead(by.fingerprints);
  if (kept.size === 0) return false;
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at + HEAD_BYTES <= bytes.length; at++) {
    for (const { length, hash } of kept.get(headOf(bytes.subarray(at), by.key)) ?? []) {
      if (at + length > bytes.length) continue;
      if (keyedHash(bytes.subarray(at, at + length), by.key) === hash) return true;
    }
  }
  return false;
}

function headOf(bytes: Uint8Array, key: HashKey): string {
  return keyedHash(bytes.subarray(0, HEAD_BYTES), key).slice(0, 2);
}

interface Kept {
  readonly length: number;
  readonly hash: string;
}

function byHead(fingerprints: readonly Fingerprint[]): ReadonlyMap<string, readonly Kept[]> {
  const kept = new Map<string, Kept[]>();
  for (const fingerprint of fingerprints) {
    const [, length, head, hash] = WORD.exec(fingerprint) ?? [];
    if (length === undefined || head === undefined || hash === undefined) continue;
    const bucket = kept.get(head) ?? [];
    bucket.push({ length: Number(length), hash });
    kept.set(head, bucket);
  }
  return kept;
}
