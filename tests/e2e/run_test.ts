import { deepEqual, equal, match } from "node:assert/strict";
import { canSee } from "../../src/host/presence.ts";
import { PROGRAM } from "../support/pseudo_terminal.ts";
import { TestEnv } from "../support/test_env.ts";

/** Runs an argv under `auto` and gives the outcome. */
async function outcome(env: TestEnv, argv: readonly string[], args: readonly string[] = []) {
  const result = await env.run(["run", "--json", "--mode", "auto", ...args, "--", ...argv]);
  return { ...result.json(), exit: result.code } as Record<string, unknown>;
}

Deno.test("run prints what the shell prints, on the same streams, with its exit code", async () => {
  using env = new TestEnv();
  env.git();
  const script = "git status; ls | wc -l; echo problem >&2; exit 7";
  const plain = await env.exec(["sh", "-c", script]);
  const confined = await env.run(["run", "--mode", "auto", "--", "sh", "-c", script]);
  equal(confined.stdout, plain.stdout);
  equal(confined.stderr, plain.stderr);
  equal(confined.code, 7);
});

Deno.test("run gives one outcome as JSON, the output inside", async () => {
  using env = new TestEnv();
  const result = await outcome(env, ["sh", "-c", "echo out; echo err >&2; exit 3"]);
  equal(result.schema, "execguard.outcome/1");
  equal(result.status, "exited");
  equal(result.exit_code, 3);
  equal(result.exit, 3);
  equal(result.signal, null);
  equal(result.output, "out\nerr\n");
  equal(result.truncated, false);
  deepEqual((result.verdict as Record<string, unknown>).decision, "read_only");
});

