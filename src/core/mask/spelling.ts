/**
 * The ways in which a known value may be written: as it is, percent-encoded, as part of base64.
 * @module
 */
import { byteClass } from "./byte_class.ts";
import { ANCHOR_BYTES, type Attempt, type Pattern, type View } from "./pattern.ts";

/**
 * Compares the bytes from `at` on: the end of the value when all of it is there, undefined when it is
 * not, and `cut` when everything up to the end agrees.
 */
type Compare = (view: View, at: number) => number | "cut" | undefined;

/** One way of writing a value. */
export interface Spelling {
  readonly anchors: readonly Uint8Array[];
  readonly compare: Compare;
}

/** Fewer bytes of a value than this may be shown before the rest comes: a prompt is not held up for them. */
const TELLING_BYTES = 4;

/** The pattern of one spelling of a value; `identity` is the value itself. */
export function spellingPattern(
  secret: { readonly name: string; readonly identity: Uint8Array },
  spelling: Spelling,
): Pattern {
  return {
    anchors: spelling.anchors,
    attempt: (view, at) => attemptSpelling(secret, { spelling, view, at }),
  };
}

function attemptSpelling(
  secret: { readonly name: string; readonly identity: Uint8Array },
  { spelling, view, at }: { spelling: Spelling; view: View; at: number },
): Attempt {
  const to = spelling.compare(view, at);
  if (to === undefined) return undefined;
  if (to !== "cut") return { kind: "found", ...secret, from: at, to, growth: undefined };
  if (view.final) return undefined;
  return { kind: "undecided", holdFrom: view.end - at < TELLING_BYTES ? undefined : at };
}

/** The value as it is; a line end in it may be CR LF. */
export function plainSpelling(value: Uint8Array): Spelling {
  const lineEnd = value.indexOf(LF);
  return {
    anchors: [lineEnd < 0 ? value : value.subarray(0, Math.max(lineEnd, ANCHOR_BYTES))],
    compare(view, at) {
      let place = at;
      for (const byte of value) {
        if (byte === LF && view.bytes[place] === CR && place < view.end) place++;
        if (place >= view.end) return "cut";
        if (view.bytes[place++] !== byte) return undefined;
      }
      return place;
    },
  };
}

/** Text in base64 that may be broken into lines anywhere but in its first bytes. */
export function brokenSpelling(value: Uint8Array): Spelling {
  return {
    anchors: [value.subarray(0, ANCHOR_BYTES)],
    compare(view, at) {
      let place = at;
      for (const byte of value) {
        if (place < view.end && view.bytes[place] !== byte) place = afterLineBreak(view, place);
        if (place >= view.end) return "cut";
        if (view.bytes[place++] !== byte) return undefined;
      }
      return place;
    },
  };
}

const LF = 0x0a;
const CR = 0x0d;
const BACKSLASH = 0x5c;
const BLANK = byteClass("\r\n\t ");

/** A line end and an indentation together are not longer; what is held back stays bounded. */
const MAX_BREAK = 64;

/** The place after a line break and an indentation, also where they are escaped in JSON; else `at`. */
function afterLineBreak({ bytes, end }: View, at: number): number {
  let place = at;
  while (place < end && place - at < MAX_BREAK) {
    const byte = bytes[place] ?? 0;
    const next = bytes[place + 1];
    if (BLANK[byte] === 1) place++;
    else if (byte === BACKSLASH && (next === 0x6e || next === 0x72) && place + 1 < end) place += 2;
    else if (byte === BACKSLASH && place + 1 === end) return end;
    else return place;
  }
  return place;
}

/**
 * The value with any of its bytes percent-encoded, in either case of the digits, and blanks perhaps as
 * `+`: whatever set of characters an encoder leaves alone.
 */
export function percentSpelling(value: Uint8Array): Spelling {
  return {
    anchors: percentAnchors(value),
    compare(view, at) {
      let place = at;
      for (const byte of value) {
        const next = afterEncoded(view, { place, byte });
        if (next === undefined || next === "cut") return next;
        place = next;
      }
      return place;
    },
  };
}

const PERCENT = 0x25;
const PLUS = 0x2b;
const SPACE = 0x20;

function afterEncoded(
  { bytes, end }: View,
  { place, byte }: { readonly place: number; readonly byte: number },
): number | "cut" | undefined {
  if (place >= end) return "cut";
  if (bytes[place] === byte || (byte === SPACE && bytes[place] === PLUS)) return place + 1;
  if (bytes[place] !== PERCENT) return undefined;
  const digits = percentDigits(byte);
  for (const [index, digit] of [...digits].entries()) {
    if (place + 1 + index >= end) return "cut";
    if (String.fromCharCode(bytes[place + 1 + index] ?? 0).toUpperCase() !== digit) {
      return undefined;
    }
  }
  return place + 1 + digits.length;
}

/** Letters and digits are left alone by every encoder; anything else may stand either way. */
const LEFT_ALONE = byteClass("A-Za-z0-9");

function percentAnchors(value: Uint8Array): Uint8Array[] {
  let anchors: number[][] = [[]];
  for (const byte of value.subarray(0, ANCHOR_BYTES)) {
    const forms = formsOf(byte);
    anchors = anchors.flatMap((anchor) =>
      anchor.length >= ANCHOR_BYTES ? [anchor] : forms.map((form) => [...anchor, ...form])
    );
  }
  return anchors.map((anchor) => Uint8Array.from(anchor));
}

function formsOf(byte: number): number[][] {
  if (LEFT_ALONE[byte] === 1) return [[byte]];
  const upper = [PERCENT, ...new TextEncoder().encode(percentDigits(byte))];
  const lower = [PERCENT, ...new TextEncoder().encode(percentDigits(byte).toLowerCase())];
  return [[byte], upper, lower, ...(byte === SPACE ? [[PLUS]] : [])];
}

function percentDigits(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, "0");
}
