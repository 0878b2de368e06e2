import assert from "node:assert/strict";
import { GuardedWorld } from "../support/guarded_world.ts";
import { CONTENT_BYTES } from "./write_often.ts";

const SCRIPT = new URL("./write_often.ts", import.meta.url).pathname;
const TIMES = 1000;
const KILLS = 6;

/** Starts the writer and kills it in the middle of its n-th write that is seen, without a chance to tidy up. */
async function writeAndKill(world: GuardedWorld, writes: number): Promise<void> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", SCRIPT, world.home, `${world.work}/file`, String(TIMES)],
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  const seen = new Set<string>();
  while (seen.size < writes) {
    for (const name of world.names()) if (name.endsWith(".tmp")) seen.add(name);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  child.kill("SIGKILL");
  const status = await child.status;
  assert.equal(status.signal, "SIGKILL", "the writer must not have come to its end");
}

Deno.test(`a writer killed during ${TIMES} writes leaves the old or the new file, and nothing else for long`, async () => {
  using world = new GuardedWorld();
  world.make("file", "0".repeat(CONTENT_BYTES));
  let remains = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    await writeAndKill(world, 1 + kill * 3);
    const text = world.read("file");
    assert.equal(text.length, CONTENT_BYTES);
    assert.equal(text, text.slice(0, 1).repeat(CONTENT_BYTES));
    remains += world.names().length - 1;
    assert.ok(world.files.writeText(`${world.work}/other`, "next call\n").ok);
    assert.deepEqual(world.names(), ["file", "other"]);
  }
  assert.ok(remains > 0, "no kill fell into a write");
});
