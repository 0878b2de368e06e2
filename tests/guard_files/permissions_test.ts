import assert from "node:assert/strict";
import { GuardedWorld } from "../support/guarded_world.ts";

const SCRIPT = new URL("./append_often.ts", import.meta.url).pathname;

Deno.test({
  name: "a runtime that cannot name files by descriptor writes nothing",
  ignore: Deno.build.os !== "linux",
  fn() {
    using world = new GuardedWorld();
    const permissions = ["--allow-read", "--allow-write", "--allow-env", "--allow-sys"];
    const args = ["run", ...permissions, "--no-check", SCRIPT, world.home, `${world.work}/log`];
    const { code, stderr } = new Deno.Command(Deno.execPath(), { args: [...args, "ann", "1"] })
      .outputSync();
    assert.equal(code, 1);
    assert.match(new TextDecoder().decode(stderr), /was not given --allow-all/);
    assert.deepEqual(world.names(), []);
  },
});
