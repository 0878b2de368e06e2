import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";
import {
  canMakeUsers,
  makeUsers,
  PASSPHRASE,
  setPassphrase,
  type Setting,
} from "../support/users.ts";

/** Runs a call in `auto`, with the passphrase on descriptor 3 if it is given; the exit code. */
async function run(
  { env, program }: Setting,
  args: readonly string[],
  passphrase?: string,
): Promise<number> {
  const given = passphrase === undefined ? [] : ["--password-fd", "3"];
  const argv = [program, "run", "-q", "--mode", "auto", ...given, ...args];
  const script = 'exec 3<&0 </dev/null; exec "$@"';
  const options = { stdin: `${passphrase ?? ""}\n` };
  return (await env.exec(["sh", "-c", script, "sh", ...argv], options)).code;
}

for (const user of [undefined, "eglocked"]) {
  Deno.test({
    name: `a write path is granted to its session, for calls that list it, as ${user ?? "root"}`,
    ignore: !canMakeUsers(),
    async fn() {
      using program = makeUsers();
      using env = new TestEnv(user);
      using other = new TestEnv(user);
      const setting = { env, program: program.path };
      const place = other.work;
      const touch = ["--", "touch", `${place}/made`];
      const asking = ["--write-path", place, ...touch];
      await setPassphrase(setting);
      assert.equal(await run(setting, asking), 123);
      assert.equal(await run(setting, asking, "wrong"), 123);
      assert.equal(await run(setting, asking, PASSPHRASE), 0);

      assert.equal(await run(setting, asking), 0);
      assert.equal(await run(setting, touch), 1);
      assert.equal(await run(setting, ["--session", "other", ...asking]), 123);
      assert.equal(await run(setting, ["--write-path", other.home, ...touch]), 123);

      const { paths } = (await env.exec([program.path, "approve", "path", "list", "--json"]))
        .json();
      assert.ok(Array.isArray(paths));
      assert.deepEqual(paths.map(({ session, path }) => [session, path]), [["default", place]]);
      assert.equal((await env.exec([program.path, "approve", "path", "revoke", place])).code, 0);
      assert.equal(await run(setting, asking), 123);
    },
  });
}

Deno.test({
  name: "a granted write path that became a link opens nothing else",
  ignore: !canMakeUsers(),
  async fn() {
    using program = makeUsers();
    using env = new TestEnv();
    using other = new TestEnv();
    const setting = { env, program: program.path };
    const place = `${other.home}/place`;
    Deno.mkdirSync(place);
    await setPassphrase(setting);
    const asking = ["--write-path", place, "--", "touch", `${place}/made`];
    assert.equal(await run(setting, asking, PASSPHRASE), 0);
    Deno.removeSync(place, { recursive: true });
    Deno.symlinkSync(other.work, place);
    assert.equal(await run(setting, asking), 123);
  },
});
