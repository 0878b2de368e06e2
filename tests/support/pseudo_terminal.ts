/**
 * A real terminal with somebody typing at it, by `script` of util-linux.
 *
 *     await using terminal = new PseudoTerminal(env, "execguard run -- touch a; echo code=$?");
 *     await terminal.sees("Run it?");
 *     await terminal.types("y\r");
 *     assert.match(await terminal.end(), /code=0/);
 * @module
 */
import type { RunOptions, TestEnv } from "./test_env.ts";

/** What is tested: an executable, or this checkout. */
export const PROGRAM = Deno.env.get("EXECGUARD_BIN") ||
  new URL("../../scripts/execguard", import.meta.url).pathname;

/** Longer waiting is a failed test. */
const PATIENCE_MS = 30_000;

/** How the terminal's command is started. */
export interface TerminalOptions extends Pick<RunOptions, "env" | "cwd"> {
  /** What `execguard` in the command line stands for. */
  readonly program?: string;
}

/** A shell command line on a terminal of its own; `execguard` in it is the program under test. */
export class PseudoTerminal implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #keys: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<void>;
  #shown = "";
  #changed = Promise.withResolvers<void>();
  #isOver = false;

  constructor(env: TestEnv, line: string, options: TerminalOptions = {}) {
    const { program = PROGRAM, ...rest } = options;
    const text = `execguard() { '${program}' "$@"; }; ${line}`;
    const argv = ["script", "--quiet", "--flush", "--return", "--command", text, "/dev/null"];
    this.#child = env.start(argv, { ...rest, stdin: "" });
    this.#keys = this.#child.stdin.getWriter();
    this.#reading = this.#read();
  }

  /** Waits until this text is on the screen (again, after what was seen before). */
  async sees(text: string): Promise<void> {
    const timer = setTimeout(() => this.#kill(), PATIENCE_MS);
    for (;;) {
      const at = this.#shown.indexOf(text);
      if (at >= 0) {
        this.#shown = this.#shown.slice(at + text.length);
        return clearTimeout(timer);
      }
      if (this.#isOver) {
        clearTimeout(timer);
        throw new Error(`"${text}" did not appear; what did:\n${this.#shown}`);
      }
      await this.#changed.promise;
    }
  }

  async types(keys: string): Promise<void> {
    await this.#keys.write(new TextEncoder().encode(keys));
  }

  /** Waits for the end of the command line; what was shown since, without carriage returns. */
  async end(): Promise<string> {
    const timer = setTimeout(() => this.#kill(), PATIENCE_MS);
    await Promise.all([this.#child.status, this.#reading]);
    clearTimeout(timer);
    return this.#shown.replaceAll("\r", "");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#kill();
    await this.#keys.abort().catch(() => {});
    await Promise.all([this.#child.status, this.#reading, this.#child.stderr.cancel()]);
  }

  async #read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.#child.stdout) {
      this.#shown += decoder.decode(chunk, { stream: true });
      this.#changed.resolve();
      this.#changed = Promise.withResolvers();
    }
    this.#isOver = true;
    this.#changed.resolve();
  }

  #kill(): void {
    try {
      Deno.kill(-this.#child.pid, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
