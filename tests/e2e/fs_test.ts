import assert from "node:assert/strict";
import { canActAsUser, TestEnv } from "../support/test_env.ts";

const read = (path: string) => Deno.readTextFileSync(path);

Deno.test("fs write, append and json take content from stdin or a file and say nothing", async () => {
  using env = new TestEnv();
  const file = `${env.work}/a/b.txt`;
  for (const [args, stdin] of [[["write", "a/b.txt"], "one\n"], [["append", "a/b.txt"], "two\n"]]) {
    const result = await env.run(["fs", ...(args as string[])], { stdin: stdin as string });
    assert.deepEqual([result.code, result.stdout, result.stderr], [0, "", ""]);
  }
  assert.equal(read(file), "one\ntwo\n");
  assert.equal((await env.run(["fs", "write", "--from", "a/b.txt", "c.txt"])).code, 0);
  assert.equal(read(`${env.work}/c.txt`), "one\ntwo\n");
  const json = '{"id":12345678901234567890,"id":1}';
  assert.equal((await env.run(["fs", "json", "d.json"], { stdin: json })).code, 0);
  assert.equal(read(`${env.work}/d.json`), json);
});

Deno.test("fs write passes bytes on as they are, empty content too", async () => {
  using env = new TestEnv();
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at % 256);
  assert.equal((await env.run(["fs", "write", "bytes"], { stdin: bytes })).code, 0);
  assert.deepEqual(Deno.readFileSync(`${env.work}/bytes`), bytes);
  assert.equal((await env.run(["fs", "write", "bytes"])).code, 0);
  assert.equal(Deno.statSync(`${env.work}/bytes`).size, 0);
});

Deno.test("fs copy, move and remove work on files and directories", async () => {
  using env = new TestEnv();
  env.write("dir/file", "x");
  const run = async (...args: string[]) => (await env.run(["fs", ...args])).code;
  assert.equal(await run("copy", "dir/file", "copy"), 0);
  assert.equal(await run("copy", "-r", "dir", "dir2"), 0);
  assert.equal(await run("move", "dir2", "moved"), 0);
  assert.equal(read(`${env.work}/moved/file`), "x");
  assert.equal(await run("remove", "moved"), 1);
  assert.equal(await run("remove", "--recursive", "moved"), 0);
  assert.equal(await run("remove", "copy"), 0);
  assert.deepEqual(Array.from(Deno.readDirSync(env.work), ({ name }) => name), ["dir"]);
});

Deno.test("fs --json gives one object with the outcome's keys, the path and the bytes", async () => {
  using env = new TestEnv();
  const { code, stderr, ...result } = await env.run(["fs", "write", "--json", "x/y"], {
    stdin: "four",
  });
  const { duration_ms, ...json } = result.json();
  assert.equal(typeof duration_ms, "number");
  assert.deepEqual([code, stderr, json], [0, "", {
    schema: "execguard.outcome/1",
    status: "exited",
    exit_code: 0,
    signal: null,
    output: "",
    truncated: false,
    masked: 0,
    advice: [],
    request_id: null,
    verdict: null,
    path: `${env.work}/x/y`,
    bytes: 4,
  }]);
});

