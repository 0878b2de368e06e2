/**
 * What the executable costs beside `deno run` of the very program in it: `deno task bench:executable`.
 *
 * Budgets: the first start, which unpacks, 2 s; every later one 5 ms above `deno run`.
 * @module
 */
import { buildPortable, launcherKey } from "../../scripts/build_portable.ts";
import { programFiles } from "../../scripts/build_program.ts";
import { HOST_TARGET } from "../executable/executable.ts";
import { TestEnv } from "../support/test_env.ts";
import { type Case, measure, report } from "./measure.ts";

const FIRST_STARTS = 5;

function cases(
  env: TestEnv,
  by: { readonly program: string; readonly tree: string },
): readonly Case[] {
  const deno = `${by.tree}/.deno/deno-${launcherKey().deno}`;
  // The launcher's: with others each start would refuse the compiled code that the last one kept.
  const launch = Deno.readTextFileSync(`${by.tree}/scripts/launch.sh`);
  const [, options = ""] = /^exec .* run ([^]*)"\$@"/m.exec(launch) ?? [];
  const v8 = [...launch.matchAll(/^eg_v8=(?:\$eg_v8,)?(.*)$/gm)].map(([, flag]) => flag).join();
  const flags = options.split(/[\s\\]+/).filter((word) => word.startsWith("--"))
    .concat(`--v8-flags=${v8}`);
  const files = [`--import-map=${by.tree}/deno.json`, `--lock=${by.tree}/deno.lock`];
  const variables = {
    DENO_DIR: `${by.tree}/.deno/cache`,
    DENO_NO_UPDATE_CHECK: "1",
    GLIBC_TUNABLES: /^export GLIBC_TUNABLES=(.*)$/m.exec(launch)?.[1] ?? "",
    NPM_CONFIG_REGISTRY: Deno.readTextFileSync(`${by.tree}/.deno/ready-${launcherKey().key}`)
      .trim(),
  };
  const run = [deno, "run", ...flags, ...files, "--allow-read", "--allow-env"];
  const checks = [["version"], ["allowlist-check", "-q", "--", "ls"]];
  return [
    { name: "empty Deno program", argv: [...run, env.write("empty.ts", "")], env: variables },
    ...checks.flatMap((args) => [
      {
        name: `deno run: ${args[0]}`,
        argv: [...run, `${by.tree}/main.ts`, ...args],
        env: variables,
      },
      { name: `executable: ${args[0]}`, argv: [by.program, ...args] },
    ]),
  ];
}

async function firstStartMs(env: TestEnv, program: string): Promise<number> {
  const home = Deno.makeTempDirSync({ dir: env.root });
  const start = performance.now();
  const { code, stderr } = await env.exec([program, "version"], { env: { HOME: home } });
  if (code !== 0) throw new Error(stderr);
  return performance.now() - start;
}

using env = new TestEnv();
const { bytes, content } = buildPortable(HOST_TARGET, await programFiles(launcherKey().key));
const program = `${env.root}/execguard`;
Deno.writeFileSync(program, bytes, { mode: 0o755 });
const times: number[] = [];
for (let round = 0; round < FIRST_STARTS; round++) times.push(await firstStartMs(env, program));
const middle = times.toSorted((a, b) => a - b)[Math.floor(FIRST_STARTS / 2)] ?? NaN;
console.log(`size: ${(bytes.length / 1e6).toFixed(1)} MB; first start: ${middle.toFixed(0)} ms`);
await env.exec([program, "version"]);
const tree = `${env.home}/.cache/execguard/${content}`;
console.log(report(measure(cases(env, { program, tree }), env)));
