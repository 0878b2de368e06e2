import { deepEqual, equal, match } from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";
import { buildIfPossible, HOST_TARGET, otherVersion } from "./executable.ts";

const portable = await buildIfPossible(HOST_TARGET);
const older = portable === undefined ? undefined : otherVersion(portable);
const ignore = portable === undefined;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A world with two versions of the executable in it, the older one unpacked. */
async function world() {
  const env = new TestEnv();
  const [program, oldProgram] = [`${env.root}/execguard`, `${env.root}/older`];
  Deno.writeFileSync(program, portable?.bytes ?? new Uint8Array(), { mode: 0o755 });
  Deno.writeFileSync(oldProgram, older?.bytes ?? new Uint8Array(), { mode: 0o755 });
  equal((await env.exec([oldProgram, "version"])).code, 0);
  const cache = `${env.home}/.cache/execguard`;
  deepEqual(names(cache), [older?.content]);
  return { env, program, oldProgram, cache, oldTree: `${cache}/${older?.content}` };
}

const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name).toSorted();

/** As if it was unpacked and last started so many days ago. */
function age(tree: string, days: number): void {
  const time = new Date(Date.now() - days * DAY_MS);
  for (const name of ["sealed", "used"]) Deno.utimeSync(`${tree}/.deno/${name}`, time, time);
}

Deno.test("a start notes that it happened", { ignore }, async () => {
  const { env, oldProgram, oldTree } = await world();
  using _ = env;
  age(oldTree, 40);
  equal((await env.exec([oldProgram, "version"])).code, 0);
  const { mtime } = Deno.statSync(`${oldTree}/.deno/used`);
  equal(Date.now() - Number(mtime) < DAY_MS, true);
});

for (const [days, left] of [[29, [older, portable]], [31, [portable]]] as const) {
  Deno.test(
    `an upgrade, ${days} days after the last start of the old version`,
    { ignore },
    async () => {
      const { env, program, cache, oldTree } = await world();
      using _ = env;
      age(oldTree, days);
      equal((await env.exec([program, "version"])).code, 0);
      deepEqual(names(cache), left.map((version) => version?.content).toSorted());
    },
  );
}

Deno.test("a tree that a supervisor runs from stays until that has ended", { ignore }, async () => {
  const { env, program, oldProgram, cache, oldTree } = await world();
  using _ = env;
  const script = "until [ -e go ]; do sleep 0.1; done; echo went";
  const start = ["background", "start", "-q", "--mode", "auto", "--", "sh", "-c", script];
  const { stdout } = await env.exec([oldProgram, ...start]);
  const id = stdout.trim();
  match(id, /^\w+$/);
  age(oldTree, 40);
  equal((await env.exec([program, "version"])).code, 0);
  deepEqual(names(cache), [older?.content, portable?.content].toSorted());
  env.write("go", "");
  equal((await env.exec([program, "background", "wait", id])).code, 0);
  match((await env.exec([program, "background", "logs", id])).stdout, /went/);
  Deno.removeSync(`${cache}/${portable?.content}`, { recursive: true });
  equal((await env.exec([program, "version"])).code, 0);
  deepEqual(names(cache), [portable?.content]);
});

Deno.test("only trees, and what a killed start left, are taken away", { ignore }, async () => {
  const { env, program, cache, oldTree } = await world();
  using _ = env;
  const foreign = "f".repeat(64);
  Deno.renameSync(oldTree, `${env.root}/kept`);
  Deno.symlinkSync(`${env.root}/kept`, `${cache}/${foreign}`);
  age(`${env.root}/kept`, 40);
  for (const name of ["abc", `${foreign.slice(1)}g`, "tmp.old000", "tmp.new000"]) {
    Deno.mkdirSync(`${cache}/${name}`);
    const days = name === "tmp.new000" ? 0 : 40;
    const time = new Date(Date.now() - days * DAY_MS);
    Deno.utimeSync(`${cache}/${name}`, time, time);
  }
  equal((await env.exec([program, "version"])).code, 0);
  const left = [portable?.content ?? "", foreign, "abc", `${foreign.slice(1)}g`, "tmp.new000"];
  deepEqual(names(cache), left.toSorted());
  equal(names(`${env.root}/kept`).includes("main.ts"), true);
});
