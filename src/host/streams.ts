/**
 * Our own input and output.
 * @module
 */
import type { Result } from "../core/types.ts";

/** Standard input, as a path would be given. */
const STDIN = "-";
/** A request or one line of batch input may be this long, in bytes; an argv cannot be longer than about 2 MiB. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** Writes a whole text; false when nobody reads any more or nothing more fits. */
export function writeAll(stream: { writeSync(bytes: Uint8Array): number }, text: string): boolean {
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(stream.writeSync(rest));
    return true;
  } catch {
    // A closed pipe, a full disk, a closed descriptor: all that can be done is to say so in the exit code.
    return false;
  }
}

/** The text of a file, or of standard input for `-`. Refusal: `request-bad-value`. */
export async function readInput(path: string): Promise<Result<string>> {
  const refuse = (problem: string): Result<string> => ({
    ok: false,
    refusal: { code: "request-bad-value", data: { key: "--request", problem } },
  });
  try {
    const bytes = path === STDIN
      ? new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer())
      : await Deno.readFile(path);
    return { ok: true, value: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return refuse(`there is no file "${path}"`);
    if (error instanceof Deno.errors.PermissionDenied) return refuse(`"${path}" cannot be read`);
    if (error instanceof Deno.errors.IsADirectory) return refuse(`"${path}" is a directory`);
    if (error instanceof TypeError) return refuse(`"${path}" is not valid UTF-8`);
    throw error;
  }
}

/**
 * Lines of standard input without their ends. A line over the limit is given shortened, so that it is
 * no valid request any more, and memory stays bounded.
 */
export async function* inputLines(): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of Deno.stdin.readable) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (rest.length > MAX_LINE_BYTES) rest = rest.slice(0, MAX_LINE_BYTES);
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
}

/** Writes the outcome for `--status-file PATH` or `--status-fd N`. Refusal: `request-bad-value`. */
export function writeStatus(target: string, text: string): Result<true> {
  try {
    const file = Deno.openSync(target, {
      write: true,
      create: !target.startsWith("/dev/fd/"),
      truncate: !target.startsWith("/dev/fd/"),
    });
    try {
      if (writeAll(file, text)) return { ok: true, value: true };
    } finally {
      file.close();
    }
    return {
      ok: false,
      refusal: {
        code: "request-bad-value",
        data: { key: target, problem: "the outcome could not be written" },
      },
    };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return {
      ok: false,
      refusal: { code: "request-bad-value", data: { key: target, problem: error.message } },
    };
  }
}
