import assert from "node:assert/strict";
import { PROGRAM, PseudoTerminal } from "../support/pseudo_terminal.ts";
import { type RunOptions, TestEnv } from "../support/test_env.ts";

const TOUCH = ["--", "touch", "made"];

/** The id of the request that a refused call left behind. */
async function ask(env: TestEnv, args: readonly string[], options?: RunOptions): Promise<string> {
  const result = await env.run(["run", "--json", ...args], options);
  const { request_id, status } = result.json();
  assert.equal(status, "approval_required", result.stdout);
  assert.match(String(request_id), /^[a-z2-9]{8}$/);
  return String(request_id);
}

/** A person runs an `execguard approve` on a terminal; what it says, its exit code at the end. */
async function approve(env: TestEnv, words: string, options?: RunOptions): Promise<string> {
  await using terminal = new PseudoTerminal(
    env,
    `execguard approve ${words}; echo code=$?`,
    options,
  );
  return await terminal.end();
}

/** Exit code and words of a call without a terminal. */
async function run(env: TestEnv, args: readonly string[], options?: RunOptions) {
  const { code, stderr } = await env.run(["run", ...args], options);
  return { code, stderr };
}

Deno.test("approve ID grants exactly one run of exactly this call", async () => {
  using env = new TestEnv();
  const id = await ask(env, TOUCH);
  assert.equal(await ask(env, TOUCH), id);
  assert.match(await approve(env, id), /Granted: \["touch","made"\], once[^]*code=0/);
  assert.equal((await run(env, TOUCH)).code, 0);
  assert.equal((await run(env, TOUCH)).code, 122);
  assert.match(await approve(env, id), /Cannot find the request[^]*code=120/);
});

const DIFFERENCES: readonly (readonly [string, readonly string[]])[] = [
  ["another argv", ["--", "touch", "other"]],
  ["another argv", ["--", "touch", "made", ""]],
  ["another session", ["--session", "s", ...TOUCH]],
  ["another work directory", ["--cwd", "..", ...TOUCH]],
  ["the network", ["--network", ...TOUCH]],
  ["other write paths", ["--write-path", "WORK", ...TOUCH]],
  ["other --env flags", ["--env", "A=1", ...TOUCH]],
];

for (const [name, args] of DIFFERENCES) {
  Deno.test(`a grant does not cover ${name}: ${args.join(" ")}`, async () => {
    using env = new TestEnv();
    const id = await ask(env, TOUCH);
    await approve(env, id);
    const words = args.map((word) => word.replace("WORK", env.work));
    const { code, stderr } = await run(env, words);
    assert.equal(code, 122);
    assert.ok(stderr.includes(`the approval ${id} does not cover ${name}`), stderr);
    assert.equal((await run(env, TOUCH)).code, 0);
  });
}

Deno.test("a grant does not cover a program that was replaced", async () => {
  using env = new TestEnv();
  const tool = env.write("bin/tool", "#!/bin/sh\necho one\n", 0o755);
  const path = { env: { PATH: `${env.work}/bin:/usr/bin:/bin` } };
  await approve(env, await ask(env, ["--", "tool"], path), path);
  env.write(tool, "#!/bin/sh\necho two\n", 0o755);
  const changed = await run(env, ["--", "tool"], path);
  assert.equal(changed.code, 122);
  assert.match(changed.stderr, /does not cover a changed program/);
  env.write("first/tool", "#!/bin/sh\necho three\n", 0o755);
  const other = { env: { PATH: `${env.work}/first:${path.env.PATH}` } };
  assert.match((await run(env, ["--", "tool"], other)).stderr, /does not cover another program/);
});

Deno.test("a grant does not cover a script file that was changed", async () => {
  using env = new TestEnv();
  env.write("build.sh", "echo one\n");
  const call = ["--", "sh", "build.sh"];
  const id = await ask(env, call);
  env.write("build.sh", "echo two\n");
  assert.match(await approve(env, id), /there is a changed file[^]*code=122/);
  await approve(env, await ask(env, call));
  env.write("build.sh", "echo evil\n");
  assert.match((await run(env, call)).stderr, /does not cover a changed file/);
});