Deno.test("run tells the endings of a command apart", async () => {
  using env = new TestEnv();
  env.write("kill_self.py", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n");
  env.write("data.txt", "no program\n");
  const ended = async (argv: string[], args: string[] = []) => {
    const result = await outcome(env, argv, args);
    return [result.status, result.exit_code];
  };
  deepEqual(await ended(["false"]), ["exited", 1]);
  deepEqual(await ended(["sh", "-c", "exit 127"]), ["exited", 127]);
  deepEqual(await ended(["no-such-command"]), ["not_found", 127]);
  deepEqual(await ended(["./data.txt"]), ["not_executable", 126]);
  deepEqual(await ended(["python3", "kill_self.py"]), ["signalled", 137]);
  deepEqual(await ended(["sleep", "60"], ["--timeout", "1s"]), ["timed_out", 124]);
  deepEqual(await ended(["sh", "-c", "rm x"]), ["denied", 121]);
  deepEqual(await ended(["cd", "x"]), ["denied", 121]);
  deepEqual(await ended(["sudo", "ls"]), ["password_required", 123]);
  deepEqual(await ended(["ls"], ["--no-sandbox"]), ["password_required", 123]);
});

Deno.test("run asks nobody without a terminal: what needs a yes does not run", async () => {
  using env = new TestEnv();
  const result = await env.run(["run", "--json", "--", "touch", "ran"]);
  equal(result.code, 122);
  equal(result.json().status, "approval_required");
  deepEqual([...Deno.readDirSync(env.work)], []);
});

Deno.test("run confines: no network, no credential, no write outside", async () => {
  using env = new TestEnv();
  env.write(`${env.home}/.ssh/id_rsa`, "SECRET\n", 0o600);
  env.write(
    "connect.py",
    "import socket\ns = socket.socket()\ns.settimeout(3)\ntry:\n    s.connect(('127.0.0.1', 9))\nexcept ConnectionRefusedError:\n    print('refused')\nprint([n for _, n in socket.if_nameindex()])\n",
  );
  const secret = await outcome(env, ["cat", `${env.home}/.ssh/id_rsa`]);
  equal(secret.exit_code, 1);
  equal(String(secret.output).includes("SECRET"), false);
  equal((await outcome(env, ["touch", "/etc/execguard-test"])).exit_code, 1);
  equal((await outcome(env, ["touch", `${env.root}/outside`])).exit_code, 1);
  match(String((await outcome(env, ["python3", "connect.py"])).output), /\['lo'\]/);
  equal((await outcome(env, ["touch", "inside"])).exit_code, 0);
  equal(Deno.statSync(`${env.work}/inside`).isFile, true);
});

Deno.test("run leaves nothing behind that was not there before", async () => {
  using env = new TestEnv();
  env.git();
  const before = await listing(env);
  equal((await outcome(env, ["git", "status"])).exit_code, 0);
  equal((await outcome(env, ["true"])).exit_code, 0);
  equal(await listing(env), before);
});

/** Everything in home but execguard's own log of calls. */
async function listing(env: TestEnv): Promise<string> {
  return (await env.exec([
    "find",
    env.home,
    "-name",
    ".local",
    "-prune",
    "-o",
    "-printf",
    "%p %s %m\n",
  ])).stdout.split("\n").sort()
    .join("\n");
}

Deno.test("run passes the argv on exactly", async () => {
  using env = new TestEnv();
  const odd = ["a b", "$(id)", "", "*", "x\ny", "--", "-n", "~", "\\", "ü"];
  const result = await env.run(["run", "--mode", "auto", "--", "printf", "%s|", ...odd]);
  equal(result.stdout, odd.map((item) => `${item}|`).join(""));
});

Deno.test("run hands stdin to the command as it is", async () => {
  using env = new TestEnv();
  const echo = await env.run(["run", "--", "cat"], { stdin: "some input\n" });
  equal(echo.stdout, "some input\n");
  const none = await env.run(["run", "--no-stdin", "--", "cat"], { stdin: "some input\n" });
  equal(none.stdout, "");
  env.write("loop.sh", 'while read -r line; do "$1" run -- echo "$line"; done\n');
  const loop = await env.exec(["sh", "loop.sh", launcher()], { stdin: "a\nb\nc\n" });
  equal(loop.stdout, "a\nb\nc\n");
});

function launcher(): string {
  return Deno.env.get("EXECGUARD_BIN") ||
    new URL("../../scripts/execguard", import.meta.url).pathname;
}

Deno.test("run --status-file and --status-fd give the outcome while the output streams", async () => {
  using env = new TestEnv();
  const file = await env.run(["run", "--status-file", "status.json", "--", "echo", "hi"]);
  equal(file.stdout, "hi\n");
  equal(JSON.parse(Deno.readTextFileSync(`${env.work}/status.json`)).status, "exited");
  const fd = await env.exec([
    "sh",
    "-c",
    '"$1" run --status-fd 3 -- echo hi 3>fd.json',
    "_",
    launcher(),
  ]);
  equal(fd.stdout, "hi\n");
  equal(JSON.parse(Deno.readTextFileSync(`${env.work}/fd.json`)).exit_code, 0);
  const bad = await env.run(["run", "--json", "--status-fd", "x", "--", "echo", "hi"]);
  equal(bad.json().code, "request-bad-flag");
});

Deno.test("run scrubs secret-like variables, passes the others, and gives the runtime's back", async () => {
  using env = new TestEnv();
  const variables = {
    MY_TOKEN: "s3cret-value",
    GIT_AUTHOR_NAME: "Somebody",
    KEYBOARD: "us",
    NODE_OPTIONS: "--no-warnings",
    DENO_DIR: "/somewhere",
    LD_LIBRARY_PATH: "/no/such",
  };
  const result = await env.run(["run", "--mode", "auto", "--", "env"], { env: variables });
  const lines = result.stdout.split("\n");
  equal(lines.some((line) => line.startsWith("MY_TOKEN=")), false);
  for (
    const name of [
      "GIT_AUTHOR_NAME",
      "KEYBOARD",
      "NODE_OPTIONS",
      "DENO_DIR",
      "LD_LIBRARY_PATH",
    ] as const
  ) {
    equal(lines.includes(`${name}=${variables[name]}`), true, name);
  }
  equal(lines.includes(`HOME=${env.home}`), true);
  equal(lines.some((line) => line.startsWith("EXECGUARD_")), false);
  const passed = await env.run([
    "run",
    "--mode",
    "auto",
    "--env",
    "MY_TOKEN",
    "--",
    "printenv",
    "MY_TOKEN",
  ], { env: variables });
  equal(passed.stdout, "s3cret-value\n");
});

Deno.test("run refuses what is not UTF-8 instead of changing it", async () => {
  using env = new TestEnv();
  env.write("odd.sh", '"$1" run -- echo "$(printf \'a\\377b\')"\n');
  const argument = await env.exec(["sh", "odd.sh", launcher()]);
  equal(argument.code, 120);
  match(argument.stderr, /not valid UTF-8/);
  env.write("variable.sh", 'ODD="$(printf \'a\\377b\')" "$1" run -- echo hi\n');
  const variable = await env.exec(["sh", "variable.sh", launcher()]);
  equal(variable.code, 120);
  match(variable.stderr, /variable ODD/);
});

Deno.test("run says so when the work directory is gone, and runs nothing", async () => {
  using env = new TestEnv();
  env.write("gone.sh", 'mkdir d; cd d; rmdir ../d; "$1" run --json -- ls\n');
  const result = await env.exec(["sh", "gone.sh", launcher()]);
  equal(result.code, 120);
  equal(result.json().code, "request-bad-cwd");
  equal(
    (await env.run(["run", "--json", "--cwd", "/no/such", "--", "ls"])).json().code,
    "request-bad-cwd",
  );
});

Deno.test("run never exits 0 for output that was lost", async () => {
  using env = new TestEnv();
  env.write("full.sh", '"$1" allowlist-check --json -- ls >/dev/full\n');
  equal((await env.exec(["sh", "full.sh", launcher()])).code, 141);
  env.write("full2.sh", '"$1" run -- echo hi >/dev/full\n');
  equal((await env.exec(["sh", "full2.sh", launcher()])).code === 0, false);
});

Deno.test("run --dry-run shows the sandbox of either system and runs nothing", async () => {
  using env = new TestEnv();
  const linux = await env.run([
    "run",
    "--dry-run",
    "--json",
    "--platform",
    "linux",
    "--",
    "touch",
    "ran",
  ]);
  equal(linux.code, 0);
  const plan = linux.json() as {
    schema: string;
    launch: { program: string; args: string[]; env_names: string[] };
  };
  equal(plan.schema, "execguard.plan/1");
  match(plan.launch.program, /bwrap$/);
  deepEqual(plan.launch.args.slice(-3), ["--", "touch", "ran"]);
  equal(plan.launch.env_names.includes("HOME"), true);
  const darwin =
    (await env.run(["run", "--dry-run", "--json", "--platform", "darwin", "--", "touch", "ran"]))
      .json() as { launch: { profile: string } };
  match(darwin.launch.profile, /^\(version 1\)/);
  equal((await env.run(["run", "--dry-run", "--json", "--", "sh", "-c", "rm x"])).code, 121);
  deepEqual([...Deno.readDirSync(env.work)], []);
});

Deno.test("run gives git reads a repository that runs nothing", async () => {
  using env = new TestEnv();
  env.git();
  await env.exec(["git", "config", "core.fsmonitor", "touch fsmonitor-ran; true"]);
  await env.exec(["git", "config", "core.hooksPath", "hooks"]);
  env.write("hooks/post-index-change", "#!/bin/sh\ntouch hook-ran\n", 0o755);
  equal((await env.exec(["git", "status"])).code, 0);
  equal(canSee(`${env.work}/fsmonitor-ran`), true);
  Deno.removeSync(`${env.work}/fsmonitor-ran`);
  equal((await outcome(env, ["git", "status"])).exit_code, 0);
  equal(canSee(`${env.work}/fsmonitor-ran`), false);
});

Deno.test("signals that go on coming after the command's end do not cut its outcome off", async () => {
  using env = new TestEnv();
  const script = `"$0" run --json --mode auto -- sh -c 'echo up >up; exec sleep 60' & pid=$!
    until [ -s up ]; do :; done; while kill -HUP $pid 2>/dev/null; do :; done; wait $pid`;
  const result = await env.exec(["sh", "-c", script, PROGRAM]);
  const { status, signal } = result.json();
  deepEqual([result.code, status, signal], [129, "signalled", "SIGHUP"]);
  const record = Deno.readTextFileSync(`${env.state}/audit.ndjson`);
  equal(JSON.parse(record).exit_code, 129);
});

Deno.test("run works in a small npm project", async () => {
  using env = new TestEnv();
  env.write("package.json", JSON.stringify({ name: "p", scripts: { test: "node --test" } }));
  env.write("a.test.js", "const { test } = require('node:test'); test('adds', () => {});\n");
  const result = await outcome(env, ["npm", "test"]);
  equal(result.exit_code, 0, String(result.output));
  match(String(result.output), /pass 1/);
});

Deno.test("a usage error is a refusal, in words or as JSON", async () => {
  using env = new TestEnv();
  const words = await env.run(["run", "--netwrok", "--", "ls"]);
  equal(words.code, 120);
  match(words.stderr, /^execguard: Cannot understand the command line: .*--network/);
  const json = await env.run(["run", "--json", "--netwrok", "--", "ls"]);
  equal(json.json().status, "invalid");
  equal((await env.run(["bogus"])).code, 120);
  equal((await env.run(["run", "--timeout", "soon", "--", "ls"])).code, 120);
});
