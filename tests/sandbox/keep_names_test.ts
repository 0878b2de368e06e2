import assert from "node:assert/strict";
import type { Ending } from "../../src/core/running.ts";
import { keepingNames } from "../../src/host/keep_names.ts";
import { launch } from "../../src/host/launch.ts";
import { NO_SANDBOX, World } from "./bwrap_world.ts";

const QUARANTINE = ".local/state/execguard/quarantine";

/** Runs a script in the planned sandbox as the program itself does. */
async function run(world: World, script: string): Promise<Ending> {
  const start = keepingNames(launch, `${world.home}/${QUARANTINE}`);
  const privateDirectories = [`${world.home}/.local/state/execguard`];
  const started = start(world.launch(script, { privateDirectories }), {
    output: "inherit",
    stdin: "null",
  });
  assert.ok(started.ok, JSON.stringify(started));
  return await started.value.ended;
}

function claim(name: string, check: (world: World) => Promise<void>): void {
  Deno.test({
    name: `a start that keeps names: ${name}`,
    ignore: NO_SANDBOX,
    fn: async () => {
      using world = new World("self");
      await check(world);
    },
  });
}

claim("leaves nothing behind a command that makes nothing (P08)", async (world) => {
  const before = world.host("find ~ | sort").out;
  const { code, undone } = await run(world, "git status --short >/dev/null");
  assert.deepEqual([code, undone], [0, []]);
  assert.equal(world.host("find ~ | sort").out, before);
});

claim("moves away what the command made, and says where", async (world) => {
  // What is put into a directory may come too late: it has gone already.
  const script = "echo evil >~/.zshenv; mkdir .claude; echo evil 2>/dev/null >.claude/x || :";
  const { undone = [] } = await run(world, script);
  const paths = [`${world.home}/.zshenv`, `${world.work}/.claude`];
  assert.deepEqual(undone.map(({ path }) => path).toSorted(), paths);
  assert.equal(world.host("ls -d ~/.zshenv .claude").code, 2);
  const kept = undone.map(({ movedTo }) => movedTo ?? "").toSorted();
  assert.ok(kept.every((path) => path.startsWith(`${world.home}/${QUARANTINE}/`)), String(kept));
});

claim("ends a command that keeps on", async (world) => {
  const { signal } = await run(world, "while :; do echo x >~/.zshenv; done 2>/dev/null");
  assert.equal(signal, "SIGKILL");
  assert.equal(world.host("ls ~/.zshenv").code, 2);
});

claim("keeps a placeholder while another command needs it", async (world) => {
  const script = "while ! [ -e go ]; do sleep 0.01; done; echo evil 2>/dev/null >.git/commondir";
  const running = run(world, script);
  await run(world, "true");
  assert.equal(world.host("cat .git/commondir; touch go").out, ".\n");
  const first = await running;
  assert.notEqual(first.code, 0);
  assert.equal(world.host("ls .git/commondir").code, 2);
});
