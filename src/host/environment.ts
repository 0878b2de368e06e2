/**
 * The caller's environment and arguments, read exactly or not at all.
 * @module
 */
import type { Environment } from "../core/plan.ts";
import {
  type EnvironmentWishes,
  restoreEnvironment,
  type ScrubbedEnvironment,
  scrubEnvironment,
} from "../core/scrub_environment.ts";
import type { Result } from "../core/types.ts";

/** What the runtime puts in the place of bytes that are not UTF-8. */
const REPLACEMENT = "\ufffd";

/**
 * The caller's environment as it was before the launcher. Refusal: `request-not-utf8` (what), naming
 * the variable where the system tells it: a value that is not UTF-8 could only be passed on changed.
 */
export function callerEnvironment(): Result<Environment> {
  try {
    return { ok: true, value: restoreEnvironment(Deno.env.toObject()) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return notUtf8(`the variable ${unreadableVariable() ?? "of the environment"}`);
  }
}

/** What a command gets of the caller's environment. Refusals: `request-not-utf8`, `request-bad-value`, `request-nul`. */
export function childEnvironment(wishes: EnvironmentWishes): Result<ScrubbedEnvironment> {
  const caller = callerEnvironment();
  return caller.ok ? scrubEnvironment(caller.value, wishes) : caller;
}

/**
 * Refuses arguments of our own command line that are not UTF-8 (`request-not-utf8`): the runtime
 * replaced their bytes. Where the system does not show the original, the replacement character itself
 * is refused.
 */
export function checkArguments(args: readonly string[]): Result<true> {
  const suspects = args.flatMap((arg, index) => arg.includes(REPLACEMENT) ? [index] : []);
  if (suspects.length === 0) return { ok: true, value: true };
  const original = readNulSeparated("/proc/self/cmdline")?.slice(-args.length);
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

/** Name of the first variable that is not UTF-8, as far as that can be shown. */
function unreadableVariable(): string | undefined {
  const entry = readNulSeparated("/proc/self/environ")?.find((bytes) => !isUtf8(bytes));
  return entry && new TextDecoder().decode(entry).split("=")[0];
}

/** The items of a `/proc` file whose items each end with NUL; undefined where there is no such file. */
function readNulSeparated(path: string): Uint8Array[] | undefined {
  let bytes: Uint8Array;
  try {
    bytes = Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const items: Uint8Array[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0, start);
    items.push(bytes.subarray(start, end < 0 ? undefined : end));
    start = end < 0 ? bytes.length : end + 1;
  }
  return items;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
