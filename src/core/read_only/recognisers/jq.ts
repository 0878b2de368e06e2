/**
 * Whether a jq or yq filter only computes from its input.
 * Source: the jq 1.7 manual; the operator list of yq 4.
 * @module
 */

/** Names that reach the environment, modules or other files. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ["env", "env is the environment"],
  ["ENV", "$ENV is the environment"],
  ["strenv", "strenv reads the environment"],
  ["envsubst", "envsubst reads the environment"],
  ["import", "import reads a module"],
  ["include", "include reads a module"],
  ["modulemeta", "modulemeta reads a module"],
  ["load", "load reads a file"],
  ["load_str", "load_str reads a file"],
  ["load_xml", "load_xml reads a file"],
  ["load_props", "load_props reads a file"],
  ["load_base64", "load_base64 reads a file"],
  ["eval", "eval runs text as a filter"],
  ["system", "system runs a command"],
]);

const NAME = /[A-Za-z_]\w*/y;
const OPEN = new Map([[")", "("], ["]", "["], ["}", "{"]]);

interface Filter {
  readonly text: string;
  at: number;
  /** Brackets that are open; `"` for the string around an interpolation. */
  readonly open: string[];
}

/**
 * The reason why a filter may reach more than its input, or undefined. Comments are refused: versions of jq
 * disagree on where they end.
 *
 * @example
 * ```ts
 * import { readJq } from "./jq.ts";
 * readJq(".env | keys[]"); // undefined
 * readJq("env.PATH"); // env is the environment
 * ```
 */
export function readJq(text: string): string | undefined {
  const filter: Filter = { text, at: 0, open: [] };
  while (filter.at < text.length) {
    const why = readToken(filter);
    if (why !== undefined) return why;
  }
  return filter.open.length === 0 ? undefined : "its brackets do not match";
}

function readToken(filter: Filter): string | undefined {
  const character = filter.text[filter.at] ?? "";
  if (/[A-Za-z_]/.test(character)) return readName(filter);
  filter.at++;
  if (character === '"') return readString(filter);
  if (/[([{]/.test(character)) {
    filter.open.push(character);
    return undefined;
  }
  const opening = OPEN.get(character);
  if (opening !== undefined) return readClosing(filter, opening);
  if (/[\s\d.|,:;=<>+\-*/%?!$@&~]/.test(character)) return undefined;
  return `${character} is not read`;
}

function readClosing(filter: Filter, opening: string): string | undefined {
  if (filter.open.pop() !== opening) return "its brackets do not match";
  if (opening !== "(" || filter.open.at(-1) !== '"') return undefined;
  filter.open.pop();
  return readString(filter);
}

/** The rest of a string; `\(` starts code whose `)` leads back here. */
function readString(filter: Filter): string | undefined {
  const { text } = filter;
  for (; filter.at < text.length; filter.at++) {
    const character = text[filter.at];
    if (character === '"') {
      filter.at++;
      return undefined;
    }
    if (character !== "\\") continue;
    filter.at++;
    if (text[filter.at] !== "(") continue;
    filter.at++;
    filter.open.push('"', "(");
    return undefined;
  }
  return "a string has no end";
}

function readName(filter: Filter): string | undefined {
  const { text, at } = filter;
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[0] ?? "";
  filter.at += name.length;
  const refused = REFUSED.get(name);
  if (refused === undefined) return undefined;
  const isField = text[at - 1] === "." && text[at - 2] !== ".";
  const isKey = filter.open.at(-1) === "{" && /^\s*:(?!:)/.test(text.slice(filter.at));
  return isField || isKey ? undefined : refused;
}
