/**
 * Our own input and output.
 * @module
 */
import type { StatusTarget } from "../core/ports.ts";
import type { Result } from "../core/types.ts";
import { shellScript } from "./shell_script.ts";

/** Standard input, as a path would be given. */
const STDIN = "-";
const PIECE_BYTES = 64 * 1024;
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

/**
 * Writes all bytes to one of our streams, and waits while its reader is slow, without holding up time limits
 * and signals. A closed pipe or full disk is thrown.
 */
export async function writeBytes(bytes: Uint8Array, stream: "stdout" | "stderr"): Promise<void> {
  for (let rest = bytes; rest.length > 0;) rest = rest.subarray(await Deno[stream].write(rest));
}

/** Whether both our outputs are the same file, pipe or terminal. */
export function isOutputShared(): boolean {
  const known = Deno.env.get("EXECGUARD_LAUNCHER") && Deno.env.get("EXECGUARD_OUTPUTS");
  if (known) return known === "shared";
  // Only a program that inherits them can compare them: the runtime does not say what they are.
  const outputs = { stdout: "inherit", stderr: "inherit" } as const;
  return shellScript("[ /dev/fd/1 -ef /dev/fd/2 ]", [], outputs).outputSync().success;
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

/** Standard input in pieces, as it comes. */
export function* inputPieces(): Iterable<Uint8Array> {
  for (;;) {
    const piece = new Uint8Array(PIECE_BYTES);
    const length = Deno.stdin.readSync(piece);
    if (length === null || length === 0) return;
    yield piece.subarray(0, length);
  }
}

/** Writes the outcome for `--status-file PATH` or `--status-fd N`. Refusal: `request-bad-value`. */
export async function writeStatus(target: StatusTarget, text: string): Promise<Result<true>> {
  const key = target.kind === "file" ? "--status-file" : "--status-fd";
  const refuse = (problem: string): Result<true> => ({
    ok: false,
    refusal: { code: "request-bad-value", data: { key, problem } },
  });
  try {
    if (target.kind === "descriptor") {
      return await writeDescriptor(target.number, text)
        ? { ok: true, value: true }
        : refuse("the descriptor takes no output");
    }
    using file = Deno.openSync(target.path, { write: true, create: true, truncate: true });
    return writeAll(file, text)
      ? { ok: true, value: true }
      : refuse("the outcome could not be written");
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    return refuse(error.message);
  }
}

/**
 * Writes to a descriptor that execguard was started with. The runtime opens none by number without every
 * permission; a shell inherits it.
 */
async function writeDescriptor(number: number, text: string): Promise<boolean> {
  const script = number < 10 ? 'exec cat >&"$1"' : 'exec cat >"/dev/fd/$1"';
  const child = shellScript(script, [String(number)], { stdin: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  // A descriptor that is not open ends the shell before it reads; its exit code tells.
  await writer.write(new TextEncoder().encode(text)).catch(() => {});
  await writer.close().catch(() => {});
  return (await child.status).success;
}