Deno.test("approve ID --for grants a call as often as wanted", async () => {
  using env = new TestEnv();
  const id = await ask(env, TOUCH);
  assert.match(await approve(env, `${id} --for 2h`), /as often as wanted until/);
  assert.equal((await run(env, TOUCH)).code, 0);
  assert.equal((await run(env, TOUCH)).code, 0);
  assert.equal((await env.run(["approve", "deny", id])).code, 0);
  assert.equal((await run(env, TOUCH)).code, 122);
});

Deno.test("approve deny tells the caller why, until the request is over", async () => {
  using env = new TestEnv();
  const id = await ask(env, TOUCH);
  await env.run(["approve", "deny", id, "--reason", "not today"]);
  const result = await env.run(["run", "--json", ...TOUCH]);
  assert.deepEqual([result.code, result.json().status], [122, "declined"]);
  assert.match(String(result.json().message), /not today/);
});

Deno.test("run --wait runs as soon as somebody approves, and not when somebody denies", async () => {
  using env = new TestEnv();
  for (const [words, code] of [["ID", 0], ["deny ID", 122]] as const) {
    const waiting = env.run(["run", "--wait", "60s", ...TOUCH]);
    const id = await waitForRequest(env);
    assert.match(await approve(env, words.replace("ID", id)), /code=0/);
    assert.equal((await waiting).code, code);
  }
});

Deno.test("run --wait gives up after its time", async () => {
  using env = new TestEnv();
  const { code, stderr } = await run(env, ["--wait", "1s", ...TOUCH]);
  assert.equal(code, 122);
  assert.match(stderr, /waiting for execguard approve \w{8}[^]*an approval is needed/);
});

/** The id of the request that waits, once there is one. */
async function waitForRequest(env: TestEnv): Promise<string> {
  for (;;) {
    const { requests } = (await env.run(["approve", "list", "--json"])).json();
    assert.ok(Array.isArray(requests));
    const waiting = requests.find(({ state }) => state === "pending");
    if (waiting !== undefined) return String(waiting.id);
  }
}

Deno.test("approve list and show tell what waits", async () => {
  using env = new TestEnv();
  const id = await ask(env, ["--network", ...TOUCH]);
  assert.match((await env.run(["approve", "list"])).stdout, new RegExp(`^${id}  pending  confirm`));
  const shown = (await env.run(["approve", "show", id])).stdout;
  assert.match(shown, /command {4}\["touch","made"\]\n.*in the sandbox\n/);
  assert.match(shown, /network {4}yes/);
  assert.match(shown, /also {7}the network was asked for/);
  assert.equal((await env.run(["approve", "show", "nothing"])).code, 120);
});

Deno.test("approve, rule add and passphrase need a person at a terminal", async () => {
  using env = new TestEnv();
  const id = await ask(env, TOUCH);
  for (const words of [[id], ["rule", "add", '["touch","*"]'], ["passphrase"]]) {
    const result = await env.run(["approve", ...words, "--json"]);
    assert.deepEqual([result.code, result.json().code], [122, "approval-person"]);
  }
  assert.equal((await run(env, TOUCH)).code, 122);
});

