/**
 * The controlling terminal, through a helper: the runtime opens `/dev/tty` only with every permission
 * there is, a shell needs none of ours.
 * @module
 */
import type { Lock, Terminal } from "../core/approval/ports.ts";
import { lockByName } from "./lock.ts";
import { hasTerminal } from "./process_signals.ts";
import { shellScript } from "./shell_script.ts";

/**
 * What the helper does, in order:
 * 1 the terminal becomes its streams (no terminal: it ends here, without a word);
 * 2 it names the terminal and waits for a line of ours: questions of several processes take turns, or the second
 *   would take the first one's raw mode for what is to be given back;
 * 3 the terminal is put into raw mode, and given back on every way out, our own death included: that
 *   closes the pipe which 6 reads;
 * 4 what was typed ahead is read and forgotten, then one NUL byte says that it is ready;
 * 5 keys go to our pipe, and we see its end when the terminal is gone;
 * 6 what we write goes to the screen until we close.
 */
const HELPER = `
exec 3<&0 4>&1 </dev/tty >/dev/tty 2>/dev/null
if read -r line </proc/self/stat; then
  set -- \${line##*) }
  name=$5
else
  name=$(ps -o tty= -p $$ | tr -dc a-z0-9)
fi
echo "$name" >&4
read -r line <&3 || exit 9
saved=$(stty -g) || exit 9
trap 'stty "$saved"' EXIT
trap 'exit 1' HUP INT QUIT TERM
trap '' TSTP TTOU
stty -icanon -echo -isig -iexten -ixon min 0 time 0 || exit 9
cat >/dev/null
stty min 1
printf '\\0' >&4
cat </dev/tty >&4 3<&- &
keys=$!
exec 4>&-
cat <&3
kill "$keys"
wait "$keys"
`;

/** Where a signal came before the question: nothing is asked, and it is a no. */
const GONE: Terminal = {
  write: () => Promise.resolve(),
  read: () => Promise.resolve(undefined),
  close: () => Promise.resolve(),
};

/** Signals that ask us to stop; the terminal must be whole again first. */
const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * Takes the controlling terminal for a question; a question of another process there is waited for. Undefined
 * when there is none, or when we run in its background: a question there would stop us, or be answered by what is
 * typed to somebody else.
 *
 * `directory` is the state directory, for the lock. Source: spec.md, sections 4 and 14.6.
 */
export async function openTerminal(directory: string): Promise<Terminal | undefined> {
  if (!hasTerminal()) return undefined;
  const helper = shellScript(HELPER, [], { stdin: "piped", stdout: "piped" }).spawn();
  const keys = helper.stdout.getReader();
  const screen = helper.stdin.getWriter();
  const stopping = listenForStop();
  let lock: Lock | undefined;
  let isOver = false;

  async function close(): Promise<void> {
    // The helper may be gone with its terminal; what matters is that it has ended.
    await Promise.allSettled([screen.close()]);
    await helper.status;
    await keys.cancel();
    lock?.release();
    // A terminal that goes away sends two signals; the second may not cut off what a no has left to do.
    if (!isOver) stopping.close();
  }

  async function read(): Promise<Uint8Array | undefined> {
    const typed = await Promise.race([stopping.received, keys.read().then((next) => next.value)]);
    isOver = typed === undefined;
    return typed;
  }

  async function write(text: string): Promise<void> {
    // A terminal that is gone shows nothing; reading tells.
    await Promise.allSettled([screen.write(new TextEncoder().encode(text))]);
  }

  const name = await read();
  const turn = name && lockByName(directory, `terminal ${new TextDecoder().decode(name)}`);
  const taken = await Promise.race([turn, stopping.received]);
  if (taken?.ok) {
    lock = taken.value;
    await write("\n");
    if (await read() !== undefined) return { write, read, close };
  }
  // A helper that gave up is no answer yet; a signal is.
  isOver = stopping.isReceived();
  await close();
  return isOver ? GONE : undefined;
}

interface Stopping {
  readonly received: Promise<undefined>;
  isReceived(): boolean;
  close(): void;
}

function listenForStop(): Stopping {
  const { promise: received, resolve } = Promise.withResolvers<undefined>();
  let isReceived = false;
  const listener = () => {
    isReceived = true;
    resolve(undefined);
  };
  for (const signal of STOPPING) Deno.addSignalListener(signal, listener);
  return {
    received,
    isReceived: () => isReceived,
    close() {
      for (const signal of STOPPING) Deno.removeSignalListener(signal, listener);
    },
  };
}
