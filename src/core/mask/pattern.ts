/**
 * What the masker looks for: something that starts with known bytes and is recognised from there. Types only.
 * @module
 */

/** A stretch of bytes to look at. */
export interface View {
  readonly bytes: Uint8Array;
  /** Bytes from here on are not there (yet). */
  readonly end: number;
  /** Whether nothing will ever come after `end`. */
  readonly final: boolean;
}

/** The rest of a secret whose length is only known when it ends. */
export interface Growth {
  /**
   * How far the secret certainly reaches, given everything up to `view.end`; `from` is what the last call
   * answered. `ended` says that nothing can follow any more.
   */
  grow(view: View, from: number): { readonly to: number; readonly ended: boolean };
}

/** A secret that was found. */
export interface Found {
  readonly kind: "found";
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** What makes it the same secret wherever it appears; does not depend on how the stream was cut. */
  readonly identity: Uint8Array;
  /** Present when bytes after `to` may belong to it. */
  readonly growth: Growth | undefined;
}

/** Not enough bytes to tell. */
export interface Undecided {
  readonly kind: "undecided";
  /**
   * The first byte that must not be shown while it is undecided; undefined while so little was seen that
   * showing it gives nothing away.
   */
  readonly holdFrom: number | undefined;
}

/** The answer of a pattern at one place. */
export type Attempt = Found | Undecided | undefined;

/** One thing to look for. */
export interface Pattern {
  /** What every match starts with, byte for byte: one of these, of {@link ANCHOR_BYTES} bytes or more. */
  readonly anchors: readonly Uint8Array[];
  /** Whether a match starts at `at`, where one of the anchors stands. */
  attempt(view: View, at: number): Attempt;
}

/** Every pattern is found by its first bytes; so many of them. */
export const ANCHOR_BYTES = 3;
