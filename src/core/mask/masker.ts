/**
 * Replaces secrets in a stream of bytes, however the stream is cut into pieces.
 * @module
 */
import type { Found, Growth, View } from "./pattern.ts";
import { nextHit, type PatternIndex } from "./pattern_index.ts";

/** A running replacement. What it answers may be a view of its own memory: write it before the next call. */
export interface Masker {
  /** Takes the next bytes and gives those that can be shown. */
  push(bytes: Uint8Array): Uint8Array;
  /**
   * To be called when nothing has come for a moment: gives what was held back, except what looks like a
   * part of a secret. So a prompt without a line end appears.
   */
  idle(): Uint8Array;
  /** Gives the rest; the stream has ended. */
  flush(): Uint8Array;
  /** How many bytes are held back. */
  held(): number;
  /** How many secrets were replaced. */
  count(): number;
}

/** What a masker looks for, and how it writes what it found. */
export interface MaskerOptions {
  readonly index: PatternIndex;
  /** The text in the place of a secret. */
  readonly replacement: (found: Found) => Uint8Array;
}

/** A secret that is not written out yet, or that still grows. */
interface Span {
  readonly name: string;
  readonly from: number;
  to: number;
  /** What `to` was when it was found: unlike `to` it does not depend on how much has come since. */
  readonly fixedTo: number;
  readonly text: Uint8Array;
  growth: Growth | undefined;
  /** Whether its replacement has been written. */
  written: boolean;
}

/** Everything a masker remembers. Places count from the first byte of `bytes`. */
interface State {
  /** What is still needed: bytes not given out, and one before them. */
  bytes: Uint8Array;
  /** Before this place it is known where secrets start. */
  scanned: number;
  /** Before this place everything was given out or replaced. */
  done: number;
  /** The end of the last replaced stretch. */
  maskedTo: number;
  /** In the order of `from`. */
  spans: readonly Span[];
  count: number;
  readonly options: MaskerOptions;
}

/**
 * Makes a masker.
 *
 * All places where a secret starts are found, also inside another one; overlapping secrets become one
 * replacement, those that only touch become two. The result does not depend on how the stream is cut,
 * unless `idle` let the first few bytes of a secret go, whose rest is then replaced. Memory is bounded by
 * the longest secret that is looked for.
 */
export function createMasker(options: MaskerOptions): Masker {
  const state: State = {
    bytes: new Uint8Array(),
    scanned: 0,
    done: 0,
    maskedTo: -1,
    spans: [],
    count: 0,
    options,
  };
  return {
    push(bytes) {
      append(state, bytes);
      growSpans(state, false);
      scan(state, false);
      return giveUntil(state, state.scanned);
    },
    idle() {
      return giveUntil(state, scanUndecided(state));
    },
    flush() {
      growSpans(state, true);
      scan(state, true);
      return giveUntil(state, state.bytes.length);
    },
    held: () => Math.max(0, state.bytes.length - state.done),
    count: () => state.count,
  };
}

/** Adds bytes and forgets those that nothing needs any more; the byte before a place says whether a word starts there. */
function append(state: State, chunk: Uint8Array): void {
  const cut = Math.max(0, Math.min(state.scanned - 1, state.done, state.bytes.length));
  const kept = state.bytes.subarray(cut);
  const bytes = new Uint8Array(kept.length + chunk.length);
  bytes.set(kept);
  bytes.set(chunk, kept.length);
  state.bytes = bytes;
  state.scanned -= cut;
  state.done -= cut;
  state.maskedTo -= cut;
  state.spans = state.spans.map((span) => ({
    ...span,
    from: span.from - cut,
    to: span.to - cut,
    fixedTo: span.fixedTo - cut,
  }));
}

function viewOf(state: State, final: boolean): View {
  return { bytes: state.bytes, end: state.bytes.length, final };
}

function growSpans(state: State, final: boolean): void {
  for (const span of state.spans) grow(span, viewOf(state, final));
}

function grow(span: Span, view: View): void {
  if (span.growth === undefined) return;
  const { to, ended } = span.growth.grow(view, span.to);
  span.to = to;
  if (ended) span.growth = undefined;
}

/** Finds secrets up to the first place where it cannot be told yet whether one starts. */
function scan(state: State, final: boolean): void {
  const view = viewOf(state, final);
  const window = { ...view, from: state.scanned };
  for (;;) {
    const hit = nextHit(state.options.index, window);
    state.scanned = hit.at;
    if (hit.patterns.length === 0) break;
    const attempts = hit.patterns.map((pattern) => pattern.attempt(view, hit.at));
    if (attempts.some((attempt) => attempt?.kind === "undecided")) return;
    for (const attempt of attempts) {
      if (attempt?.kind === "found") addSpan(state, { found: attempt, view });
    }
    window.from = hit.at + 1;
  }
  if (final) state.scanned = view.end;
}

/** Looks behind the undecided place as well, and says how far everything may be shown. */
function scanUndecided(state: State): number {
  const view = viewOf(state, false);
  const window = { ...view, from: state.scanned };
  let showTo = view.end;
  while (window.from < view.end) {
    const hit = nextHit(state.options.index, window);
    for (const pattern of hit.patterns) {
      const attempt = pattern.attempt(view, hit.at);
      if (attempt?.kind === "found") addSpan(state, { found: attempt, view });
      if (attempt?.kind === "undecided") showTo = Math.min(showTo, attempt.holdFrom ?? view.end);
    }
    window.from = hit.at + 1;
  }
  return showTo;
}

function addSpan(
  state: State,
  { found, view }: { readonly found: Found; readonly view: View },
): void {
  const { name, from, to, growth } = found;
  // What was found while nothing came is found again when more comes.
  const isKnown = state.spans.some((span) =>
    span.from === from && span.fixedTo === to && span.name === name
  );
  if (isKnown || (to <= state.done && growth === undefined)) return;
  const text = state.options.replacement(found);
  const span = { name, from, to, fixedTo: to, text, growth, written: false };
  grow(span, view);
  if (span.to <= state.done && span.growth === undefined) return;
  state.spans = [...state.spans, span].sort((left, right) =>
    left.from - right.from || right.fixedTo - left.fixedTo
  );
}

/** Gives everything before a place, secrets replaced, and forgets the spans that are dealt with. */
function giveUntil(state: State, place: number): Uint8Array {
  const growing = state.spans.filter((span) => span.growth !== undefined).map((span) => span.to);
  const limit = Math.min(place, ...growing);
  const pieces: Uint8Array[] = [];
  for (const span of state.spans) {
    if (span.from >= limit) break;
    if (span.to > state.done) pieces.push(...replaceSpan(state, span));
    span.written = true;
  }
  if (state.done < limit) {
    pieces.push(state.bytes.subarray(state.done, limit));
    state.done = limit;
  }
  state.spans = state.spans.filter((span) => !span.written || span.growth !== undefined);
  return join(pieces);
}

function replaceSpan(state: State, span: Span): Uint8Array[] {
  const plain = state.bytes.subarray(state.done, Math.max(state.done, span.from));
  const isFresh = !span.written && span.from >= state.maskedTo;
  state.done = span.to;
  state.maskedTo = span.to;
  if (!isFresh) return [];
  state.count++;
  return [plain, span.text];
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const [first, ...others] = pieces;
  if (first === undefined) return new Uint8Array();
  if (others.length === 0) return first;
  const joined = new Uint8Array(pieces.reduce((total, piece) => total + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
