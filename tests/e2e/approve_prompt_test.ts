import assert from "node:assert/strict";
import { canSee } from "../../src/host/presence.ts";
import { PseudoTerminal } from "../support/pseudo_terminal.ts";
import { TestEnv } from "../support/test_env.ts";

const QUESTION = "(Enter is no): ";

/** Runs a command that needs a yes on a terminal and types an answer to each question; what was shown after the question. */
async function answer(env: TestEnv, ...lines: readonly string[]): Promise<string> {
  await using terminal = new PseudoTerminal(
    env,
    `stty -a >before; execguard run -- touch made; echo code=$?; stty -a >after`,
  );
  for (const line of lines) {
    await terminal.sees(QUESTION);
    await terminal.types(line);
  }
  return await terminal.end();
}

function isRestored(env: TestEnv): boolean {
  return Deno.readTextFileSync(`${env.work}/before`) === Deno.readTextFileSync(`${env.work}/after`);
}

/** The code and the outcome of the only record there is. */
function readAudit(env: TestEnv): unknown[] {
  const { code, outcome } = JSON.parse(Deno.readTextFileSync(`${env.state}/audit.ndjson`));
  return [code, outcome];
}

Deno.test("run asks on the terminal, and a yes runs the command once", async () => {
  using env = new TestEnv();
  assert.match(await answer(env, "y\r"), /code=0/);
  assert.equal(canSee(`${env.work}/made`), true);
  assert.equal(isRestored(env), true);
  assert.equal((await env.run(["run", "-q", "--", "touch", "made"])).code, 122);
});

for (
  const [name, ...lines] of [
    ["Enter alone", "\r"],
    ["n", "n\r"],
    ["^C", "y\x03"],
    ["^D", "y\x04"],
    ["^\\", "\x1c"],
    ["a line taken back with ^U", "y\x15\r"],
    ["what is unclear three times", "ja\r", "si\r", "oui\r"],
  ] as const
) {
  Deno.test(`run takes ${name} as no, and gives the terminal back`, async () => {
    using env = new TestEnv();
    assert.match(await answer(env, ...lines), /declined\ncode=122/);
    assert.equal(canSee(`${env.work}/made`), false);
    assert.equal(isRestored(env), true);
  });
}

Deno.test("run passes the reason of a no on", async () => {
  using env = new TestEnv();
  assert.match(await answer(env, "n use mktemp\r"), /it was declined: use mktemp\ncode=122/);
});

Deno.test("run remembers a yes for exactly this call in this directory", async () => {
  using env = new TestEnv();
  assert.match(await answer(env, "r\r"), /Remembered: execguard approve rule remove \w{8}/);
  const codes = async (...args: string[]) => (await env.run(["run", "-q", ...args])).code;
  assert.equal(await codes("--", "touch", "made"), 0);
  assert.equal(await codes("--", "touch", "other"), 122);
  assert.equal(await codes("--cwd", env.home, "--", "touch", "made"), 122);
  assert.equal(await codes("--network", "--", "touch", "made"), 122);
});

Deno.test("run shows all of what would run, with nothing that moves the cursor", async () => {
  using env = new TestEnv();
  env.write(`${env.home}/other/file`, "");
  env.write("evil.json", JSON.stringify(["touch", "a\u001b[2K\u202eb"]));
  await using terminal = new PseudoTerminal(
    env,
    `execguard run --network --write-path "$HOME/other" --argv-json "$(cat evil.json)"`,
  );
  await terminal.sees("a command needs your yes");
  await terminal.sees('["touch","a\\u001b[2K\\u{202e}b"]');
  await terminal.sees("in the sandbox");
  await terminal.sees(`"${env.work}"`);
  await terminal.sees("network    yes");
  await terminal.sees(`writes to  "${env.home}/other"`);
  await terminal.sees("because");
  await terminal.types("\r");
  await terminal.end();
});

Deno.test("run asks on the terminal while stdin is a pipe, and leaves the pipe to the command", async () => {
  using env = new TestEnv();
  await using terminal = new PseudoTerminal(
    env,
    "printf 'y\\ndata\\n' | execguard run -- sh -c 'cat >copy'; echo code=$?",
  );
  await terminal.sees(QUESTION);
  await terminal.types("y\r");
  assert.match(await terminal.end(), /code=0/);
  assert.equal(Deno.readTextFileSync(`${env.work}/copy`), "y\ndata\n");
});

Deno.test("run takes nothing that was typed before its question as an answer", async () => {
  using env = new TestEnv();
  await using terminal = new PseudoTerminal(
    env,
    "echo ready; read -r line; execguard run -- touch made; echo code=$?",
  );
  await terminal.sees("ready");
  await terminal.types("go\ry\ry\ry\r");
  await terminal.sees(QUESTION);
  await terminal.types("n\r");
  assert.match(await terminal.end(), /code=122/);
  assert.equal(canSee(`${env.work}/made`), false);
});

Deno.test("run does not ask in the background of its terminal", async () => {
  using env = new TestEnv();
  await using terminal = new PseudoTerminal(
    env,
    "set -m; execguard run -- touch made & wait $!; echo code=$?",
  );
  assert.match(await terminal.end(), /execguard approve \w{8}[^]*code=122/);
});

