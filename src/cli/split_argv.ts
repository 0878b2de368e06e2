/**
 * Where the command line of execguard ends and the argv begins.
 * @module
 */

/** The two halves of a command line. */
export interface SplitLine {
  /** Words for execguard itself. */
  readonly own: readonly string[];
  /** The argv, verbatim; undefined when there is none. */
  readonly argv: readonly string[] | undefined;
}

/**
 * Everything after the first `--` is the argv; without one, the first word that is neither an option nor
 * the value of one starts it. `valued` holds the options that take the next word (`--cwd`, `-C`).
 *
 * @example
 * ```ts
 * import { splitArgv } from "./split_argv.ts";
 * splitArgv(["--cwd", "/x", "ls", "--json"], new Set(["--cwd"])); // { own: ["--cwd", "/x"], argv: ["ls", "--json"] }
 * ```
 */
export function splitArgv(words: readonly string[], valued: ReadonlySet<string>): SplitLine {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (word === "--") return { own: words.slice(0, index), argv: words.slice(index + 1) };
    if (!word.startsWith("-") || word === "-") {
      return { own: words.slice(0, index), argv: words.slice(index) };
    }
    if (valued.has(word)) index++;
  }
  return { own: words, argv: undefined };
}
