/**
 * Private keys in PEM armour: from the first marker to the last, or as far as lines look like a key when
 * the end is missing.
 * @module
 */
import { byteClass, endOfRun } from "./byte_class.ts";
import type { Attempt, Growth, Pattern, View } from "./pattern.ts";

const START = new TextEncoder().encode("-----BEGIN ");
const DASH = 0x2d;
const LF = 0x0a;
const BACKSLASH = 0x5c;
const LETTER_N = 0x6e;

/** What may stand between `BEGIN ` and the closing dashes. */
const LABEL = byteClass("A-Z0-9 ");
const MAX_LABEL = 48;
const PRIVATE_LABEL = /PRIVATE KEY( BLOCK)?$/;
const CLOSING = "-----";

/** So much after the first marker tells one key from another. */
const IDENTITY_BYTES = 96;

/** A line is judged by its first bytes when it is longer; what is held back stays bounded. */
const MAX_LINE = 4096;

/** How lines of a key look, after what a listing or a text may add at their ends was taken off. */
const END_MARKER = /-----END [A-Z0-9 ]{0,48}-----/;
const HEADER = /\b(?:Proc-Type|DEK-Info|Comment|Version|Hash|Charset|MessageID):/;
const SHORT_LINE = /^[\s"'+>|#*]*=?[A-Za-z0-9+/]{0,76}={0,2}$/;
const BASE64 = byteClass("A-Za-z0-9+/=");
const ADDED = byteClass(" \t\r\"',;\\");

/** A line that ends in so many characters of base64 is one of a key, whatever stands before them: a file name, a time. */
const FULL_LINE = 24;

/** Finds private keys of OpenSSL, OpenSSH and PGP by their first marker. */
export function privateKeyPattern(name: string): Pattern {
  return { anchors: [START], attempt: (view, at) => attemptKey(name, { view, at }) };
}

function attemptKey(
  name: string,
  { view, at }: { readonly view: View; readonly at: number },
): Attempt {
  const { bytes, end, final } = view;
  const seen = Math.min(START.length, end - at);
  if (!START.subarray(0, seen).every((byte, index) => byte === bytes[at + index])) return undefined;
  const labelEnd = endOfRun(bytes, {
    of: LABEL,
    from: Math.min(end, at + START.length),
    end: Math.min(end, at + START.length + MAX_LABEL),
  });
  const to = labelEnd + CLOSING.length;
  if (to > end && bytes.subarray(labelEnd, end).every((byte) => byte === DASH)) {
    // The marker itself is no secret, so nothing is held back for it.
    return final ? undefined : { kind: "undecided", holdFrom: undefined };
  }
  if (textOf(bytes, { from: labelEnd, to }) !== CLOSING) return undefined;
  if (!PRIVATE_LABEL.test(textOf(bytes, { from: at + START.length, to: labelEnd }))) {
    return undefined;
  }
  const identityTo = Math.min(to + IDENTITY_BYTES, end);
  if (identityTo < to + IDENTITY_BYTES && !final) return { kind: "undecided", holdFrom: to };
  const identity = bytes.subarray(to, identityTo);
  return { kind: "found", name, from: at, to, identity, growth: keyGrowth() };
}

/** Takes whole lines as long as they look like those of a key. */
function keyGrowth(): Growth {
  let mayEnd = false;
  return {
    grow(view, from) {
      let to = from;
      for (;;) {
        const line = nextLine(view, to);
        if (line === undefined) return { to, ended: view.final };
        const marker = END_MARKER.exec(line.text);
        if (marker !== null) return { to: to + marker.index + marker[0].length, ended: true };
        const kind = kindOfLine(line.text);
        if (kind === "other" || (kind === "short" && mayEnd)) return { to, ended: true };
        // Only the last line of a key is short: what follows one is either the end or something else.
        mayEnd ||= kind === "short";
        to = line.to;
      }
    },
  };
}

function kindOfLine(line: string): "full" | "short" | "empty" | "other" {
  const text = line.endsWith("\\r") ? line.slice(0, -2) : line;
  let end = text.length;
  while (end > 0 && ADDED[text.charCodeAt(end - 1)] === 1) end--;
  let start = end;
  while (start > 0 && BASE64[text.charCodeAt(start - 1)] === 1) start--;
  if (end - start >= FULL_LINE || HEADER.test(text)) return "full";
  if (end === 0) return "empty";
  return SHORT_LINE.test(text.slice(0, end)) ? "short" : "other";
}

/** One line with its end, which may be the two characters `\n` inside a JSON text; undefined while it is not whole. */
function nextLine(
  { bytes, end, final }: View,
  from: number,
): { readonly text: string; readonly to: number } | undefined {
  const limit = Math.min(end, from + MAX_LINE);
  for (let at = from; at < limit; at++) {
    const byte = bytes[at];
    if (byte === LF) return { text: textOf(bytes, { from, to: at }), to: at + 1 };
    if (byte === BACKSLASH && at + 1 < limit && bytes[at + 1] === LETTER_N) {
      return { text: textOf(bytes, { from, to: at }), to: at + 2 };
    }
  }
  const isWhole = limit - from === MAX_LINE || (final && limit > from);
  return isWhole ? { text: textOf(bytes, { from, to: limit }), to: limit } : undefined;
}

function textOf(bytes: Uint8Array, range: { readonly from: number; readonly to: number }): string {
  return String.fromCharCode(...bytes.subarray(range.from, range.to));
}
