import assert from "node:assert/strict";
import { GuardedWorld } from "../support/guarded_world.ts";

const SCRIPT = new URL("./append_often.ts", import.meta.url).pathname;
const LINES = 100;

function startAppending(world: GuardedWorld, name: string): Promise<Deno.CommandStatus> {
  const args = ["run", "-A", "--no-check", SCRIPT, world.home, `${world.work}/log`, name];
  return new Deno.Command(Deno.execPath(), { args: [...args, String(LINES)] }).spawn().status;
}

Deno.test("parallel appends of several processes lose no line and mix none", async () => {
  using world = new GuardedWorld();
  const names = ["ann", "bob", "cleo"];
  const ends = await Promise.all(names.map((name) => startAppending(world, name)));
  assert.deepEqual(ends.map(({ code }) => code), [0, 0, 0]);
  const lines = world.read("log").trimEnd().split("\n");
  const wanted = names.flatMap((name) =>
    Array.from({ length: LINES }, (_, turn) => `${name} ${turn} ${"x".repeat(100)}`)
  );
  assert.deepEqual(lines.toSorted(), wanted.toSorted());
});

Deno.test("an append while the file is replaced ends up in the old file or in the new one", async () => {
  using world = new GuardedWorld();
  world.make("log", "start\n");
  let appending = true;
  const end = startAppending(world, "ann").finally(() => appending = false);
  let kept = "";
  while (appending) {
    // What was appended so far is carried over, as a careful program would do.
    const before = world.read("log");
    assert.ok(world.files.writeText("log", `${before}replaced\n`).ok);
    kept = before;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.equal((await end).code, 0);
  const whole = /^(start|replaced|ann \d+ x{100})$/;
  for (const line of `${kept}${world.read("log")}`.trimEnd().split("\n")) assert.match(line, whole);
});
