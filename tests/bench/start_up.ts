/**
 * What a cold start costs, beside other ways to the same command: `deno task bench` (case A05).
 *
 * Each median is set against an empty Deno program started in the same rounds. Budget: `run -- true`
 * less than 25 ms above that. The executable is built anew for it, unless EXECGUARD_BIN names one.
 * @module
 */
import denoConfig from "../../deno.json" with { type: "json" };
import type { Placeholder } from "../../src/core/plan.ts";
import { makePlaceholders } from "../../src/host/placeholders.ts";
import { buildIfPossible, HOST_TARGET } from "../executable/executable.ts";
import { TestEnv } from "../support/test_env.ts";
import { type Case, measure, report } from "./measure.ts";
import { installSandboxRuntime, SANDBOX_RUNTIME_VERSION } from "./sandbox_runtime.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const CHECKOUT = `${ROOT}scripts/execguard`;
const COMMANDS = [["true"], ["git", "status"]] as const;
const ONE_SYSTEM = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];

/** What of `--dry-run --json` is needed. */
interface Planned {
  readonly plan: { readonly placeholders: readonly Placeholder[] };
  readonly launch: { readonly program: string; readonly args: readonly string[] };
}

interface PlannedCases extends Disposable {
  readonly cases: readonly Case[];
}

/** The starts of execguard, in one of its shapes. */
function execguardCases(shape: string, program: string): readonly Case[] {
  const starts = [
    ["version"],
    ["allowlist-check", "--", "git", "status"],
    ["allowlist-check", "--", "sh", "-c", "ls; pwd"],
    ...COMMANDS.map((command) => ["run", "--mode", "auto", "--", ...command]),
  ];
  return starts.map((args) => ({
    name: `${shape}: ${args.join(" ").replace("--mode auto ", "")}`,
    argv: [program, ...args],
  }));
}

/** Bubblewrap with a mount for everything. */
function bareBubblewrapCases(): readonly Case[] {
  const bare = ["/usr/bin/bwrap", ...ONE_SYSTEM, "--unshare-all", "--die-with-parent"];
  return COMMANDS.map((command) => ({
    name: `bare bwrap: ${command.join(" ")}`,
    argv: [...bare, ...command],
  }));
}

/**
 * Bubblewrap with all the mounts that execguard has for a command, in a world where the names that
 * execguard would make for it are kept, as it keeps them.
 */
async function plannedBubblewrapCases(world: TestEnv): Promise<PlannedCases> {
  const plans = await Promise.all(COMMANDS.map(async (command) => {
    const args = ["run", "--dry-run", "--json", "--mode", "auto", "--", ...command];
    return (await world.exec([CHECKOUT, ...args])).json() as unknown as Planned;
  }));
  const kept = makePlaceholders(plans.flatMap(({ plan }) => plan.placeholders));
  if (!kept.ok) throw new Error(JSON.stringify(kept.refusal));
  const cases = plans.map(({ launch }, index) => ({
    name: `bwrap, execguard's mounts: ${COMMANDS[index]?.join(" ")}`,
    argv: [launch.program, ...launch.args],
  }));
  return { cases, [Symbol.dispose]: () => kept.value.release() };
}

async function executableCases(env: TestEnv): Promise<readonly Case[]> {
  const built = Deno.env.get("EXECGUARD_BIN");
  if (built) return execguardCases("executable", built);
  const portable = await buildIfPossible(HOST_TARGET);
  if (portable === undefined) {
    return [{ name: "executable", argv: [], missing: "scripts/build says why" }];
  }
  const program = `${env.root}/execguard`;
  Deno.writeFileSync(program, portable.bytes, { mode: 0o755 });
  return execguardCases("executable", program);
}

function sandboxRuntimeCases(env: TestEnv): readonly Case[] {
  const runtime = installSandboxRuntime(`${env.root}/sandbox-runtime`);
  return COMMANDS.map((command) => {
    const name = `srt ${SANDBOX_RUNTIME_VERSION}: ${command.join(" ")}`;
    if ("missing" in runtime) return { name, argv: [], missing: runtime.missing };
    const variables = { PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin" };
    return { name, argv: [...runtime.argv, ...command], env: variables };
  });
}

/** Descriptors from 10 on that whoever started this leaves to us: each start of a sandbox then takes a second shell. */
async function inheritedDescriptors(env: TestEnv): Promise<readonly string[]> {
  const { stdout } = await env.exec(["ls", "/proc/self/fd"]);
  return stdout.split("\n").filter((number) => number.length > 1);
}

using env = new TestEnv();
env.git();
using world = new TestEnv();
world.git();
using planned = await plannedBubblewrapCases(world);
const flags = ["--quiet", "--no-prompt", "--cached-only", "--frozen", "--no-config"];
const files = [`--import-map=${ROOT}deno.json`, `--lock=${ROOT}deno.lock`];
const empty = [Deno.execPath(), "run", ...flags, ...files, env.write(`${env.root}/empty.ts`, "")];
console.log(`execguard ${denoConfig.version}, Deno ${Deno.version.deno}`);
const inherited = await inheritedDescriptors(env);
if (inherited.length > 0) {
  console.log(
    `Inherited descriptors ${inherited.join(", ")}: run takes a second shell to close them`,
  );
}
console.log(report(measure([
  { name: "empty Deno program", argv: empty },
  ...execguardCases("checkout", CHECKOUT),
  ...await executableCases(env),
  ...bareBubblewrapCases(),
  ...planned.cases,
  ...sandboxRuntimeCases(env),
], env)));
