import { deepEqual, equal, match } from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";

/** Exit code and stdout of a check. */
async function check(env: TestEnv, ...args: string[]) {
  const result = await env.run(["allowlist-check", ...args]);
  return { code: result.code, stdout: result.stdout, stderr: result.stderr };
}

Deno.test("allowlist-check exits by the decision and --at-most", async () => {
  using env = new TestEnv();
  const codes = async (...args: string[]) => (await check(env, "-q", ...args)).code;
  equal(await codes("--", "ls"), 0);
  equal(await codes("--", "touch", "x"), 122);
  equal(await codes("--at-most", "confirm", "--", "touch", "x"), 0);
  equal(await codes("--at-most", "confirm", "--", "sudo", "ls"), 123);
  equal(await codes("--at-most", "password", "--", "sudo", "ls"), 0);
  equal(await codes("--at-most", "password", "--", "sh", "-c", "rm x"), 121);
  equal(await codes("--"), 120);
  equal(await codes("--", ""), 120);
});

Deno.test("allowlist-check takes the argv verbatim in all three ways", async () => {
  using env = new TestEnv();
  const argv = async (...args: string[]) =>
    JSON.parse((await check(env, "--json", ...args)).stdout).argv;
  const odd = ["echo", "", "a b", "--json", "$(id)", "*", "--"];
  deepEqual(await argv("--", ...odd), odd);
  deepEqual(await argv("echo", "--json"), ["echo", "--json"]);
  deepEqual(await argv("--argv-json", JSON.stringify(odd)), odd);
  env.write("request.json", JSON.stringify({ argv: odd }));
  deepEqual(await argv("--request", "request.json"), odd);
  const piped = await env.run(["allowlist-check", "--json", "--request", "-"], {
    stdin: JSON.stringify({ argv: odd }),
  });
  deepEqual(piped.json().argv, odd);
});

Deno.test("allowlist-check refuses a request that is not one", async () => {
  using env = new TestEnv();
  const code = async (text: string) => {
    const result = await env.run(["allowlist-check", "--json", "--request", "-"], { stdin: text });
    equal(result.code, 120);
    return result.json().code;
  };
  equal(await code('{"argv":"ls -la"}'), "request-not-array");
  equal(await code('{"argv":["ls",1]}'), "request-not-array");
  equal(await code("{}"), "request-not-array");
  equal(await code('{"argv":["ls"],"shell":true}'), "request-unknown-key");
  equal(await code('{"argv":["ls"],"network":"yes"}'), "request-bad-value");
  equal(await code('["ls"]'), "request-bad-value");
  equal(await code("ls -la"), "request-bad-json");
  equal(await code('{"argv":["l\\u0000s"]}'), "request-nul");
  equal((await check(env, "--argv-json", '"ls -la"')).code, 120);
  equal((await check(env, "--argv-json", '["ls"]', "--", "ls")).code, 120);
});

Deno.test("allowlist-check --json gives the verdict with every finding and its place", async () => {
  using env = new TestEnv();
  const verdict = JSON.parse(
    (await check(env, "--json", "--", "sh", "-c", "git status; rm -rf x")).stdout,
  );
  equal(verdict.schema, "execguard.verdict/1");
  equal(verdict.decision, "deny");
  equal(verdict.code, "script-rm");
  match(verdict.reason, /rm at 1:13 is only allowed at the top level/);
  deepEqual(verdict.advice, ['["rm","-rf","x"]']);
  deepEqual(
    verdict.findings.map((
      item: Record<string, unknown>,
    ) => [item.decision, item.code, item.argv, item.line, item.column]),
    [
      ["read_only", "allowlisted", ["git", "status"], 1, 1],
      ["deny", "script-rm", ["rm", "-rf", "x"], 1, 13],
    ],
  );
});

Deno.test("allowlist-check --explain shows the tree, the rule and what cancelled, and escapes what could move the cursor", async () => {
  using env = new TestEnv();
  const { stdout } = await check(
    env,
    "--explain",
    "--",
    "sh",
    "-c",
    "cat '.env'; echo '\u202e'",
    "\u001b[2K",
  );
  match(stdout, /confirm +\["cat",".env"\] at 1:1/);
  match(stdout, /".env" may name a file that holds secrets \[sensitive-argument, rule "cat"\]/);
  // deno-lint-ignore no-control-regex -- the point of the test
  equal(/[\u0000-\u0009\u000b-\u001f\u202e]/.test(stdout), false);
});

