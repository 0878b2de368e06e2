/**
 * Runs scripts with a real shell inside bubblewrap and tells which commands they ran.
 * @module
 */
import type { RealShell } from "./shells.ts";

/** One command that ran: its name and arguments. A file that appeared is the argument of a command named `>`. */
export type Ran = readonly [name: string, ...args: string[]];

/** Commands the scripts find on PATH; each only logs how it was called. */
export const STUBS: readonly string[] =
  "rm sudo curl git ls cat wc head touch grep sort foo bar baz x a b c d".split(" ");

/**
 * Logs its own name and its arguments, NUL after each, to a file of its own: two that run at once must not mix. Fails and
 * succeeds by turns, so that both branches of a script are walked and every loop ends.
 */
const STUB = `#!/usr/bin/dash
printf '%s\\0' "\${0##*/}" "$@" >"$ORACLE_LOG/$$"
set -- "$ORACLE_LOG"/*
exit $((($# - 1) / 2 % 2))
`;

const DRIVER = new URL("driver.bash", import.meta.url).pathname;

/** Whether bubblewrap can start here: without it nothing is run. */
export function canConfine(): boolean {
  try {
    return new Deno.Command("bwrap", { args: [...CONFINED, "/usr/bin/true"] }).outputSync().success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Nothing outside `/tmp` can be written, no network, no other process; everything dies with the driver. */
const CONFINED: readonly string[] = [
  ..."--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp".split(" "),
  ..."--unshare-all --die-with-parent --new-session --clearenv --setenv LC_ALL C.UTF-8".split(" "),
  ..."--setenv HOME /tmp/home --setenv PATH /usr/bin:/bin".split(" "),
];

/**
 * Runs every script with the shell, each in its own empty directory, on all processors; gives what each ran, in the order of
 * the scripts.
 */
export async function runScripts(
  shell: RealShell,
  scripts: readonly string[],
): Promise<readonly (readonly Ran[])[]> {
  const size = Math.ceil(scripts.length / navigator.hardwareConcurrency);
  const starts = scripts.map((_, index) => index).filter((index) => index % size === 0);
  const batches = starts.map((start) => runBatch(shell, scripts.slice(start, start + size)));
  return (await Promise.all(batches)).flat();
}

async function runBatch(
  shell: RealShell,
  scripts: readonly string[],
): Promise<readonly (readonly Ran[])[]> {
  using place = new Place();
  const child = new Deno.Command("bwrap", {
    args: [
      ...CONFINED,
      ...["--bind", place.out, "/tmp/out", "--ro-bind", place.stubs, "/tmp/stubs"],
      ...["--ro-bind", DRIVER, "/tmp/driver.bash", "/usr/bin/bash", "/tmp/driver.bash"],
      ...["/tmp/out", "/tmp/stubs", ...shell.argv],
    ],
    stdin: "piped",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  const feeding = writer.write(
    new TextEncoder().encode(scripts.map((text) => `${text}\0`).join("")),
  )
    .then(() => writer.close());
  const { success, stderr } = await child.output();
  await feeding;
  if (!success) throw new Error(`${shell.title}: ${new TextDecoder().decode(stderr)}`);
  return scripts.map((_, index) => readLog(`${place.out}/${index}`));
}

/** A directory for logs and one with the stubs. */
class Place implements Disposable {
  readonly #root = Deno.makeTempDirSync({ prefix: "execguard-oracle-" });
  readonly out = `${this.#root}/out`;
  readonly stubs = `${this.#root}/stubs`;

  constructor() {
    Deno.mkdirSync(this.out);
    Deno.mkdirSync(this.stubs);
    for (const name of STUBS) {
      Deno.writeTextFileSync(`${this.stubs}/${name}`, STUB, { mode: 0o755 });
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#root, { recursive: true });
  }
}

function readLog(directory: string): readonly Ran[] {
  const logs = [...Deno.readDirSync(directory)].map(({ name }) =>
    Deno.readTextFileSync(`${directory}/${name}`).split("\0").slice(0, -1)
  );
  // A stub that was killed before it could write leaves an empty log.
  return logs.filter((fields) => fields.length > 0) as unknown as readonly Ran[];
}
