/**
 * Runs a user's decider.
 * @module
 */

/** Longer answers are none. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** So long a decider may think. Source: spec.md, section 10. */
const DECIDER_MS = 10_000;

/** What a decider answered, or why it could not be heard. */
export async function decide(
  argv: readonly string[],
  question: string,
): Promise<{ readonly answer: string } | { readonly problem: string }> {
  const [program = "", ...args] = argv;
  try {
    const options = { args, cwd: "/", stdin: "piped", stdout: "piped", stderr: "null" } as const;
    const child = new Deno.Command(program, { ...options, detached: true }).spawn();
    const timer = setTimeout(() => end(child), DECIDER_MS);
    const [text, status] = await Promise.all([readAll(child), child.status, ask(child, question)])
      .finally(() => clearTimeout(timer));
    if (status.signal === "SIGKILL") {
      return { problem: "it took longer than 10 s or said too much" };
    }
    if (!status.success) return { problem: `it ended with code ${status.code}` };
    return { answer: text };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/** A decider need not read its question. */
async function ask(child: Deno.ChildProcess, question: string): Promise<void> {
  const writer = child.stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(question));
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

async function readAll(child: Deno.ChildProcess): Promise<string> {
  let text = "";
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.length <= MAX_ANSWER_BYTES) continue;
    end(child);
    break;
  }
  return text;
}

/** With whatever it started: it leads a group of its own. */
function end(child: Deno.ChildProcess): void {
  try {
    Deno.kill(-child.pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
