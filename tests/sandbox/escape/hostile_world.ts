/**
 * A home full of secrets and start files, hostile programs in its sandbox, and what became of both.
 * @module
 */
import type { Environment } from "../../../src/core/plan.ts";
import { keepingNames } from "../../../src/host/keep_names.ts";
import { launch } from "../../../src/host/launch.ts";
import { platformOf } from "../../../src/platform/mod.ts";
import { localFacts } from "../../support/local_facts.ts";
import { planOf } from "../../support/sandbox_request.ts";

/** Folder of the hostile programs. */
export const PROGRAMS = new URL(".", import.meta.url).pathname;

/** Stands in every hidden file and behind every listener; programs that print it have read one. */
export const CANARY = "CANARY-5f2c1d";

/** What a program did. */
export interface Attack {
  readonly output: string;
  /** Every difference on the host, empty when there is none. */
  readonly changes: readonly string[];
}

/** How a program is run. */
export interface AttackOptions {
  readonly network?: boolean;
  /** Outside the sandbox, to see that the attack is one. */
  readonly unconfined?: boolean;
}

const SECRETS = [
  ...[".ssh/id_rsa", ".netrc", ".aws/credentials", "dots/pgpass", "w/server.pem"],
  ...[".config/execguard/config.jsonc", ".local/state/execguard/store.db"],
];
const START_FILES = [
  ...[".bashrc", ".profile", ".gitconfig", ".config/autostart/a.desktop", "w/.vscode/tasks.json"],
  ...["w/README", "documents/letter", ".cargo/registry"],
];
/** Where programs try to leave the mark. */
const OUTSIDE = ["/", "/etc", "/opt", "/usr/local/bin", "/var/tmp", "/run", "/tmp", "/dev/shm"];
const SETTINGS = [
  "kernel/hostname",
  "kernel/domainname",
  "kernel/core_pattern",
  "vm/overcommit_memory",
];
/** The parts of a repository that name programs; the others are a command's to change. */
const GIT_PARTS = ["config", "config.worktree", "commondir", "hooks"];
const QUARANTINE = ".local/state/execguard/quarantine";
/** A program that is not done by then is ended, which its output shows. */
const LIMIT_MS = 20_000;
const PATH = "/usr/sbin:/sbin:/usr/bin:/bin";

/** One home for one attack. */
export class HostileWorld implements Disposable {
  readonly top: string;
  readonly home: string;
  readonly mark = `escaped-${crypto.randomUUID()}`;

  constructor() {
    const parent = Deno.uid() === 0 ? "/opt" : Deno.env.get("HOME") ?? "/var/tmp";
    this.top = Deno.realPathSync(
      Deno.makeTempDirSync({ dir: parent, prefix: "execguard-hostile-" }),
    );
    this.home = `${this.top}/home`;
    for (const path of SECRETS) this.#write(path, `${CANARY} ${path}\n`, 0o600);
    for (const path of START_FILES) this.#write(path, "# as it was\n", 0o644);
    Deno.symlinkSync("dots/pgpass", `${this.home}/.pgpass`);
    Deno.mkdirSync(`${this.home}/w/scratch`);
    const git = "git init -q && git add README && git commit -qm one";
    this.host(git);
    this.#write("w/.git/hooks/pre-commit", "#!/bin/sh\n", 0o755);
    this.#write("w/.gitignore", "scratch\nserver.pem\n.vscode\n", 0o644);
    Deno.writeTextFileSync(`/dev/shm/${this.mark}-shared`, CANARY, { mode: 0o600 });
    if (Deno.uid() !== 0) return;
    Deno.copyFileSync("/bin/cat", `${this.home}/w/scratch/set_user_id`);
    Deno.chmodSync(`${this.home}/w/scratch/set_user_id`, 0o4755);
  }

