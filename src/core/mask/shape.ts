/**
 * Secrets that are known by their shape: tokens with a telling prefix, credentials in a URL, headers.
 * @module
 */
import { type ByteClass, byteClass, endOfRun } from "./byte_class.ts";
import type { Attempt, Growth, Pattern, View } from "./pattern.ts";

/**
 * One stretch of a shape: fixed text (or one of several), or a run of bytes. A run is taken as far as it
 * goes. `last` ends it after the last such character in it, which is not part of it.
 */
export type ShapePart =
  | string
  | readonly string[]
  | { readonly of: string; readonly min?: number; readonly max?: number; readonly last?: string };

/** One entry of `configs/secrets.json`. */
export interface SecretShape {
  readonly name: string;
  readonly why: string;
  /** Whether no letter, digit or underscore may stand before it. */
  readonly standalone?: boolean;
  /** What stands before the secret and stays. One of the two first lists starts with text of 3 bytes or more. */
  readonly kept?: readonly ShapePart[];
  /** What is masked. A run without `max` must be the last, and takes all that follows. */
  readonly secret: readonly ShapePart[];
  /** What must follow, and stays. */
  readonly then?: readonly ShapePart[];
  readonly match: readonly string[];
  readonly not_match: readonly string[];
}

/** The place after a part, or one of the two below. */
type Step = number;
const NO: Step = -1;
const MORE: Step = -2;

type Part = (view: View, at: number) => Step;

/** The parts of a shape, compiled. */
interface Compiled {
  readonly name: string;
  readonly standalone: boolean;
  readonly kept: readonly Part[];
  readonly secret: readonly Part[];
  readonly then: readonly Part[];
  /** The class of the last run when it is open-ended. */
  readonly open: ByteClass | undefined;
}

/** So many bytes of an open-ended secret are waited for, to tell it from others; the rest is taken as it comes. */
const IDENTITY_BYTES = 64;

const WORD = byteClass("A-Za-z0-9_");
const encode = (text: string) => new TextEncoder().encode(text);

/** Compiles an entry. A mistake in it is thrown: the built-in list is part of the program. */
export function shapePattern(shape: SecretShape): Pattern {
  const [first] = [...shape.kept ?? [], ...shape.secret];
  const starts = typeof first === "string" ? [first] : Array.isArray(first) ? first : [];
  if (starts.length === 0 || starts.some((start) => encode(start).length < 3)) {
    throw new Error(`${shape.name} must start with text of 3 bytes or more`);
  }
  const last = shape.secret.at(-1);
  const open = isRun(last) && last.max === undefined ? byteClass(last.of) : undefined;
  if (open !== undefined && shape.then !== undefined) {
    throw new Error(`${shape.name} needs a max before what follows`);
  }
  const compiled = {
    name: shape.name,
    standalone: shape.standalone ?? false,
    kept: (shape.kept ?? []).map(compilePart),
    secret: shape.secret.map(compilePart),
    then: (shape.then ?? []).map(compilePart),
    open,
  };
  return {
    anchors: starts.map(encode),
    attempt: (view, at) => attemptShape(compiled, { view, at }),
  };
}

function isRun(part: ShapePart | undefined): part is Extract<ShapePart, { of: string }> {
  return typeof part === "object" && "of" in part;
}

function compilePart(part: ShapePart): Part {
  if (!isRun(part)) return textPart(typeof part === "string" ? [part] : part);
  const min = part.min ?? 0;
  const bounds = { of: byteClass(part.of), min, max: part.max ?? Math.max(min, IDENTITY_BYTES) };
  return part.last === undefined ? runPart(bounds) : runToLast({ ...bounds, last: part.last });
}

function textPart(texts: readonly string[]): Part {
  // Longer ones first, so that one which is the start of another does not hide it.
  const choices = texts.map(encode).sort((left, right) => right.length - left.length);
  return (view, at) => {
    let cut = false;
    for (const choice of choices) {
      const seen = Math.min(choice.length, view.end - at);
      if (!startsAlike(choice, { bytes: view.bytes, at, seen })) continue;
      if (seen === choice.length) return cut ? MORE : at + seen;
      cut ||= !view.final;
    }
    return cut ? MORE : NO;
  };
}

function startsAlike(
  choice: Uint8Array,
  { bytes, at, seen }: { readonly bytes: Uint8Array; readonly at: number; readonly seen: number },
): boolean {
  for (let index = 0; index < seen; index++) {
    if (choice[index] !== bytes[at + index]) return false;
  }
  return true;
}

interface RunBounds {
  readonly of: ByteClass;
  readonly min: number;
  readonly max: number;
}

function runPart({ of, min, max }: RunBounds): Part {
  return (view, at) => {
    const to = endOfRun(view.bytes, { of, from: at, end: Math.min(view.end, at + max) });
    if (to === view.end && to - at < max && !view.final) return MORE;
    return to - at < min ? NO : to;
  };
}

function runToLast({ of, max, last }: RunBounds & { readonly last: string }): Part {
  const run = runPart({ of, min: 1, max });
  return (view, at) => {
    const to = run(view, at);
    if (to < 0) return to;
    const place = view.bytes.subarray(at, to).lastIndexOf(last.charCodeAt(0));
    return place < 0 ? NO : at + place;
  };
}

function attemptShape(
  shape: Compiled,
  { view, at }: { readonly view: View; readonly at: number },
): Attempt {
  if (shape.standalone && at > 0 && WORD[view.bytes[at - 1] ?? 0] === 1) return undefined;
  const kept = follow(shape.kept, { view, at });
  if (kept.to === NO) return undefined;
  // What is kept is no secret; neither is the text that a token starts with.
  if (kept.to === MORE) return { kind: "undecided", holdFrom: undefined };
  const from = kept.to;
  const secret = follow(shape.secret, { view, at: from });
  if (secret.to === NO) return undefined;
  const isTelling = shape.kept.length > 0 || secret.passed > 0;
  if (secret.to === MORE) return { kind: "undecided", holdFrom: isTelling ? from : undefined };
  const then = follow(shape.then, { view, at: secret.to });
  if (then.to === NO) return undefined;
  if (then.to === MORE) return { kind: "undecided", holdFrom: from };
  const growth = shape.open === undefined ? undefined : runGrowth(shape.open);
  const identity = view.bytes.subarray(from, secret.to);
  return { kind: "found", name: shape.name, from, to: secret.to, identity, growth };
}

function follow(
  parts: readonly Part[],
  { view, at }: { readonly view: View; readonly at: number },
): { readonly to: Step; readonly passed: number } {
  let to = at;
  for (const [passed, part] of parts.entries()) {
    to = part(view, to);
    if (to < 0) return { to, passed };
  }
  return { to, passed: parts.length };
}

function runGrowth(of: ByteClass): Growth {
  return {
    grow(view, from) {
      const to = endOfRun(view.bytes, { of, from, end: view.end });
      return { to, ended: to < view.end || view.final };
    },
  };
}
