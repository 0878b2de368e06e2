import assert from "node:assert/strict";
import { GuardedWorld } from "../support/guarded_world.ts";

/** What the swapping thread is told. */
export interface SwapPlan {
  readonly path: string;
  /** What the path becomes a link to. */
  readonly target: string;
  readonly flag: SharedArrayBuffer;
}

const WRITES = 10_000;

/** Everything about a directory that a write into it would change. */
function stateOf(directory: string): string[] {
  const info = Deno.statSync(directory);
  const names = Array.from(Deno.readDirSync(directory), ({ name }) => name).sort();
  return [
    `${info.mtime?.getTime()} ${info.mode}`,
    ...names.map((name) => {
      const file = Deno.lstatSync(`${directory}/${name}`);
      const text = Deno.readTextFileSync(`${directory}/${name}`);
      return `${name} ${file.mtime?.getTime()} ${file.mode} ${file.ino} ${text}`;
    }),
  ];
}

async function startSwapping(plan: SwapPlan): Promise<{ stop(): Promise<number> }> {
  const worker = new Worker(new URL("./swap_links.ts", import.meta.url), { type: "module" });
  const next = () =>
    new Promise<unknown>((resolve) => {
      worker.onmessage = (event) => resolve(event.data);
    });
  worker.postMessage(plan);
  await next();
  return {
    async stop() {
      const swaps = next();
      Atomics.store(new Int32Array(plan.flag), 0, 1);
      const count = Number(await swaps);
      worker.terminate();
      return count;
    },
  };
}

/** Writes, appends and removes while `swapped` becomes a link to `target` again and again; gives how often each ended how. */
async function race(
  world: GuardedWorld,
  paths: { readonly swapped: string; readonly target: string; readonly writes: number },
): Promise<ReadonlyMap<string, number>> {
  const { swapped: path, target, writes } = paths;
  const swapping = await startSwapping({ path, target, flag: new SharedArrayBuffer(4) });
  const seen = new Map<string, number>();
  const file = `${world.work}/notes/config`;
  for (let turn = 0; turn < writes; turn++) {
    const result = turn % 4 === 3
      ? world.files.appendText(file, "more\n")
      : turn % 50 === 2
      ? world.files.remove(file)
      : world.files.writeText(file, `turn ${turn}\n`);
    const outcome = result.ok ? "written" : result.refusal.code;
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
  }
  seen.set("swaps", await swapping.stop());
  return seen;
}

const CASES = [
  { name: "the directory", swapped: "notes", target: ".ssh" },
  { name: "the file", swapped: "notes/config", target: ".ssh/config" },
];
for (const { name, swapped, target } of CASES) {
  Deno.test(`${WRITES / 2} guarded writes change nothing outside while ${name} becomes a link`, async () => {
    using world = new GuardedWorld();
    world.make("notes/config", "first\n");
    const outside = `${world.home}/.ssh`;
    const before = stateOf(outside);
    const seen = await race(world, {
      swapped: `${world.work}/${swapped}`,
      target: `${world.home}/${target}`,
      writes: WRITES / 2,
    });
    assert.deepEqual(stateOf(outside), before);
    // The race took place, and both kinds of moments were met.
    for (const moment of ["swaps", "written", "path-sensitive"]) {
      assert.ok((seen.get(moment) ?? 0) > 20, `${moment}: ${JSON.stringify([...seen])}`);
    }
  });
}
