import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";

const DRIVER = new URL("./library_driver.ts", import.meta.url).pathname;

async function drive(env: TestEnv): Promise<Record<string, unknown>> {
  const cache = Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`;
  const result = await env.exec(
    [Deno.execPath(), "run", "-A", "--no-check", "--cached-only", DRIVER, env.work],
    { env: { DENO_DIR: cache } },
  );
  assert.equal(result.code, 0, result.stderr);
  return result.json();
}

Deno.test("the library judges and changes files as the program does", async () => {
  using env = new TestEnv();
  const { secret, own, other, ...rest } = await drive(env);
  assert.deepEqual(rest, {
    status: "read_only allowlisted",
    script: "deny script-rm",
    strange: "request-empty",
    relative: "request-bad-value",
    made: "ok",
    text: "ok",
    appended: "ok",
    bytes: "ok",
    json: "ok",
    copied: "ok",
    moved: "ok",
    removed: "ok",
    isDenied: [true, false],
    isDeniedToAnn: true,
    guard: true,
    plain: [true, false],
    wrapped: ["ls", "-l"],
  });
  assert.match(String(secret), /^Cannot use the path ".*\/\.env": it holds credentials/);
  assert.deepEqual([own, other], ["ok", false]);
  assert.equal(Deno.readTextFileSync(`${env.work}/a.txt`), "one\ntwo\n");
});

Deno.test("the library obeys the user's config, and trusts nothing when it cannot be used", async () => {
  using env = new TestEnv();
  env.configure({ git_policy: "worktree", read_only_command: ["mytool show"] });
  assert.equal((await drive(env)).status, "read_only allowlisted");
  env.configure({ no_such_key: true });
  const seen = await drive(env);
  assert.equal(seen.status, "deny config-invalid");
  assert.deepEqual(seen.isDenied, [true, true]);
  assert.match(String(seen.text), /no_such_key/);
});
