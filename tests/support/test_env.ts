/**
 * One test's own world: a home, a work directory in it, and execguard started from outside as a
 * person or a script would start it. No two tests share a folder.
 *
 *     using env = new TestEnv();
 *     env.git();
 *     const result = await env.run(["run", "--json", "--", "git", "status"]);
 *     assert.equal(result.code, 0);
 * @module
 */

/** The ordinary user that `scripts/test` makes when it is started as root. */
const ORDINARY_USER = "execguard-test";

const LAUNCHER = new URL("../../scripts/execguard", import.meta.url).pathname;

/** A built executable unpacks itself once for each user, not for each of their homes. */
const EXECUTABLE = Deno.env.get("EXECGUARD_BIN") || undefined;

/** A start that takes longer is a failed test, not a hanging one. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** How a command is started; what is not given is the environment's own. */
export interface RunOptions {
  /** What stdin holds; nothing by default. */
  readonly stdin?: string | Uint8Array;
  /** Added to the environment, which is bare otherwise; `undefined` takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** The process group is killed at this time; the code is then 137. */
  readonly timeoutMs?: number;
}

/** What came out of a command. */
export interface RunResult {
  /** The exit code, 128+n for signal n. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Stdout as it came. */
  readonly bytes: Uint8Array;
  /** Stdout as the one JSON value it must be; throws, showing both streams, when it is not. */
  json(): Record<string, unknown>;
}

/** A home and a work directory that exist until the environment is disposed of. */
export class TestEnv implements Disposable {
  /** Holds everything. Outside `/tmp`, which the sandbox replaces; open to all for root's tests. */
  readonly root: string;
  readonly home: string;
  /** The work directory, `work` in the home. */
  readonly work: string;
  /** Where execguard keeps its state, unless `XDG_STATE_HOME` says otherwise. */
  readonly state: string;
  readonly #user: string | undefined;
  readonly #cache: string;