/** What goes wrong, with its exit code, its status and its code. */
const FAILURES: readonly (readonly [string[], number, string, string])[] = [
  [["write", "~/.ssh/authorized_keys"], 121, "denied", "path-sensitive"],
  [["append", "~/.bashrc"], 121, "denied", "path-protected"],
  [["write", ".git/hooks/pre-commit"], 121, "denied", "path-protected"],
  [["write", "~/.config/execguard/config.jsonc"], 121, "denied", "path-sensitive"],
  [["write", "~/.local/state/execguard/grants"], 121, "denied", "path-sensitive"],
  [["write", "--from", "~/.ssh/id_rsa", "copy"], 121, "denied", "path-sensitive"],
  [["copy", "~/.ssh/id_rsa", "copy"], 121, "denied", "path-sensitive"],
  [["remove", "-r", "/"], 121, "denied", "path-root"],
  [["write", "/proc/sysrq-trigger"], 121, "denied", "path-reserved"],
  [["check", ".env"], 121, "denied", "path-sensitive"],
  [["write", "."], 1, "exited", "file-failed"],
  [["copy", "missing", "x"], 1, "exited", "file-failed"],
  [["json", "x.json"], 120, "invalid", "request-bad-json"],
  [["write", "--agent", "ann", "x"], 120, "invalid", "request-bad-flag"],
  [["write"], 120, "invalid", "request-bad-flag"],
  [["bogus", "x"], 120, "invalid", "request-bad-flag"],
];
Deno.test("fs tells each failure by exit code, in words and as JSON", async (t) => {
  using env = new TestEnv();
  env.write(`${env.home}/.ssh/id_rsa`, "secret", 0o600);
  for (const [words, code, status, name] of FAILURES) {
    await t.step(words.join(" "), async () => {
      const args = ["fs", ...words.map((word) => word.replace(/^~/, env.home))];
      const plain = await env.run(args, { stdin: "no json" });
      assert.deepEqual([plain.code, plain.stdout], [code, ""]);
      assert.match(plain.stderr, /^execguard: Cannot /);
      const json = await env.run([...args, "--json"], { stdin: "no json" });
      assert.deepEqual(
        [json.code, json.json().status, json.json().code, json.stderr],
        [code, status, name, ""],
      );
      const quiet = await env.run([...args, "--quiet"], { stdin: "no json" });
      assert.deepEqual([quiet.code, quiet.stdout, quiet.stderr], [code, "", ""]);
    });
  }
  assert.deepEqual([...Deno.readDirSync(env.work)], []);
});

Deno.test("fs check writes nothing, and makes a directory only when told to", async () => {
  using env = new TestEnv();
  assert.equal((await env.run(["fs", "check", "x/y"])).code, 0);
  assert.deepEqual([...Deno.readDirSync(env.work)], []);
  assert.equal((await env.run(["fs", "check", "--make-dir", "x/y"])).code, 0);
  assert.equal(Deno.statSync(`${env.work}/x/y`).isDirectory, true);
});

Deno.test("fs obeys sensitive_path and expose_path of the user's config", async () => {
  using env = new TestEnv();
  env.configure({ sensitive_path: ["vault", "**/*.secret"], expose_path: ["~/work/.env"] });
  const code = async (path: string) => (await env.run(["fs", "check", path])).code;
  assert.equal(await code("vault/x"), 121);
  assert.equal(await code("a/b.secret"), 121);
  assert.equal(await code(".env"), 0);
  assert.equal(await code("sub/.env"), 121);
});

Deno.test("fs takes file names that start with a dash after --", async () => {
  using env = new TestEnv();
  assert.equal((await env.run(["fs", "write", "--", "--json"], { stdin: "x" })).code, 0);
  assert.equal(read(`${env.work}/--json`), "x");
});

Deno.test("fs write on a full disk leaves the old file and says so", async () => {
  using env = new TestEnv();
  env.write("file", "old");
  env.write("big", "x".repeat(100_000));
  // A limit on file sizes is met in the same place as a full disk, and needs no disk of its own.
  const limited = ["sh", "-c", 'trap "" XFSZ; ulimit -f 100; exec "$@"', "sh"];
  const guard = Deno.env.get("EXECGUARD_BIN") || `${Deno.cwd()}/scripts/execguard`;
  for (const operation of ["write", "append"]) {
    const argv = [...limited, guard, "fs", operation, "file", "--from", "big"];
    const result = await env.exec(argv);
    assert.equal(result.code, 1, result.stderr);
    assert.match(result.stderr, /File too large/);
    assert.equal(read(`${env.work}/file`), "old");
  }
  assert.deepEqual(Array.from(Deno.readDirSync(env.work), ({ name }) => name).sort(), [
    "big",
    "file",
  ]);
});

Deno.test({
  name: "fs as an ordinary user: read-only files and closed directories stay as they are",
  ignore: !canActAsUser(),
  async fn() {
    using env = TestEnv.asUser();
    env.write("read-only", "old", 0o444);
    env.write("closed/file", "old");
    Deno.chmodSync(`${env.work}/closed`, 0o555);
    for (const path of ["read-only", "closed/new", "closed/file", "/etc/motd"]) {
      const result = await env.run(["fs", "write", path], { stdin: "new" });
      assert.equal(result.code, 1, path);
      assert.match(result.stderr, /Permission denied/);
    }
    assert.equal(read(`${env.work}/read-only`), "old");
    assert.equal(read(`${env.work}/closed/file`), "old");
    assert.equal((await env.run(["fs", "write", "mine"], { stdin: "new" })).code, 0);
  },
});
