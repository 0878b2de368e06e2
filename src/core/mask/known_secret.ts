/**
 * Values that are known to be secret, and every way in which output may show them.
 * @module
 */
import type { Pattern } from "./pattern.ts";
import {
  brokenSpelling,
  percentSpelling,
  plainSpelling,
  type Spelling,
  spellingPattern,
} from "./spelling.ts";

/** A value that must not be shown, and the name of the variable that holds it. */
export interface KnownSecret {
  readonly name: string;
  readonly value: string;
}

/** Shorter values are too common to be masked: they would be found everywhere. Source: spec.md, section 8. */
export const MIN_SECRET_LENGTH = 8;

/** Values with fewer different characters are fillers (`xxxxxxxx`, `********`). */
const MIN_VARIETY = 4;

/** A line of a value is looked for on its own when it is at least so long and has no blanks. */
const MIN_LINE_LENGTH = 16;

/** Longer texts are looked for in pieces; what is held back stays bounded. */
const MAX_PIECE = 4096;

/** Whether a value is masked at all: long enough, no filler, no common word. */
export function isMaskable(value: string, commonWords: ReadonlySet<string>): boolean {
  const text = value.trim();
  return text.length >= MIN_SECRET_LENGTH && new Set(text).size >= MIN_VARIETY &&
    !commonWords.has(text.toLowerCase());
}

/**
 * The patterns that find a value: as it is, its long lines alone, percent-encoded, in JSON, and in
 * base64 wherever it starts in the encoded text.
 */
export function knownPatterns({ name, value }: KnownSecret): Pattern[] {
  const text = value.trim();
  const whole = new TextEncoder().encode(text);
  const json = JSON.stringify(text).slice(1, -1);
  const spellings = [
    ...piecesOf(whole).map(plainSpelling),
    ...linesOf(text).flatMap((line) => piecesOf(new TextEncoder().encode(line)).map(plainSpelling)),
    ...(json === text ? [] : piecesOf(new TextEncoder().encode(json)).map(plainSpelling)),
    ...(/^[A-Za-z0-9]+$/.test(text) ? [] : piecesOf(whole).map(percentSpelling)),
    ...base64Spellings(whole),
  ];
  return spellings.map((spelling) => spellingPattern({ name, identity: whole }, spelling));
}

/** The long lines of a value of several lines; markers of armour are no secret. */
function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  if (lines.length < 2) return [];
  return lines.filter((line) =>
    line.length >= MIN_LINE_LENGTH && !/\s/.test(line) && !line.startsWith("-----")
  );
}

/** Cuts what is too long; the last piece may be a little longer, so that none is short. */
function piecesOf(bytes: Uint8Array): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let rest = bytes;
  while (rest.length > MAX_PIECE + MIN_SECRET_LENGTH) {
    pieces.push(rest.subarray(0, MAX_PIECE));
    rest = rest.subarray(MAX_PIECE);
  }
  return [...pieces, rest];
}

/**
 * The characters of base64 that the value alone decides, for each of the three places it can take in a
 * group of three bytes; in both alphabets. Each twice, the second without its first two characters: a
 * line break may stand between those.
 */
function base64Spellings(value: Uint8Array): Spelling[] {
  const texts = [0, 1, 2].flatMap((before) => {
    const padded = new Uint8Array(before + value.length);
    padded.set(value, before);
    const decided = Math.floor((before + value.length) * 8 / 6);
    const text = encodeBase64(padded).slice(Math.ceil(before * 8 / 6), decided);
    const urlText = text.replaceAll("+", "-").replaceAll("/", "_");
    return urlText === text ? [text] : [text, urlText];
  });
  return texts
    .flatMap((text) => [text, text.slice(2)])
    .filter((text) => text.length >= MIN_SECRET_LENGTH)
    .flatMap((text) => piecesOf(new TextEncoder().encode(text)).map(brokenSpelling));
}

function encodeBase64(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary);
}