  constructor(user?: string) {
    this.#user = user;
    const base = Deno.uid() === 0 ? "/opt" : `${Deno.env.get("HOME")}/.cache`;
    Deno.mkdirSync(base, { recursive: true });
    this.root = Deno.realPathSync(Deno.makeTempDirSync({ dir: base, prefix: "execguard-env-" }));
    this.home = `${this.root}/home`;
    this.work = `${this.home}/work`;
    this.state = `${this.home}/.local/state/execguard`;
    Deno.chmodSync(this.root, 0o755);
    Deno.mkdirSync(this.work, { recursive: true });
    this.#cache = `${base}/execguard-cache-${user ?? Deno.uid()}`;
    if (EXECUTABLE !== undefined) Deno.mkdirSync(this.#cache, { recursive: true });
    if (user !== undefined) this.#call("chown", "-R", `${user}:`, this.root);
    if (user !== undefined && EXECUTABLE !== undefined) {
      this.#call("chown", `${user}:`, this.#cache);
    }
  }

  /** An environment of the ordinary user, for a test that runs as root; see `canActAsUser`. */
  static asUser(): TestEnv {
    return new TestEnv(ORDINARY_USER);
  }

  [Symbol.dispose](): void {
    // A test may have taken away rights that even a recursive removal needs.
    this.#call("chmod", "-R", "u+rwX", this.root);
    Deno.removeSync(this.root, { recursive: true });
  }

  /** Runs execguard (`EXECGUARD_BIN`, an absolute path, or this checkout) and waits for its end. */
  run(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    return this.exec([EXECUTABLE ?? LAUNCHER, ...args], options);
  }

  /** Runs any argv in this environment, as its user, without a terminal. */
  async exec(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
    const child = this.start(argv, options);
    const timer = setTimeout(() => killGroup(child.pid), options.timeoutMs ?? DEFAULT_TIMEOUT_MS);
    try {
      const [output] = await Promise.all([child.output(), feed(child, options.stdin)]);
      return resultOf(output);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Starts an argv and does not wait; stdin is piped when `options.stdin` is given, else empty. */
  start(argv: readonly string[], options: RunOptions = {}): Deno.ChildProcess {
    const [program = "", ...args] = [...asUserArgv(this.#user), ...argv];
    return new Deno.Command(program, {
      args,
      cwd: options.cwd ?? this.work,
      env: this.#environment(options.env),
      clearEnv: true,
      stdin: options.stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
      // A session of its own: no terminal to ask on, and one group to kill.
      detached: true,
    }).spawn();
  }

  /** Writes a file, its parents included, and gives it to the environment's user. */
  write(path: string, text: string, mode = 0o644): string {
    const absolute = path.startsWith("/") ? path : `${this.work}/${path}`;
    this.#callAsUser("mkdir", "-p", absolute.slice(0, absolute.lastIndexOf("/")));
    Deno.writeTextFileSync(absolute, text);
    Deno.chmodSync(absolute, mode);
    if (this.#user !== undefined) this.#call("chown", `${this.#user}:`, absolute);
    return absolute;
  }

  /** Writes the user configuration; the keys are those of contract.md, section 6. */
  configure(config: Readonly<Record<string, unknown>>): void {
    this.write(`${this.home}/.config/execguard/config.jsonc`, JSON.stringify(config), 0o600);
  }

  /** Makes a repository with one commit of one file, `README`. */
  git(folder = this.work): void {
    this.write(`${folder}/README`, "a repository\n");
    const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.com"];
    const git = ["git", "-C", folder];
    this.#callAsUser(...git, "init", "-q", "-b", "main");
    this.#callAsUser(...git, "add", "README");
    this.#callAsUser(...git, ...identity, "commit", "-q", "-m", "first");
  }

  #environment(changes: RunOptions["env"] = {}): Record<string, string> {
    const bare = { HOME: this.home, PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" };
    const unpacked = EXECUTABLE === undefined ? {} : { XDG_CACHE_HOME: this.#cache };
    const entries = Object.entries({ ...bare, ...unpacked, ...changes });
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
  }

  /** Runs a command of the test's own, with the test's rights, that must succeed. */
  #call(...[program = "", ...args]: readonly string[]): void {
    const env = this.#environment();
    const output = new Deno.Command(program, { args, env, clearEnv: true }).outputSync();
    if (!output.success) throw new Error(`${program} ${args.join(" ")}: ${decode(output.stderr)}`);
  }

  #callAsUser(...argv: readonly string[]): void {
    this.#call(...asUserArgv(this.#user), ...argv);
  }
}

/** Whether `TestEnv.asUser` works here: as root, and the user can start this checkout. */
export function canActAsUser(): boolean {
  if (Deno.uid() !== 0) return false;
  const args = [...asUserArgv(ORDINARY_USER), "test", "-x", LAUNCHER];
  return new Deno.Command("setpriv", { args: args.slice(1), stderr: "null" }).outputSync().success;
}

function asUserArgv(user: string | undefined): readonly string[] {
  if (user === undefined) return [];
  return ["setpriv", "--reuid", user, "--regid", user, "--init-groups", "--"];
}

async function feed(child: Deno.ChildProcess, stdin: RunOptions["stdin"]): Promise<void> {
  if (stdin === undefined) return;
  const bytes = typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
  try {
    await ReadableStream.from([bytes]).pipeTo(child.stdin);
  } catch (error) {
    // A command need not read all of its stdin.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

function killGroup(pid: number): void {
  try {
    Deno.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function resultOf(output: Deno.CommandOutput): RunResult {
  const stdout = decode(output.stdout);
  const stderr = decode(output.stderr);
  return {
    code: output.code,
    stdout,
    stderr,
    bytes: output.stdout,
    json() {
      try {
        return JSON.parse(stdout);
      } catch {
        throw new Error(`stdout is not one JSON value:\n${stdout}\nstderr:\n${stderr}`);
      }
    },
  };
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
