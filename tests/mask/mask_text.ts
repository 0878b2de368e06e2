/**
 * Masks whole texts for the tests of this folder.
 * @module
 */
import { COMMON_WORDS, shapePatterns } from "../../src/config/builtin_secrets.ts";
import { readKey } from "../../src/core/mask/keyed_hash.ts";
import type { KnownSecret } from "../../src/core/mask/known_secret.ts";
import type { Masker } from "../../src/core/mask/masker.ts";
import { createMaskSource, type MaskSource } from "../../src/core/mask/secret_index.ts";

/** A key of the tests. */
export const TEST_KEY = readKey(Uint8Array.from({ length: 16 }, (_, index) => index));

/** The built-in shapes and some known values. */
export function testMaskSource(known: readonly KnownSecret[] = []): MaskSource {
  return createMaskSource({
    shapes: shapePatterns,
    commonWords: COMMON_WORDS,
    known,
    key: TEST_KEY,
  });
}

/** What a masker makes of pieces of bytes that come one after the other. */
export function maskPieces(masker: Masker, pieces: readonly Uint8Array[]): Uint8Array {
  // Copied at once: what a masker answers is only good until its next call.
  const shown = pieces.map((piece) => masker.push(piece).slice());
  return concat([...shown, masker.flush()]);
}

/** What a text becomes. */
export function maskText(text: string, known: readonly KnownSecret[] = []): string {
  const masker = testMaskSource(known).createMasker();
  return decode(maskPieces(masker, [encode(text)]));
}

/** Pieces of `size` bytes. */
export function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from(
    { length: Math.ceil(bytes.length / size) },
    (_, index) => bytes.subarray(index * size, (index + 1) * size),
  );
}

/** All pieces as one. */
export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(pieces.flatMap((piece) => Array.from(piece)));
}

/** UTF-8. */
export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** UTF-8, leniently. */
export function decode(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
