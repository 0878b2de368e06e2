/**
 * What a line typed at the question means.
 * @module
 */

/** A person's answer. */
export type Answer =
  | { readonly kind: "yes" | "remember" }
  | { readonly kind: "no"; readonly reason: string }
  | { readonly kind: "unclear" };

/**
 * Reads a typed line: `y` yes, `r` yes and remember, `n [reason]` or nothing no; whole words count too. Whatever
 * else is typed is asked again, never taken as a yes.
 *
 * @example
 * ```ts
 * import { readAnswer } from "./answer.ts";
 * readAnswer("n not on a Friday"); // { kind: "no", reason: "not on a Friday" }
 * ```
 */
export function readAnswer(line: string): Answer {
  const [word = "", ...rest] = line.trim().split(/\s+/);
  const reason = rest.join(" ");
  switch (word.toLowerCase()) {
    case "":
    case "n":
    case "no":
      return { kind: "no", reason };
    case "y":
    case "yes":
      return reason === "" ? { kind: "yes" } : { kind: "unclear" };
    case "r":
    case "remember":
      return reason === "" ? { kind: "remember" } : { kind: "unclear" };
  }
  return { kind: "unclear" };
}
