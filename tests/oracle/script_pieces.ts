/**
 * Small tools for making scripts.
 * @module
 */
import fc from "fast-check";

/** What a script may hold: `posix` leaves out what dash does not know. */
export type Grammar = "posix" | "bash";

/** What the makers of words and commands need of each other. */
export interface Context {
  readonly grammar: Grammar;
  /** Several commands. */
  readonly list: fc.Arbitrary<string>;
  readonly word: fc.Arbitrary<string>;
}

/** One of the given texts. */
export function oneOf(...texts: readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...texts);
}

/** One of the texts between the blanks; `‵` stands for a backquote, which a raw template cannot hold. */
export function choices(list: string): fc.Arbitrary<string> {
  return oneOf(...list.replaceAll("‵", "`").split(" "));
}

/** A sentence of parts: strings stay, arbitraries are filled in. */
export function text(...parts: readonly (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> {
  const filled = parts.map((part) => typeof part === "string" ? fc.constant(part) : part);
  return fc.tuple(...filled).map((pieces) => pieces.join(""));
}

/** Up to `maxLength` items, a blank before each. */
export function spaced(item: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc.array(item, { maxLength }).map((items) => items.map((it) => ` ${it}`).join(""));
}

/**
 * One of the choices that every shell knows, or of those that only Bash and its like know. Deep inside, always the first, which
 * must not nest.
 */
export function alternatives(
  { grammar }: Context,
  common: readonly fc.Arbitrary<string>[],
  bash: readonly fc.Arbitrary<string>[],
): fc.Arbitrary<string> {
  const all = [...common, ...(grammar === "bash" ? bash : [])];
  return fc.oneof({ maxDepth: 3, depthIdentifier: "script" }, ...all);
}
