/**
 * Starting what root shall run, and ending it again.
 * @module
 */
import type { LaunchSpec } from "../core/plan.ts";
import type { Launch, Running } from "../core/running.ts";
import type { Result } from "../core/types.ts";
import { startedWithSecret } from "./password_program.ts";
import { findSudo } from "./password_system.ts";
import { signalOutside } from "./process_signals.ts";
import { shellScript } from "./shell_script.ts";
import { openStateDirectory } from "./store_directory.ts";

/** What a start with privileges needs. */
export interface SudoParts {
  readonly launch: Launch;
  readonly stateDirectory: string;
  /** The password that sudo itself will want; undefined where it wants none. */
  readonly secret: Uint8Array | undefined;
}

/**
 * Starts `sudo -n BINARY ...`, whose standard input stays the command's own.
 *
 * A ticket of `sudo -S -v` would count neither in the session of its own that the command gets, nor for nobody
 * else. Where sudo wants the password it therefore asks a program of ours (`-A`), which reads it from a pipe in
 * a folder of this user alone; no ticket is used (`-k`) and none is left.
 */
export function sudoLaunch(parts: SudoParts): Launch {
  return (spec, options) => {
    const sudo = findSudo();
    if (sudo === undefined) {
      return { ok: false, refusal: { code: "command-not-found", data: { name: "sudo" } } };
    }
    const asking = parts.secret === undefined
      ? undefined
      : prepareAnswer(parts.secret, parts.stateDirectory);
    if (asking !== undefined && !asking.ok) return asking;
    const answer = asking?.value;
    const start = { ...spec, program: sudo };
    const launched = parts.launch(answer === undefined ? start : answer.ask(start), options);
    if (!launched.ok) {
      answer?.remove();
      return launched;
    }
    return { ok: true, value: ending(launched.value, { ...parts, sudo, answer }) };
  };
}

/** The password, waiting to be asked for. */
interface Answer {
  /** The start that asks for it. */
  ask(spec: LaunchSpec): LaunchSpec;
  remove(): void;
}

function prepareAnswer(secret: Uint8Array, stateDirectory: string): Result<Answer> {
  const folder = `${stateDirectory}/sudo-${crypto.randomUUID()}`;
  for (const path of [stateDirectory, folder]) {
    const opened = openStateDirectory(path);
    if (!opened.ok) return opened;
  }
  const [pipe, program] = [`${folder}/pipe`, `${folder}/ask`];
  const made = shellScript('exec mkfifo -m 600 "$1"', [pipe]).outputSync();
  if (!made.success) throw new Error("mkfifo made no pipe");
  Deno.writeTextFileSync(program, answering(pipe), { mode: 0o700 });
  // Open for both, or opening would wait for the reader; what is written waits in the pipe instead.
  const file = Deno.openSync(pipe, { read: true, write: true });
  const line = new Uint8Array([...secret, 10]);
  file.writeSync(line);
  line.fill(0);
  return {
    ok: true,
    value: {
      ask: (spec) => ({
        ...spec,
        args: spec.args.toSpliced(spec.args.indexOf("-n"), 1, "-k", "-A"),
        env: { ...spec.env, SUDO_ASKPASS: program },
      }),
      remove() {
        file.close();
        Deno.removeSync(folder, { recursive: true });
      },
    },
  };
}

/** Answers once: asked again, which only a wrong password causes, it is not there any more. */
function answering(pipe: string): string {
  const quoted = `'${pipe.replaceAll("'", "'\\''")}'`;
  return `#!/bin/sh\nPATH=/usr/bin:/bin\nrm -f -- "$0"\nexec head -n 1 ${quoted}\n`;
}

/** Ends what a signal of ours does not reach: sudo passes SIGTERM on, and nobody passes SIGKILL on. */
function ending(
  running: Running,
  by: SudoParts & { readonly sudo: string; readonly answer: Answer | undefined },
): Running {
  const { sudo, secret, answer } = by;
  return {
    ...running,
    ended: running.ended.finally(() => answer?.remove()),
    kill() {
      const strays = signalOutside(running.pid, "SIGCONT").map((mark) => mark.split(":")[0] ?? "");
      const wanted = ["kill", "-KILL", "--", `-${running.pid}`, ...strays];
      const args = secret === undefined ? ["-n", ...wanted] : ["-k", "-S", ...wanted];
      void startedWithSecret(sudo, { args, secret }).finally(running.kill);
    },
  };
}
