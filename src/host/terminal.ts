/**
 * The controlling terminal, through a helper: the runtime opens `/dev/tty` only with every permission
 * there is, a shell needs none of ours.
 * @module
 */
import type { Terminal } from "../core/approval/ports.ts";
import { hasTerminal } from "./process_signals.ts";

/**
 * What the helper does, in order:
 * 1 the terminal becomes its streams (no terminal: it ends here, before it has said it is ready);
 * 2 the terminal is put into raw mode, and given back on every way out, our own death included: that
 *   closes the pipe which 5 reads;
 * 3 what was typed ahead is read and forgotten, then one NUL byte says that it is ready;
 * 4 keys go to our pipe, and we see its end when the terminal is gone;
 * 5 what we write goes to the screen until we close.
 */
const HELPER = `
exec 3<&0 4>&1 </dev/tty >/dev/tty 2>/dev/null
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
`;

/** Nothing of the caller's environment decides which programs the helper finds. */
const ENVIRONMENT = { PATH: "/usr/bin:/bin", LC_ALL: "C" };

/** Signals that ask us to stop; the terminal must be whole again first. */
const STOPPING = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/**
 * Takes the controlling terminal for a question. Undefined when there is none, or when we run in its
 * background: a question there would stop us, or be answered by what is typed to somebody else.
 *
 * Source: spec.md, sections 4 and 14.6.
 */
export async function openTerminal(): Promise<Terminal | undefined> {
  if (!hasTerminal()) return undefined;
  const helper = new Deno.Command("/bin/sh", {
    args: ["-c", HELPER],
    env: ENVIRONMENT,
    clearEnv: true,
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const keys = helper.stdout.getReader();
  const screen = helper.stdin.getWriter();
  const ready = (await keys.read()).value;
  if (ready === undefined) {
    await Promise.allSettled([helper.status, screen.close()]);
    return undefined;
  }
  const stopping = listenForStop();
  return {
    async write(text) {
      await screen.write(new TextEncoder().encode(text));
    },
    async read() {
      return await Promise.race([stopping.received, keys.read().then((next) => next.value)]);
    },
    async close() {
      // The helper may be gone with its terminal; what matters is that it has ended.
      await Promise.allSettled([screen.close()]);
      await helper.status;
      await keys.cancel();
      stopping.close();
    },
  };
}

function listenForStop(): { readonly received: Promise<undefined>; close(): void } {
  const { promise: received, resolve } = Promise.withResolvers<undefined>();
  const listener = () => resolve(undefined);
  for (const signal of STOPPING) Deno.addSignalListener(signal, listener);
  return {
    received,
    close() {
      for (const signal of STOPPING) Deno.removeSignalListener(signal, listener);
    },
  };
}
