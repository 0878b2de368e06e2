import assert from "node:assert/strict";
import { canActAsUser, TestEnv } from "../support/test_env.ts";

Deno.test("TestEnv.exec() gives the bare environment, a folder of its own and no terminal", async () => {
  using env = new TestEnv();
  using other = new TestEnv();
  assert.notEqual(env.root, other.root);
  const script =
    'env | cut -d= -f1 | sort | tr "\\n" " "; pwd; (: </dev/tty) 2>/dev/null || echo no';
  const result = await env.exec(["sh", "-c", script], { env: { LANG: undefined, A: "b" } });
  assert.deepEqual([result.code, result.stdout], [0, `A HOME PATH PWD ${env.work}\nno\n`]);
});

Deno.test("TestEnv.exec() feeds stdin, and stands a command that does not read it", async () => {
  using env = new TestEnv();
  const big = new Uint8Array(1_000_000).fill(120);
  assert.deepEqual((await env.exec(["cat"], { stdin: big })).bytes, big);
  assert.equal((await env.exec(["false"], { stdin: big })).code, 1);
});

Deno.test("TestEnv.exec() kills the whole group at the timeout", async () => {
  using env = new TestEnv();
  const options = { timeoutMs: 200 };
  const result = await env.exec(["sh", "-c", "sleep 987 & echo $!; wait"], options);
  assert.equal(result.code, 137);
  const status = `/proc/${result.stdout.trim()}/status`;
  const gone = [
    "sh",
    "-c",
    `until ! grep -q '^State:.[^Z]' ${status} 2>/dev/null; do sleep .01; done`,
  ];
  assert.equal((await env.exec(gone, { timeoutMs: 5000 })).code, 0);
});

Deno.test("TestEnv.git() makes a clean repository with one commit", async () => {
  using env = new TestEnv();
  env.git();
  const log = await env.exec(["git", "log", "--format=%s"]);
  const status = await env.exec(["git", "status", "--short"]);
  assert.deepEqual([log.stdout, status.stdout], ["first\n", ""]);
});

Deno.test("TestEnv removes its folder whatever rights a test took away", () => {
  const env = new TestEnv();
  env.write(`${env.home}/locked/file`, "x", 0o000);
  Deno.chmodSync(`${env.home}/locked`, 0o000);
  env[Symbol.dispose]();
  assert.throws(() => Deno.statSync(env.root), Deno.errors.NotFound);
});

Deno.test({
  name: "TestEnv.asUser() acts as the ordinary user, who owns everything in it",
  ignore: !canActAsUser(),
  async fn() {
    using env = TestEnv.asUser();
    env.configure({ mode: "safe" });
    env.git();
    const find = ["find", env.root, "!", "-user", "execguard-test"];
    assert.deepEqual((await env.exec(["id", "-un"])).stdout, "execguard-test\n");
    assert.deepEqual((await env.exec(find)).stdout, "");
  },
});
