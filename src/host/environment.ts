/**
 * The caller's environment and arguments, read exactly or not at all.
 * @module
 */
import { escapeForDisplay } from "../core/display.ts";
import type { Environment } from "../core/plan.ts";
import type { Result } from "../core/types.ts";

/** What the runtime puts in the place of bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * All variables of this process. Refusal: `request-not-utf8` (what), naming the variable: the runtime
 * leaves out what is not UTF-8 without a word, and the command would miss it.
 */
export function readEnvironment(): Result<Environment> {
  const environment = Deno.env.toObject();
  // The launcher saw plain characters only: nothing can be missing.
  const isPlain = environment.EXECGUARD_ENVIRONMENT === "ascii" &&
    "EXECGUARD_LAUNCHER" in environment;
  if (isPlain) return { ok: true, value: environment };
  const unreadable = readNulSeparated("/usr/bin/env", ["-0"])?.find((entry) => !isUtf8(entry));
  if (unreadable === undefined) return { ok: true, value: environment };
  const [name] = new TextDecoder().decode(unreadable).split("=");
  return notUtf8(`the variable ${escapeForDisplay(name ?? "")}`);
}

/**
 * Refuses arguments of our own command line that are not UTF-8 (`request-not-utf8`): the runtime
 * replaced their bytes. Where the system does not show the original, the replacement character itself
 * is refused.
 */
export function checkArguments(args: readonly string[]): Result<true> {
  const suspects = args.flatMap((arg, index) => arg.includes(REPLACEMENT) ? [index] : []);
  if (suspects.length === 0) return { ok: true, value: true };
  const script = 'cat "/proc/$PPID/cmdline"';
  const original = readNulSeparated("/bin/sh", ["-c", script])?.slice(-args.length);
  const changed = suspects.find((index) => {
    const bytes = original?.[index];
    return bytes === undefined || !isUtf8(bytes);
  });
  if (changed === undefined) return { ok: true, value: true };
  return notUtf8(`argument ${changed + 1} of the command line`);
}

function notUtf8(what: string): Result<never> {
  return { ok: false, refusal: { code: "request-not-utf8", data: { what } } };
}

/**
 * What a program that inherits our environment prints, cut at NULs; undefined when it fails, or when
 * this subcommand may start none. The runtime itself can show neither bytes nor `/proc`.
 */
function readNulSeparated(program: string, args: string[]): Uint8Array[] | undefined {
  const bytes = outputOf(program, args);
  if (bytes === undefined) return undefined;
  const items: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0, start);
    items.push(bytes.subarray(start, end < 0 ? undefined : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  return items;
}

function outputOf(program: string, args: string[]): Uint8Array | undefined {
  try {
    const options = { args, cwd: "/", stdin: "null", stderr: "null" } as const;
    const { success, stdout } = new Deno.Command(program, options).outputSync();
    return success ? stdout : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