Deno.test("a command in the sandbox can neither approve nor read nor change the state", async () => {
  using env = new TestEnv();
  env.configure({ mode: "auto" });
  const id = await ask(env, ["--mode", "safe", ...TOUCH]);
  const state = env.state;
  for (const scope of ["home", "workdir"]) {
    env.configure({ mode: "auto", write_scope: scope });
    for (
      const script of [
        `cat ${state}/state.db`,
        `echo x >>${state}/state.db`,
        `echo x >${state}/new`,
        `mv ${state} ${state}.old`,
        `mv ${env.home}/.local ${env.home}/.other`,
        `cat ${env.home}/.config/execguard/config.jsonc`,
        `echo '{"max_mode":"allow-all"}' >${env.home}/.config/execguard/config.jsonc`,
      ]
    ) {
      const before = Deno.readFileSync(`${state}/state.db`);
      const { code } = await run(env, ["-q", "--", "sh", "-c", script]);
      assert.notEqual(code, 0, script);
      assert.deepEqual(Deno.readFileSync(`${state}/state.db`), before, script);
    }
  }
  const config = Deno.readTextFileSync(`${env.home}/.config/execguard/config.jsonc`);
  assert.equal(config.includes("allow-all"), false);
  assert.equal((await env.run(["approve", "show", id])).code, 0);
});

Deno.test("what speaks in the sandbox is nobody, with a terminal of its own too", async () => {
  using env = new TestEnv();
  const id = await ask(env, TOUCH);
  env.write(`${env.root}/bin/execguard`, `#!/bin/sh\nexec ${PROGRAM} "$@"\n`, 0o755);
  const path = { env: { PATH: `${env.root}/bin:/usr/bin:/bin` } };
  const call = ["--mode", "auto", "--", "script", "-qec", `execguard approve ${id}`, "/dev/null"];
  const { stdout } = await env.run(["run", ...call], path);
  assert.match(stdout, /Cannot approve anything: a command in the sandbox cannot speak/);
  assert.equal((await run(env, TOUCH)).code, 122);
});

Deno.test("a dry run of what leaves the sandbox says so, and asks nobody", async () => {
  using env = new TestEnv();
  for (const args of [["--no-sandbox", "--", "id"], ["--", "sudo", "id"]]) {
    const shown = await env.run(["run", "--dry-run", ...args]);
    assert.equal(shown.code, 0);
    assert.match(shown.stdout, /outside the sandbox, after the system password/);
    const { plan, launch } = (await env.run(["run", "--dry-run", "--json", ...args])).json();
    assert.deepEqual([plan, launch], [null, null]);
  }
});

