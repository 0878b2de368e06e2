/**
 * The text of a `.env` file.
 * @module
 */

/** One assignment. */
export interface EnvEntry {
  readonly name: string;
  readonly value: string;
}

/**
 * A name, what it is assigned, and a comment. Quoted values may span lines; the readers of such files
 * differ in the rest (escapes, variables in values), which makes no difference to a mask.
 */
const ASSIGNMENT =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.]*)[ \t]*[=:][ \t]*(?:"((?:\\[^]|[^"\\])*)"|'([^']*)'|`([^`]*)`|(.*?))[ \t]*(?:[ \t]#.*)?$/gm;

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/**
 * The assignments of a `.env` file, in order; what is none is skipped.
 *
 * @example
 * ```ts
 * import { parseEnvText } from "./env_text.ts";
 * parseEnvText("export KEY='a b' # comment"); // [{ name: "KEY", value: "a b" }]
 * ```
 */
export function parseEnvText(text: string): EnvEntry[] {
  const lines = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  return Array.from(lines.matchAll(ASSIGNMENT), (match) => {
    const [, name = "", double, single, back, bare] = match;
    const value = double === undefined ? single ?? back ?? bare ?? "" : unescape(double);
    return { name, value };
  });
}

function unescape(text: string): string {
  return text.replace(/\\([^])/g, (_, character: string) => ESCAPES[character] ?? character);
}
