/**
 * One case of the sandbox's list, run through the program itself: as whoever runs the tests, and as
 * an ordinary user too where the tests run as root. `scripts/test` runs all of them as that user as well.
 * @module
 */
import { NO_SANDBOX } from "../bwrap_world.ts";
import { canActAsUser, type RunOptions, type RunResult, TestEnv } from "../../support/test_env.ts";
import { isInstalled } from "../../support/programs.ts";

/** Those that the programs of a case have on their PATH. */
const SYSTEM_FOLDERS = ["/usr/local/bin", "/usr/bin", "/bin"];

/** A home with a repository in it, and the program's answers as outcomes. */
export class CaseWorld extends TestEnv {
  /** Whether its programs run as root. */
  readonly isRoot: boolean;

  constructor(user?: string) {
    super(user);
    this.isRoot = user === undefined && Deno.uid() === 0;
  }

  /** Runs an argv under `auto` and returns the outcome. */
  async outcome(argv: readonly string[], options: CaseOptions = {}): Promise<CaseOutcome> {
    const flags = ["--json", "--mode", "auto", ...options.flags ?? []];
    const result = await this.run(["run", ...flags, "--", ...argv], options);
    return { ...(result.json() as unknown as CaseOutcome), stderr: result.stderr };
  }

  /** Runs a Python program: what the judge would refuse in a shell line, the sandbox has to hold. */
  python(source: string, options: CaseOptions = {}): Promise<CaseOutcome> {
    const path = this.write(`${this.root}/probe.py`, source);
    return this.outcome(["python3", path], options);
  }

  /** Runs a shell script outside the sandbox; throws when it fails. */
  async host(script: string): Promise<RunResult> {
    const result = await this.exec(["sh", "-c", script]);
    if (result.code !== 0) throw new Error(`${script}: ${result.stderr}`);
    return result;
  }
}

/** How a command is run in a case. */
export interface CaseOptions extends RunOptions {
  readonly flags?: readonly string[];
}

/** The parts of an outcome that cases look at. */
export interface CaseOutcome {
  readonly status: string;
  readonly exit_code: number;
  readonly output: string;
  readonly advice: readonly string[];
  readonly code?: string;
  readonly message?: string;
  readonly limit?: Readonly<Record<"name" | "value" | "evidence", string>>;
  readonly duration_ms: number;
  readonly stderr: string;
}

/** What a case needs besides a sandbox. */
export interface CaseNeeds {
  /** Programs that must be there. */
  readonly programs?: readonly string[];
  readonly root?: boolean;
  /** `write_scope` of the config; `home` is the program's own default. */
  readonly writeScope?: "home" | "workdir";
}

const ORDINARY_USER = "execguard-test";

/** Registers a case, `id: what must hold`. */
export function sandboxCase(
  name: string,
  check: (world: CaseWorld) => Promise<void>,
  needs: CaseNeeds = {},
): void {
  const users = needs.root !== true && canActAsUser() ? [undefined, ORDINARY_USER] : [undefined];
  const lacks = (needs.programs ?? []).some((program) => !isInstalled(program, SYSTEM_FOLDERS)) ||
    (needs.root === true && Deno.uid() !== 0);
  for (const user of users) {
    Deno.test({
      name: user === undefined ? name : `${name}, as an ordinary user`,
      ignore: NO_SANDBOX || lacks,
      async fn() {
        using world = new CaseWorld(user);
        world.git();
        if (needs.writeScope !== undefined) world.configure({ write_scope: needs.writeScope });
        await check(world);
      },
    });
  }
}