  #write(path: string, text: string, mode: number): void {
    const absolute = `${this.home}/${path}`;
    Deno.mkdirSync(absolute.slice(0, absolute.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(absolute, text);
    Deno.chmodSync(absolute, mode);
  }

  /** Runs a shell script outside the sandbox in the work directory; throws when it fails. */
  host(script: string): string {
    const { code, stdout, stderr } = new Deno.Command("sh", {
      args: ["-c", script],
      cwd: `${this.home}/w`,
      env: { ...this.#environment(), GIT_AUTHOR_NAME: "A", GIT_AUTHOR_EMAIL: "a@example.org" },
      clearEnv: true,
      stdin: "null",
    }).outputSync();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    if (code !== 0) throw new Error(`${script}: ${decode(stderr)}`);
    return decode(stdout);
  }

  #environment(): Environment {
    const committer = { GIT_COMMITTER_NAME: "C", GIT_COMMITTER_EMAIL: "c@example.org" };
    return { PATH, HOME: this.home, MARK: this.mark, HOST_PID: String(Deno.pid), ...committer };
  }

  /** Compiles a C program of the folder into the scratch folder. */
  compile(name: string): void {
    const output = `${this.home}/w/scratch/${name}`;
    const args = ["-O1", "-pthread", "-o", output, `${PROGRAMS}${name}.c`];
    const { success, stderr } = new Deno.Command("cc", { args, stderr: "piped" }).outputSync();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
  }

  /** Runs one program of one file, and compares the host before and after. */
  async attack(file: string, program: string, options: AttackOptions = {}): Promise<Attack> {
    const listener = file === "sockets.py" ? await this.#listen() : undefined;
    const before = this.#snapshot();
    try {
      const env = { ...this.#environment(), PORT: listener?.port ?? "9" };
      const argv = ["python3", "-B", `${PROGRAMS}${file}`, program];
      const output = await this.#run(argv, env, options);
      return { output, changes: differences(before, this.#snapshot()) };
    } finally {
      await listener?.stop();
    }
  }

  async #run(argv: readonly string[], env: Environment, options: AttackOptions): Promise<string> {
    const cwd = `${this.home}/w`;
    if (options.unconfined === true) {
      const [program = "", ...args] = argv;
      const { stdout } = new Deno.Command(program, { args, cwd, env, clearEnv: true }).outputSync();
      return new TextDecoder().decode(stdout);
    }
    const own = [`${this.home}/.config/execguard`, `${this.home}/.local/state/execguard`];
    const plan = planOf(
      { cwd, network: options.network ?? false, privateDirectories: own },
      localFacts(this.home, Deno.uid() ?? -1),
    );
    const spec = platformOf("linux", Deno.build.arch).render(plan, { argv, env }, {
      program: "/usr/bin/bwrap",
      temporaryDirectory: "",
      tag: "test",
    });
    const start = keepingNames(launch, `${this.home}/${QUARANTINE}`);
    const started = start(spec, { output: "merged", stdin: "null" });
    if (!started.ok) throw new Error(JSON.stringify(started.refusal));
    const timer = setTimeout(started.value.kill, LIMIT_MS);
    const output = await new Response(started.value.stdout).text();
    await started.value.ended;
    clearTimeout(timer);
    return output;
  }

  async #listen(): Promise<{ readonly port: string; stop(): Promise<void> }> {
    const child = new Deno.Command("python3", {
      args: ["-B", `${PROGRAMS}listener.py`, this.home, this.mark, CANARY],
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    const reader = child.stdout.getReader();
    const { value } = await reader.read();
    return {
      port: new TextDecoder().decode(value).trim(),
      async stop() {
        await child.stdin.close();
        await reader.cancel();
        await child.status;
      },
    };
  }

  /** Everything that must stay as it is, one line each. */
  #snapshot(): ReadonlySet<string> {
    const lines: string[] = [];
    const visit = (path: string): void => {
      if (path === `${this.home}/w/scratch` || path === `${this.home}/${QUARANTINE}`) return;
      // Moved aside, where no other folder takes it: one that its owner cannot enter.
      if (/\/\.execguard-[0-9a-f]{8}[^/]*$/.test(path)) return;
      const info = Deno.lstatSync(path);
      const content = info.isSymlink
        ? Deno.readLinkSync(path)
        : info.isFile
        ? Deno.readTextFileSync(path)
        : "";
      lines.push(`${path} ${info.mode?.toString(8)} ${info.uid}:${info.gid} ${content}`);
      if (!info.isDirectory) return;
      for (const { name } of Deno.readDirSync(path)) {
        if (path !== `${this.home}/w/.git` || GIT_PARTS.includes(name)) visit(`${path}/${name}`);
      }
    };
    visit(this.top);
    for (const directory of OUTSIDE) {
      for (const { name } of Deno.readDirSync(directory)) {
        if (name === this.mark) lines.push(`${directory}/${name}`);
      }
    }
    for (const name of SETTINGS) lines.push(Deno.readTextFileSync(`/proc/sys/${name}`));
    return new Set(lines);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(`/dev/shm/${this.mark}-shared`);
    this.host(`chmod -R u+rwX ${this.top} 2>/dev/null || :`);
    Deno.removeSync(this.top, { recursive: true });
  }
}

function differences(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [
    ...[...before.difference(after)].map((line) => `- ${line}`),
    ...[...after.difference(before)].map((line) => `+ ${line}`),
  ];
}
