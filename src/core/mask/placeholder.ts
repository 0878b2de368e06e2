/**
 * What stands in the place of a secret.
 * @module
 */

/** Digits of the tag: enough to tell two secrets of one name apart, too few to say anything about them. */
const TAG_DIGITS = 4;

/** Any placeholder, with or without its tag. */
const PLACEHOLDER = /\[masked:[A-Za-z0-9_.-]+(?:#[0-9a-f]+)?\]/;

/**
 * The placeholder of a secret called `name`; `hash` is its keyed hash, so that the same secret has the
 * same tag wherever it appears.
 *
 * @example
 * ```ts
 * import { placeholder } from "./placeholder.ts";
 * placeholder("API_TOKEN", "a129ca6149be45e5"); // "[masked:API_TOKEN#a129]"
 * ```
 */
export function placeholder(name: string, hash: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.-]/g, "_");
  return `[masked:${plain}#${hash.slice(0, TAG_DIGITS)}]`;
}

/** Whether a text holds a placeholder: somebody uses masked output as if it were the value. */
export function holdsPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}
