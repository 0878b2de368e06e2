/**
 * Short shell scripts, for what the runtime itself may not do or cannot.
 * @module
 */

/** Nothing of the caller's decides which programs a script finds, nor in which language they answer. */
const ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C" };

/** The streams that a script is given; the others are closed. */
export type ScriptOptions = Pick<Deno.CommandOptions, "stdin" | "stdout" | "stderr" | "signal">;

/** A script for `/bin/sh` that has the words as `$1` and on, to be started in `/` with none of our variables. */
export function shellScript(
  text: string,
  words: readonly string[],
  options: ScriptOptions = {},
): Deno.Command {
  return new Deno.Command("/bin/sh", {
    args: ["-c", text, "sh", ...words],
    clearEnv: true,
    env: ENVIRONMENT,
    cwd: "/",
    stdin: "null",
    stdout: "null",
    stderr: "null",
    ...options,
  });
}
