/** Sizes: cases A02 and A04. The times themselves are A05, in `tests/bench/start_up.ts`. */
import assert from "node:assert/strict";
import { type CaseWorld, sandboxCase } from "./sandbox_case.ts";

/** Makes empty files in the work directory: so many in each of so many folders. */
async function makeFiles(
  world: CaseWorld,
  files: { readonly folders: number; readonly perFolder: number; readonly end: string },
): Promise<void> {
  const { folders, perFolder, end } = files;
  const list = (text: string) => `awk 'BEGIN { for (d = 0; d < ${folders}; d++) ${text} }' | xargs`;
  const names = `for (f = 0; f < ${perFolder}; f++) print "d" d "/f" f "${end}"`;
  await world.host(`${list('print "d" d')} mkdir; ${list(names)} touch`);
}

/** Asserts that `true` starts hardly slower in the work directory than in an empty one beside it. */
async function assertNoSearch(world: CaseWorld): Promise<void> {
  const empty = `${world.home}/empty`;
  await world.host(`mkdir ${empty}`);
  const times = new Map<string, number[]>([[empty, []], [world.work, []]]);
  // In turn, so that other work on the machine hits both.
  for (let round = 0; round < 7; round++) {
    for (const [cwd, list] of times) {
      const startMs = performance.now();
      assert.equal((await world.outcome(["true"], { cwd })).exit_code, 0);
      list.push(performance.now() - startMs);
    }
  }
  const [emptyMs = 0, fullMs = 0] = [...times.values()].map((list) => Math.min(...list));
  assert.ok(fullMs < emptyMs + 300, `${emptyMs} ms without, ${fullMs} ms with`);
}

sandboxCase(
  "A02: thousands of key files in one folder are refused with the limit",
  async (world) => {
    await world.host("seq -f %.0f.pem 3000 | xargs touch");
    const { code, exit_code, message } = await world.outcome(["touch", "ran"]);
    assert.deepEqual([code, exit_code], ["sandbox-failed", 125]);
    assert.match(message ?? "", /\d+ places need a rule of their own, the limit is \d+; /);
    assert.equal((await world.exec(["ls", "ran"])).code, 2);
  },
);

sandboxCase("A02: thousands of key files over many folders cost nothing", async (world) => {
  await makeFiles(world, { folders: 300, perFolder: 10, end: ".pem" });
  await assertNoSearch(world);
});

sandboxCase("A04: 50 000 files cost no search", async (world) => {
  world.configure({ sensitive_path: ["**/.env"] });
  await makeFiles(world, { folders: 500, perFolder: 80, end: "" });
  await world.host("seq 10000 | xargs touch");
  await assertNoSearch(world);
});