Deno.test("an allow rule lets its argv run, and no more than it says", async () => {
  using env = new TestEnv();
  assert.match(await approve(env, `rule add '["touch","*"]'`), /Added: \w{8} {2}\["touch"/);
  assert.equal((await run(env, TOUCH)).code, 0);
  assert.equal((await run(env, ["--", "touch", "a", "b"])).code, 122);
  assert.equal((await run(env, ["--network", ...TOUCH])).code, 122);
  assert.equal((await env.run(["approve", "rule", "test", '["touch","x"]'])).code, 0);
  assert.equal((await env.run(["approve", "rule", "test", '["touch"]'])).code, 122);
  const { rules } = (await env.run(["approve", "rule", "list", "--json"])).json();
  assert.ok(Array.isArray(rules));
  assert.equal((await env.run(["approve", "rule", "remove", rules[0].id])).code, 0);
  assert.equal((await run(env, TOUCH)).code, 122);
});

Deno.test("no rule stands for the password or opens what is denied", async () => {
  using env = new TestEnv();
  for (const rule of ['["id"]', '["passwd","**"]', '["rm","**"]']) {
    await approve(env, `rule add '${rule}'`);
  }
  assert.match(await approve(env, `rule add '["sudo","id"]'`), /code=120/);
  const code = async (...args: string[]) => (await run(env, ["-q", ...args])).code;
  assert.equal(await code("--no-sandbox", "--", "id"), 123);
  assert.equal(await code("--", "rm", "/etc/hosts"), 123);
  assert.equal(await code("--", "passwd", "-S"), 121);
  assert.equal(await code("--", "sh", "-c", "rm x"), 121);
});

Deno.test("no mode opens what needs the password", async () => {
  using env = new TestEnv();
  using outside = new TestEnv();
  env.configure({ max_mode: "allow-all" });
  for (const mode of ["safe", "auto", "allow-all"]) {
    for (
      const args of [
        ["--", "sudo", "id"],
        ["--no-sandbox", "--", "id"],
        ["--write-path", outside.work, "--", "id"],
        ["--", "rm", "/etc/hosts"],
      ]
    ) {
      const result = await env.run(["run", "--json", "--mode", mode, ...args]);
      assert.deepEqual([result.code, result.json().status], [123, "password_required"]);
    }
  }
});

Deno.test("an unusable state never counts as an empty one, and what needs no yes still runs", async () => {
  using env = new TestEnv();
  await approve(env, `rule add '["touch","*"]'`);
  Deno.writeTextFileSync(`${env.state}/state.db`, "rubbish");
  assert.equal((await run(env, ["--", "ls"])).code, 0);
  assert.equal((await run(env, ["--mode", "auto", ...TOUCH])).code, 0);
  const { code, stderr } = await run(env, TOUCH);
  assert.equal(code, 122);
  assert.match(stderr, /state\.db": file is not a database/);
  for (const words of [["list"], ["rule", "list"], ["path", "list"]]) {
    const result = await env.run(["approve", ...words, "--json"]);
    assert.deepEqual([result.code, result.json().code], [125, "approval-state"]);
  }
});

Deno.test("a state that cannot be written is said, and what needs no yes still runs", async () => {
  using env = new TestEnv();
  // A file in its place keeps root out too.
  const options = { env: { XDG_STATE_HOME: env.write(`${env.root}/state`, "") } };
  assert.deepEqual(await run(env, ["--", "ls"], options), { code: 0, stderr: "" });
  const { code, stderr } = await run(env, TOUCH, options);
  assert.equal(code, 122);
  assert.match(stderr, /Cannot use the state/);
});

Deno.test("without a home there is no state, and none is made in a wrong place", async () => {
  using env = new TestEnv();
  const { code, stderr } = await run(env, TOUCH, { env: { HOME: undefined } });
  assert.equal(code, 122);
  assert.match(stderr, /HOME is not set/);
});

Deno.test("the audit log tells who allowed what, without secrets", async () => {
  using env = new TestEnv();
  await run(env, ["--", "true"]);
  await run(env, ["--mode", "auto", ...TOUCH]);
  await approve(env, await ask(env, TOUCH));
  await run(env, TOUCH);
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  await run(env, ["--", "curl", "-H", `Authorization: Bearer ${token}`, "https://example.com"]);
  const path = `${env.state}/audit.ndjson`;
  const text = Deno.readTextFileSync(path);
  assert.equal(text.includes(token), false);
  const records = text.trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(
    records.map(({ argv, decision, source, outcome }) => [argv[0], decision, source, outcome]),
    [
      ["true", "read_only", "policy", "exited"],
      ["touch", "confirm", "mode", "exited"],
      ["touch", "confirm", "none", "approval_required"],
      ["touch", "confirm", records[3].source, "exited"],
      ["curl", "confirm", "none", "approval_required"],
    ],
  );
  assert.match(records[3].source, /^grant \w{8}$/);
  assert.equal(records[2].request, records[3].request);
  assert.equal((Deno.statSync(path).mode ?? 0) & 0o777, 0o600);
});

Deno.test("a failure in the sandbox comes with advice, in words and in JSON", async () => {
  using env = new TestEnv();
  using outside = new TestEnv();
  const call = ["--mode", "auto", "--", "touch", `${outside.work}/made`];
  const { stderr } = await run(env, call);
  const advice =
    `execguard: From the command's output: run again with --write-path "${outside.work}"`;
  assert.ok(stderr.includes(advice), stderr);
  const json = (await env.run(["run", "--json", ...call])).json();
  assert.match(String(json.advice), /^From the command's output: run again with --write-path/);
  assert.deepEqual(
    (await env.run(["run", "--json", "--mode", "auto", "--", "false"])).json().advice,
    [],
  );
});
