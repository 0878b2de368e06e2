/**
 * A home with a repository, and commands in the planned sandbox as bubblewrap itself starts them.
 * @module
 */
import type { Environment, LaunchSpec } from "../../src/core/plan.ts";
import type { SandboxRequest } from "../../src/core/plan_sandbox.ts";
import { makePlaceholders } from "../../src/host/placeholders.ts";
import { encodeFilter } from "../../src/core/seccomp/assemble.ts";
import { platformOf } from "../../src/platform/mod.ts";
import { localFacts } from "../support/local_facts.ts";
import { planOf } from "../support/sandbox_request.ts";

/** Who runs the command: as the tests are, or an ordinary user although they run as root. */
export type Who = "self" | "user";

/** `nobody`, who exists everywhere and owns nothing. */
const USER_ID = 65534;

/** What a command printed and returned. */
export interface Ran {
  readonly code: number;
  readonly out: string;
}

const BWRAP = "/usr/bin/bwrap";

/** Both users where the tests can become the other. */
export const WHO: readonly Who[] = Deno.uid() === 0 ? ["self", "user"] : ["self"];

/** Whether to skip; never where the machine is said to have a sandbox. */
export const NO_SANDBOX = Deno.env.get("EXECGUARD_SANDBOX_MUST_WORK") !== "1" && !bwrapWorks();

function bwrapWorks(): boolean {
  try {
    const args = ["--unshare-user", "--ro-bind", "/", "/", "--", "true"];
    return new Deno.Command(BWRAP, { args, stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false;
  }
}

/** A fresh home outside the masked directories; removed at the end. */
export class World implements Disposable {
  readonly home: string;
  /** The work directory, a repository with one commit. */
  readonly work: string;
  readonly #top: string;
  readonly #who: Who;

  constructor(who: Who, parent = Deno.uid() === 0 ? "/opt" : Deno.env.get("HOME")) {
    this.#who = who;
    this.#top = Deno.realPathSync(
      Deno.makeTempDirSync({ prefix: "execguard-world-", ...(parent ? { dir: parent } : {}) }),
    );
    Deno.chmodSync(this.#top, 0o755);
    this.home = `${this.#top}/home`;
    this.work = `${this.home}/w`;
    Deno.mkdirSync(this.home);
    if (who === "user") Deno.chownSync(this.home, USER_ID, USER_ID);
    Deno.mkdirSync(this.work);
    if (who === "user") Deno.chownSync(this.work, USER_ID, USER_ID);
    this.host("git init -q; echo a >a; git add a; git commit -qm one");
  }

  /** Runs a shell script outside the sandbox, in the work directory and as the world's user. */
  host(script: string): Ran {
    return this.#run(["sh", "-c", script], this.#environment());
  }

  /** The rendered start of a shell script in the sandbox. */
  launch(script: string, request: Partial<SandboxRequest> = {}): LaunchSpec {
    const facts = localFacts(this.home, this.#who === "user" ? USER_ID : Deno.uid() ?? -1);
    const plan = planOf({ cwd: this.work, ...request }, facts);
    const command = { argv: ["sh", "-c", script], env: this.#environment() };
    return platformOf("linux", Deno.build.arch).render(plan, command, {
      program: BWRAP,
      temporaryDirectory: "",
      tag: "test",
    });
  }

  /** Runs a shell script in the sandbox, placeholders made before and taken away after. */
  confined(
    script: string,
    request: Partial<SandboxRequest> = {},
    host: { readonly placeholders: boolean } = { placeholders: true },
  ): Ran {
    const spec = this.launch(script, request);
    const kept = makePlaceholders(host.placeholders ? spec.placeholders ?? [] : []);
    if (!kept.ok) throw new Error(JSON.stringify(kept.refusal));
    const files = [`${this.#top}/plan`, `${this.#top}/filter`] as const;
    Deno.writeTextFileSync(files[0], spec.hiddenArgs.map((arg) => `${arg}\0`).join(""));
    Deno.writeFileSync(files[1], encodeFilter(spec.filter ?? []));
    const ran = this.#run([
      ...["sh", "-c", 'exec 4<"$1" 5<"$2"; shift 2; exec "$@"', "sh", ...files],
      ...[spec.program, "--args", "4", "--seccomp", "5", ...spec.args],
    ], spec.env);
    kept.value.release();
    return ran;
  }

  #run(argv: readonly string[], env: Environment): Ran {
    const become = ["setpriv", `--reuid=${USER_ID}`, `--regid=${USER_ID}`, "--clear-groups", "--"];
    const [program = "", ...args] = this.#who === "user" ? [...become, ...argv] : argv;
    const { code, stdout, stderr } = new Deno.Command(program, {
      args,
      env: { ...env },
      clearEnv: true,
      cwd: this.work,
      stdin: "null",
    }).outputSync();
    const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return { code, out: decode(stdout) + decode(stderr) };
  }

  #environment(): Environment {
    const person = { NAME: "me", EMAIL: "me@example.org" };
    const git = Object.entries(person).flatMap(([key, value]) =>
      ["AUTHOR", "COMMITTER"].map((role) => [`GIT_${role}_${key}`, value])
    );
    const PATH = "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin";
    return { PATH, HOME: this.home, ...Object.fromEntries(git) };
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.#top, { recursive: true });
  }
}
