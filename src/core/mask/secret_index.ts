/**
 * From secrets to a running masker.
 * @module
 */
import { type HashKey, keyedHash } from "./keyed_hash.ts";
import { isMaskable, knownPatterns, type KnownSecret } from "./known_secret.ts";
import { createMasker, type Masker } from "./masker.ts";
import type { Found, Pattern } from "./pattern.ts";
import { indexPatterns, type PatternIndex } from "./pattern_index.ts";
import { placeholder } from "./placeholder.ts";

/** What one call masks by. */
export interface MaskRules {
  /** Patterns of secrets that are recognised without knowing their value; asked for when they are needed. */
  readonly shapes: () => readonly Pattern[];
  readonly commonWords: ReadonlySet<string>;
  readonly known: readonly KnownSecret[];
  /** The key of tags and fingerprints. */
  readonly key: HashKey;
}

/** Makes any number of maskers that look for the same secrets. */
export interface MaskSource {
  createMasker(): Masker;
  /** A whole text without its secrets. */
  mask(text: string): string;
  /** Values that were masked so far and are long enough to be recognised later; raw bytes. */
  seen(): readonly Uint8Array[];
}

/** A call that prints more different secrets than this is not remembered in full: memory stays bounded. */
const MAX_SEEN = 256;

/** Prepares the rules: the patterns are indexed once for all streams, when the first one is masked. */
export function createMaskSource(rules: MaskRules): MaskSource {
  const known = rules.known.filter(({ value }) => isMaskable(value, rules.commonWords));
  let index: PatternIndex | undefined;
  const seen = new Map<string, Uint8Array>();

  function replacement({ name, identity }: Found): Uint8Array {
    const hash = keyedHash(identity, rules.key);
    if (seen.size < MAX_SEEN && !seen.has(hash)) seen.set(hash, identity.slice());
    return new TextEncoder().encode(placeholder(name, hash));
  }

  function start(): Masker {
    index ??= indexPatterns([...known.flatMap(knownPatterns), ...rules.shapes()]);
    return createMasker({ index, replacement });
  }

  return {
    createMasker: start,
    mask(text) {
      const masker = start();
      const shown = masker.push(new TextEncoder().encode(text)).slice();
      return decode(new Uint8Array([...shown, ...masker.flush()]));
    },
    seen: () => [...seen.values()].filter((bytes) => isMaskable(decode(bytes), rules.commonWords)),
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
