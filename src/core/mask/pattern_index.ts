/**
 * Finds the places where any of many patterns may start, at a few nanoseconds a byte.
 * @module
 */
import { ANCHOR_BYTES, type Pattern } from "./pattern.ts";

/** A pattern with one of its anchors. */
interface Entry {
  readonly anchor: Uint8Array;
  readonly pattern: Pattern;
}

/** Patterns by their first {@link ANCHOR_BYTES} bytes. */
export interface PatternIndex {
  /** Patterns by the number their first three bytes make. */
  readonly buckets: ReadonlyMap<number, readonly Entry[]>;
  /** Marks what three bytes may hash to; says no for nearly all ordinary text. */
  readonly filter: Uint8Array;
  /** The one and two bytes that anchors start with, as numbers. */
  readonly beginnings: ReadonlySet<number>;
}

/** A place, and the patterns that may start there; none at the end of what can be told. */
export interface Hit {
  readonly at: number;
  readonly patterns: readonly Pattern[];
}

/** Distinguishes the numbers of one byte from those of two in `beginnings`. */
const TWO_BYTES = 0x10000;

/** Puts patterns into an index. */
export function indexPatterns(patterns: readonly Pattern[]): PatternIndex {
  const buckets = new Map<number, Entry[]>();
  const filter = new Uint8Array(0x10000);
  const beginnings = new Set<number>();
  for (const pattern of patterns) {
    for (const anchor of pattern.anchors) {
      const [first = 0, second = 0, third = 0] = anchor;
      const key = first << 16 | second << 8 | third;
      const bucket = buckets.get(key) ?? [];
      bucket.push({ anchor, pattern });
      buckets.set(key, bucket);
      filter[(first << 10 ^ second << 5 ^ third) & 0xffff] = 1;
      beginnings.add(first).add(TWO_BYTES | first << 8 | second);
    }
  }
  return { buckets, filter, beginnings };
}

/** Bytes to search; `from` moves on. */
export interface Window {
  readonly bytes: Uint8Array;
  readonly end: number;
  from: number;
}

/**
 * The first place from `window.from` on where a pattern may start. Without one, the place before which
 * none starts: the end, or up to two bytes earlier when an anchor may have been cut there.
 */
export function nextHit(index: PatternIndex, window: Window): Hit {
  const { bytes, end, from } = window;
  const { filter, buckets } = index;
  const last = end - ANCHOR_BYTES;
  let first = bytes[from] ?? 0;
  let second = bytes[from + 1] ?? 0;
  for (let at = from; at <= last; at++) {
    const third = bytes[at + 2] ?? 0;
    // This line sees every byte of the output; what follows it, one place in a hundred.
    if (filter[(first << 10 ^ second << 5 ^ third) & 0xffff] === 1) {
      const bucket = buckets.get(first << 16 | second << 8 | third);
      const patterns = bucket === undefined ? NONE : standing(bucket, window, at);
      if (patterns.length > 0) return { at, patterns };
    }
    first = second;
    second = third;
  }
  window.from = Math.max(from, last + 1);
  return { at: cutAnchor(index, window), patterns: NONE };
}

const NONE: readonly Pattern[] = [];

/** The patterns of which a whole anchor stands there, or as much of it as there are bytes. */
function standing(bucket: readonly Entry[], window: Window, at: number): readonly Pattern[] {
  let found = NONE;
  for (const { anchor, pattern } of bucket) {
    if (stands(anchor, window, at) && !found.includes(pattern)) found = [...found, pattern];
  }
  return found;
}

function stands(anchor: Uint8Array, { bytes, end }: Window, at: number): boolean {
  const length = Math.min(anchor.length, end - at);
  for (let index = ANCHOR_BYTES; index < length; index++) {
    if (anchor[index] !== bytes[at + index]) return false;
  }
  return true;
}

function cutAnchor({ beginnings }: PatternIndex, { bytes, end, from }: Window): number {
  for (let at = from; at < end; at++) {
    const first = bytes[at] ?? 0;
    const seen = at + 1 === end ? first : TWO_BYTES | first << 8 | (bytes[at + 1] ?? 0);
    if (beginnings.has(seen)) return at;
  }
  return end;
}