Deno.test("allowlist-check never writes, even with a broken or missing home", async () => {
  using env = new TestEnv();
  equal(
    (await env.run(["allowlist-check", "-q", "--", "ls"], { env: { HOME: undefined } })).code,
    0,
  );
  const gone = await env.run(["allowlist-check", "--json", "--", "ls"], {
    env: { HOME: "/no/such/home" },
  });
  equal(gone.code, 120);
  equal(gone.json().code, "config-home");
  equal((await env.run(["allowlist-check", "-q", "--", "ls"])).code, 0);
  deepEqual([...Deno.readDirSync(env.home)].map((entry) => entry.name), ["work"]);
});

Deno.test("allowlist-check --stdin answers line by line, in order, and goes on after a bad line", async () => {
  using env = new TestEnv();
  const lines = [
    '{"id":1,"argv":["ls"]}',
    "",
    "not json",
    '{"id":"b","argv":["touch","x"]}',
    '{"id":{"n":3},"argv":["sh","-c","ls | wc -l"]}',
    '{"id":4,"argv":["ls"],"bogus":1}',
    '{"argv":["cat",".env"]}',
  ];
  const result = await env.run(["allowlist-check", "--stdin"], { stdin: lines.join("\n") });
  const verdicts = result.stdout.trim().split("\n").map((line) => JSON.parse(line));
  deepEqual(verdicts.map((verdict) => [verdict.id, verdict.decision, verdict.code]), [
    [1, "read_only", "allowlisted"],
    [undefined, "deny", "request-bad-json"],
    ["b", "confirm", "not-allowlisted"],
    [{ n: 3 }, "read_only", "allowlisted"],
    [4, "deny", "request-unknown-key"],
    [undefined, "confirm", "sensitive-argument"],
  ]);
  equal(result.code, 120);
  const mild = await env.run(["allowlist-check", "--stdin", "--at-most", "confirm"], {
    stdin: '{"argv":["touch","x"]}\n{"argv":["ls"]}',
  });
  equal(mild.code, 0);
});

Deno.test("allowlist-check sees through links on the real file system", async () => {
  using env = new TestEnv();
  Deno.mkdirSync(`${env.home}/.ssh`);
  Deno.symlinkSync(`${env.home}/.ssh`, `${env.work}/innocent`);
  Deno.symlinkSync("/bin/rm", `${env.work}/tidy`);
  equal((await check(env, "-q", "--", "cat", "innocent/config")).code, 122);
  equal((await check(env, "-q", "--", "./tidy", "x")).code, 121);
});

Deno.test("allowlist-check does not trust a program that a command may have written", async () => {
  using env = new TestEnv();
  env.write("bin/ls", "#!/bin/sh\n", 0o755);
  const result = await env.run(["allowlist-check", "--json", "--", "ls"], {
    env: { PATH: `${env.work}/bin:/usr/bin:/bin` },
  });
  equal(result.json().code, "writable-program");
});

Deno.test("allowlist-check does not trust a repository whose config starts programs", async () => {
  using env = new TestEnv();
  env.git();
  equal((await check(env, "-q", "--", "git", "diff")).code, 0);
  await env.exec(["git", "config", "diff.evil.textconv", "touch pwned"]);
  const result = await env.run(["allowlist-check", "--json", "--", "git", "diff"]);
  equal(result.json().code, "opaque");
  equal((await check(env, "-q", "--", "sh", "-c", "ls; git log -p")).code, 122);
});

Deno.test("allowlist-check --test runs the examples of every rule", async () => {
  using env = new TestEnv();
  const builtin = await check(env, "--test");
  match(builtin.stdout, /^\d{3,} passed, 0 failed\n$/);
  equal(builtin.code, 0);
  env.configure({
    denied_command: ["git", { name: "mytool", not_match: [["mytool"]] }],
    read_only_command: ["mytool2 show"],
  });
  const own = await check(env, "--test");
  match(
    own.stdout,
    /^\S+config\.jsonc: \["mytool"\] is deny, expected not deny\n\d+ passed, 1 failed\n$/,
  );
  equal(own.code, 121);
});

Deno.test("allowlist-check --list says where each entry comes from", async () => {
  using env = new TestEnv();
  env.configure({ denied_command: ["mytool"], git_policy: "worktree" });
  const { entries } = (await env.run(["allowlist-check", "--list", "--json"])).json() as {
    entries: { kind: string; entry: string; from: string }[];
  };
  const from = (kind: string, entry: string) =>
    entries.find((item) => item.kind === kind && item.entry === entry)?.from;
  equal(from("denied", "mytool"), `${env.home}/.config/execguard/config.jsonc`);
  equal(from("denied", "mkfs"), "configs/policy.json");
  match(from("read_only", "git status") ?? "", /^configs\/read_only_commands\//);
  equal(from("team", "git push: none"), "configs/team.json");
  equal(from("team", "git commit: all"), "configs/team.json");
  equal(from("team", "sqlite3: none"), undefined, "shell_deny is off");
});
