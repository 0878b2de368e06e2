/**
 * Asking a person on the terminal.
 * @module
 */
import { type Answer, readAnswer } from "../core/approval/answer.ts";
import type { Terminal } from "../core/approval/ports.ts";
import { TypedLine } from "../core/approval/typed_line.ts";

/** How long nothing may be typed before silence is a no. A secret is known by heart: spec.md, section 4. */
const PATIENCE_MS = { answer: 5 * 60_000, secret: 20_000 } as const;

/** Unclear answers until it is a no. */
const MAX_UNCLEAR = 3;

/** What may be answered besides no. */
export interface AnswerOptions {
  /** Whether "remember" is offered. */
  readonly rememberable: boolean;
}

/**
 * Asks for a yes below a question that is on the screen already. Nothing, ^C, ^D, silence, a signal and the
 * end of the terminal are a no; so is an answer that is still unclear the third time.
 */
export async function askYes(terminal: Terminal, options: AnswerOptions): Promise<Answer> {
  const remember = options.rememberable ? ", r = yes and always allow exactly this here" : "";
  for (let asked = 0; asked < MAX_UNCLEAR; asked++) {
    await terminal.write(`Run it? y = yes${remember}, n [reason] = no (Enter is no): `);
    const line = await readLine(terminal, { secret: false });
    if (line === undefined) return { kind: "no", reason: "" };
    const answer = readAnswer(line.text());
    const isOffered = answer.kind !== "remember" || options.rememberable;
    if (answer.kind !== "unclear" && isOffered) return answer;
  }
  return { kind: "no", reason: "" };
}

/** Asks for a secret, which is not shown; undefined for every kind of no. The caller wipes it. */
export async function askSecret(
  terminal: Terminal,
  prompt: string,
): Promise<Uint8Array | undefined> {
  await terminal.write(`${prompt} (not shown; Enter alone is no): `);
  const line = await readLine(terminal, { secret: true });
  const secret = line?.take();
  return secret === undefined || secret.length === 0 ? undefined : secret;
}

async function readLine(
  terminal: Terminal,
  options: { readonly secret: boolean },
): Promise<TypedLine | undefined> {
  const line = new TypedLine(options);
  const patienceMs = options.secret ? PATIENCE_MS.secret : PATIENCE_MS.answer;
  for (;;) {
    const keys = await readWithin(terminal, patienceMs);
    if (keys === undefined) return await over(terminal, line);
    // What stands behind Enter was typed ahead of the next question, so it is no answer to it.
    for (const byte of keys) {
      const { echo, end } = line.press(byte);
      if (echo !== "") await terminal.write(echo);
      if (end === "cancelled") return await over(terminal, line);
      if (end === "entered") {
        keys.fill(0);
        await terminal.write("\n");
        return line;
      }
    }
    keys.fill(0);
  }
}

async function over(terminal: Terminal, line: TypedLine): Promise<undefined> {
  line.wipe();
  await terminal.write("\n");
}

async function readWithin(terminal: Terminal, limitMs: number): Promise<Uint8Array | undefined> {
  const { promise: silence, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  try {
    return await Promise.race([terminal.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}
