/**
 * What a shell is asked to do, by its real option grammar.
 * @module
 */
import type { Arg } from "../arg.ts";
import type { ShellPolicy } from "../policy.ts";

/**
 * A shell's own argv, read.
 *
 * - `script`: text after `-c`, then `$0` and the positional arguments;
 * - `file`: a script file;
 * - `stdin`: commands from standard input;
 * - `information`: `--version` or `--help` alone.
 */
export type ShellCall =
  | {
    readonly kind: "script";
    readonly text: Arg;
    readonly positional: readonly Arg[];
    /** Whether start files chosen or loaded by an option run first. */
    readonly startFiles: boolean;
  }
  | { readonly kind: "file"; readonly file: Arg; readonly startFiles: boolean }
  | { readonly kind: "stdin" }
  | { readonly kind: "missing-text" }
  | { readonly kind: "information" };

interface ShellOptions {
  command: boolean;
  stdin: boolean;
  startFiles: boolean;
}

/**
 * Reads `-c`, `-ec`, `-lc`, `-o pipefail -c`, `--norc -c`, `-c -- S`, `+x`. Every option word may carry the `c`;
 * `o` and `O` take the next word. An option word known only at run time makes the text count as unknown.
 *
 * Source: spec.md, section 1.8; POSIX sh; the bash, dash, mksh and zsh manuals.
 */
export function readShellCall(args: readonly Arg[], shells: ShellPolicy): ShellCall {
  const options: ShellOptions = { command: false, stdin: false, startFiles: false };
  let index = 1;
  for (; index < args.length; index++) {
    const text = args[index]?.text;
    if (text === undefined || !/^[-+]/.test(text)) break;
    if (text === "--version" || text === "--help") return { kind: "information" };
    if (text === "--" || text === "-") {
      index++;
      break;
    }
    index += text.startsWith("--")
      ? readLongOption(text, { options, shells })
      : readCluster(text, { options, shells });
  }
  return classify(args.slice(index), options);
}

function classify(rest: readonly Arg[], options: ShellOptions): ShellCall {
  const [first, ...positional] = rest;
  const startFiles = options.startFiles;
  if (options.command) {
    return first === undefined
      ? { kind: "missing-text" }
      : { kind: "script", text: first, positional, startFiles };
  }
  if (first === undefined || options.stdin) return { kind: "stdin" };
  return { kind: "file", file: first, startFiles };
}

interface OptionPlace {
  readonly options: ShellOptions;
  readonly shells: ShellPolicy;
}

/** How many further words the option takes. */
function readLongOption(text: string, place: OptionPlace): number {
  const name = text.split("=")[0] ?? text;
  if (place.shells.startFileOptions.has(name)) place.options.startFiles = true;
  return place.shells.longOptionsWithValue.has(text) ? 1 : 0;
}

function readCluster(text: string, place: OptionPlace): number {
  let values = 0;
  for (const letter of text.slice(1)) {
    if (letter === "c" && text.startsWith("-")) place.options.command = true;
    if (letter === "s") place.options.stdin = true;
    if (letter === "o" || letter === "O") values++;
    if (place.shells.startFileOptions.has(`-${letter}`)) place.options.startFiles = true;
  }
  return values;
}