Deno.test("run does not ask when it is quietly without any terminal", async () => {
  using env = new TestEnv();
  const result = await env.run(["run", "-q", "--", "touch", "made"]);
  assert.deepEqual([result.code, result.stdout, result.stderr], [122, "", ""]);
});

for (const signal of ["TERM", "HUP", "INT"]) {
  Deno.test(`run gives the terminal back on SIG${signal}, and it is a no`, async () => {
    using env = new TestEnv();
    await using terminal = new PseudoTerminal(
      env,
      `stty -a >before; execguard run -- touch on_${signal}; echo code=$?; stty -a >after`,
    );
    await terminal.sees(QUESTION);
    await env.exec(["pkill", `-${signal}`, "-f", `run -- touch on_${signal}$`]);
    assert.match(await terminal.end(), /code=122/);
    assert.equal(isRestored(env), true);
    assert.equal(canSee(`${env.work}/on_${signal}`), false);
  });
}

Deno.test("signals that go on coming after the first change nothing about the no", async () => {
  using env = new TestEnv();
  await using terminal = new PseudoTerminal(env, "execguard run -- touch on_AGAIN; echo code=$?");
  await terminal.sees(QUESTION);
  // A terminal that goes away sends SIGHUP twice: itself, and when the first process on it has ended.
  const again =
    "pid=$(pgrep -f 'run -- touch on_AGAIN$' | tail -n 1); while kill -HUP $pid; do :; done";
  await env.exec(["sh", "-c", again]);
  assert.match(await terminal.end(), /code=122/);
  assert.deepEqual(readAudit(env), ["approval-declined", "declined"]);
});

Deno.test("a terminal that goes away at the question is a no", async () => {
  using env = new TestEnv();
  {
    await using terminal = new PseudoTerminal(env, "execguard run -- touch made");
    await terminal.sees(QUESTION);
  }
  await env.exec(["sh", "-c", `until [ -s '${env.state}/audit.ndjson' ]; do :; done`]);
  assert.deepEqual(readAudit(env), ["approval-declined", "declined"]);
});

Deno.test("a yes to what a file says is not remembered by its name", async () => {
  using env = new TestEnv();
  env.write("build.sh", "echo one\n");
  await using terminal = new PseudoTerminal(env, "execguard run -- sh build.sh; echo code=$?");
  await terminal.sees("Run it? y = yes, n [reason]");
  await terminal.types("y\r");
  assert.match(await terminal.end(), /one\ncode=0/);
});

Deno.test("two questions on one terminal take turns, and it is given back", async () => {
  using env = new TestEnv();
  await using terminal = new PseudoTerminal(
    env,
    "stty -a >before; execguard run -- touch a | execguard run -- touch b; stty -a >after",
  );
  for (let asked = 0; asked < 2; asked++) {
    await terminal.sees(QUESTION);
    await terminal.types("y\r");
  }
  const shown = await terminal.end();
  assert.deepEqual([canSee(`${env.work}/a`), canSee(`${env.work}/b`)], [true, true], shown);
  assert.equal(isRestored(env), true);
});

Deno.test("a signal to a question that waits for its turn is a no, however long it would wait", async () => {
  using env = new TestEnv();
  await using terminal = new PseudoTerminal(
    env,
    "execguard run -- touch a & until [ -e go ]; do :; done;" +
      "execguard run --wait 1m -- touch on_TURN; echo code=$?",
  );
  await terminal.sees(QUESTION);
  env.write("go", "");
  const waits = `grep -q -- "-> .*:$(stat -c %i '${env.state}'/locks/*) " /proc/locks`;
  await env.exec(["sh", "-c", `until ${waits}; do :; done; pkill -f -- "-- touch on_TURN$"`]);
  assert.match(await terminal.end(), /it was declined\ncode=122/);
});

Deno.test("the terminal is given back even when execguard is killed at its question", async () => {
  using env = new TestEnv();
  await using terminal = new PseudoTerminal(
    env,
    "stty -a >before; execguard run -- touch on_KILL; echo code=$?;" +
      "until stty -a | cmp -s before; do :; done; echo restored",
  );
  await terminal.sees(QUESTION);
  await env.exec(["pkill", "-KILL", "-f", "run -- touch on_KILL$"]);
  assert.match(await terminal.end(), /code=137\nrestored/);
});

Deno.test("a command whose program changed while somebody was reading does not run", async () => {
  using env = new TestEnv();
  const tool = env.write("bin/tool", "#!/bin/sh\necho harmless\n", 0o755);
  await using terminal = new PseudoTerminal(env, `execguard run -- ${tool}; echo code=$?`);
  await terminal.sees(QUESTION);
  env.write(tool, "#!/bin/sh\necho evil\n", 0o755);
  await terminal.types("y\r");
  const shown = await terminal.end();
  assert.match(shown, /meanwhile there was a changed program[^]*code=122/);
  assert.equal(shown.includes("evil"), false);
});
