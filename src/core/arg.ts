/**
 * A word as the judge sees it: exact text where nothing is decided at run time, else what it may become.
 * @module
 */

/**
 * A stretch of a word that is not known when it is judged.
 *
 * - `glob`: a file name pattern chosen by the script (`*`, `?`, `[..]`), source text kept;
 * - `number`: the result of arithmetic;
 * - `unknown`: anything.
 */
export type Hole =
  | { readonly hole: "glob"; readonly text: string }
  | { readonly hole: "number" }
  | { readonly hole: "unknown" };

/** One thing a word may become: literal stretches and holes, in order. */
export type Pattern = readonly (string | Hole)[];

/** One argument. */
export interface Arg {
  /** The exact text; undefined when there are several alternatives or any hole. */
  readonly text: string | undefined;
  /** Everything it may become; exactly one all-text pattern when `text` is set. Never empty. */
  readonly alternatives: readonly Pattern[];
  /** True when it may become several words, or none (unquoted expansion, glob, brace). */
  readonly splits: boolean;
  /** The text for a person and for `argv` in findings. */
  readonly shown: string;
}

/** An argument of which every character is known. */
export function literalArg(text: string): Arg {
  return { text, alternatives: [[text]], splits: false, shown: text };
}

/** The literal characters every alternative certainly starts with, up to the first hole, of one alternative. */
export function literalPrefix(pattern: Pattern): string {
  const first = pattern[0];
  return typeof first === "string" ? first : "";
}

/** Whether the argument may turn out to be an option: starts with `-`, or with something unknown. */
export function mayBeFlag(arg: Arg): boolean {
  return arg.alternatives.some((pattern) => {
    const first = pattern[0];
    return typeof first === "string" ? first.startsWith("-") : first !== undefined;
  });
}

/** Whether any character is wholly unknown (an environment value, output of a command). */
export function hasUnknown(arg: Arg): boolean {
  return arg.alternatives.some((pattern) =>
    pattern.some((part) => typeof part !== "string" && part.hole === "unknown")
  );
}
