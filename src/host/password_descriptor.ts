/**
 * Reading a secret from a descriptor that the caller opened.
 * @module
 */
import type { Result } from "../core/types.ts";
import { shellScript } from "./shell_script.ts";

/** Longer is no password. */
const MAX_BYTES = 1024;
const LIMIT_MS = 20_000;

/**
 * Reads one line and no further. The shell's own words do it, so that the secret stands in no argument list;
 * it inherits the descriptor, which the runtime could open only with every permission there is.
 */
const READER = `
eval "exec 0<&$1"
IFS= read -r line
printf %s "$line"
`;

/**
 * The first line of descriptor 3 to 9, without its end, for the caller to wipe. Refusal: `request-bad-value` for
 * one that is not open, says nothing in time, or holds more than a password.
 */
export async function readDescriptor(descriptor: number): Promise<Result<Uint8Array>> {
  const refuse = (problem: string): Result<Uint8Array> => ({
    ok: false,
    refusal: { code: "request-bad-value", data: { key: "--password-fd", problem } },
  });
  const { success, stdout } = await shellScript(READER, [String(descriptor)], {
    stdout: "piped",
    signal: AbortSignal.timeout(LIMIT_MS),
  }).output();
  if (!success || stdout.length === 0) {
    return refuse(`descriptor ${descriptor} is not open for reading, or holds no password`);
  }
  return stdout.length > MAX_BYTES ? refuse("it is too long") : { ok: true, value: stdout };
}
