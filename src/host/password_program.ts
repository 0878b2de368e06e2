/**
 * Starting the system's own programs with a secret on their input.
 * @module
 */

/** A program that has not answered by then has not said yes. Source: spec.md, section 4. */
const LIMIT_MS = 20_000;

/** Only this: nothing of the caller's steers a program that verifies. Messages in English, to be told apart. */
const ENVIRONMENT = { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C" };

const NEWLINE = 10;

/** How a program ended. */
export interface ProgramAnswer {
  /** 137 when the time was over; 127 when it could not be started. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a program is started with. */
export interface ProgramStart {
  readonly args: readonly string[];
  /** One line of input; nothing when undefined. Stays the caller's, who wipes it. */
  readonly secret: Uint8Array | undefined;
}

/**
 * Runs a program to its end in a session of its own, so that it has no terminal to ask on and sudo binds a
 * ticket to this process.
 */
export async function startedWithSecret(
  program: string,
  start: ProgramStart,
): Promise<ProgramAnswer> {
  try {
    const child = new Deno.Command(program, {
      args: [...start.args],
      env: ENVIRONMENT,
      clearEnv: true,
      cwd: "/",
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      detached: true,
      signal: AbortSignal.timeout(LIMIT_MS),
    }).spawn();
    const [output] = await Promise.all([child.output(), feed(child, start.secret)]);
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code: output.code, stdout: decode(output.stdout), stderr: decode(output.stderr) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return { code: 127, stdout: "", stderr: "" };
    }
    throw error;
  }
}

async function feed(child: Deno.ChildProcess, secret: Uint8Array | undefined): Promise<void> {
  const line = secret === undefined ? new Uint8Array() : new Uint8Array([...secret, NEWLINE]);
  const writer = child.stdin.getWriter();
  try {
    if (line.length > 0) await writer.write(line);
    await writer.close();
  } catch {
    // It ended without asking.
  } finally {
    line.fill(0);
  }
}
