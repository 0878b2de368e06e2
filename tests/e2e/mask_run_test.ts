import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";

const VALUE = "s3cr3t-Value/1";
const PLACEHOLDER = /\[masked:API_KEY#[0-9a-f]{4}\]/;

const LAUNCHER = Deno.env.get("EXECGUARD_BIN") ||
  new URL("../../scripts/execguard", import.meta.url).pathname;

/** An environment with a value in `.env`. */
function withEnvFile(): TestEnv {
  const env = new TestEnv();
  env.write(".env", `PORT=3000\nAPI_KEY="${VALUE}"\n`, 0o600);
  return env;
}

const run = (env: TestEnv, script: string, args: readonly string[] = []) =>
  env.run(["run", "--mode", "auto", ...args, "--", "sh", "-c", script]);

Deno.test("run masks a value of .env, plain and in base64, and leaves the rest", async () => {
  using env = withEnvFile();
  const result = await run(
    env,
    'cat .env; . ./.env; printf %s "$API_KEY" | base64; echo PORT=$PORT',
  );
  const lines = result.stdout.split("\n");
  assert.equal(lines[0], "PORT=3000");
  assert.match(lines[1] ?? "", new RegExp(`^API_KEY="${PLACEHOLDER.source}"$`));
  assert.match(lines[2] ?? "", PLACEHOLDER);
  assert.equal(lines[3], "PORT=3000");
});

Deno.test("run masks the value of a variable that it kept from the command, on stderr too", async () => {
  using env = new TestEnv();
  const result = await env.run(
    [
      "run",
      "--mode",
      "auto",
      "--",
      "sh",
      "-c",
      `echo ${VALUE}; echo ${VALUE} >&2; printenv MY_TOKEN`,
    ],
    { env: { MY_TOKEN: VALUE } },
  );
  assert.match(result.stdout, /^\[masked:MY_TOKEN#....\]\n$/);
  assert.equal(result.stderr, result.stdout);
  assert.equal(result.code, 1);
});

Deno.test("run --json masks the output inside and counts", async () => {
  using env = withEnvFile();
  const outcome = (await run(env, "cat .env .env", ["--json"])).json();
  assert.equal(outcome.masked, 2);
  assert.ok(!String(outcome.output).includes(VALUE));
});

Deno.test("a value that was masked is refused in a later argv of the session, a placeholder in any", async () => {
  using env = withEnvFile();
  const use = (text: string, session: string) =>
    env.run(["run", "--json", "--session", session, "--", "echo", text]);
  assert.equal((await use(`Bearer ${VALUE}`, "a")).code, 0);
  // That call printed the value, masked; from now on it is known.
  const refused = await use(`Bearer ${VALUE}`, "a");
  assert.equal(refused.code, 120);
  assert.equal(refused.json().code, "request-masked-value");
  assert.match(String(refused.json().message), /^\[Invalid\] .*set -a; \. \.\/\.env; set \+a/);
  assert.equal((await use(`Bearer ${VALUE}`, "b")).code, 0);
  assert.equal((await use("Bearer [masked:API_KEY#0000]", "c")).code, 120);
});

Deno.test("reading the key inside the call works", async () => {
  using env = withEnvFile();
  await run(env, "cat .env");
  const script =
    'set -a; . ./.env; set +a; test "$API_KEY" = "$(sed -n \'s/API_KEY="\\(.*\\)"/\\1/p\' .env)"';
  assert.equal((await run(env, script)).code, 0);
});

Deno.test("only fingerprints are stored, closed to others", async () => {
  using env = withEnvFile();
  await run(env, "cat .env");
  const found = await env.exec(["grep", "-rlF", VALUE, env.home]);
  assert.equal(found.stdout, `${env.work}/.env\n`);
  const modes = await env.exec([
    "find",
    env.state,
    "-printf",
    "%y %m\n",
  ]);
  assert.deepEqual(new Set(modes.stdout.trim().split("\n")), new Set(["d 700", "f 600"]));
});

Deno.test("a file of variables that a script sources from elsewhere is masked too", async () => {
  using env = new TestEnv();
  env.write("conf/prod.sh", `export DB_PASSWORD='${VALUE}'\n`);
  const result = await run(env, "cd conf; . ./prod.sh; echo $DB_PASSWORD");
  assert.match(result.stdout, /^\[masked:DB_PASSWORD#....\]\n$/);
});

Deno.test("a .env that is a pipe, a folder or huge holds nothing up", async () => {
  using env = new TestEnv();
  await env.exec(["mkfifo", ".env"]);
  env.write(".env.local/x", "");
  env.write(".env.big", `A_KEY=${VALUE}\n${"B=1\n".repeat(500_000)}`);
  const result = await env.run(["run", "--", "echo", VALUE], { timeoutMs: 10_000 });
  assert.match(result.stdout, /^\[masked:A_KEY#....\]\n$/);
});

Deno.test("a template of variables is no secret", async () => {
  using env = new TestEnv();
  env.write(".env.example", `API_KEY=${VALUE}\n`);
  assert.equal((await env.run(["run", "--", "echo", VALUE])).stdout, `${VALUE}\n`);
});

Deno.test("output that holds no secret passes byte for byte", async () => {
  using env = new TestEnv();
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  Deno.writeFileSync(`${env.work}/data`, bytes);
  assert.deepEqual((await env.run(["run", "--", "cat", "data"])).bytes, bytes);
});

Deno.test("stdout and stderr keep their order when they are the same", async () => {
  using env = new TestEnv();
  const script = "i=0; while [ $i -lt 200 ]; do echo o$i; echo e$i >&2; i=$((i+1)); done";
  env.write("both.sh", '"$@" 2>&1\n');
  const argv = [LAUNCHER, "run", "--mode", "auto", "--", "sh", "-c", script];
  const confined = await env.exec(["sh", "both.sh", ...argv]);
  const expected = Array.from({ length: 200 }, (_, index) => `o${index}\ne${index}\n`).join("");
  assert.equal(confined.stdout, expected);
});

Deno.test("a prompt without a line end appears at once; a secret written in two halves never does", async () => {
  using env = withEnvFile();
  env.write(
    "slow.sh",
    `printf 'Continue? [y/N] '; read answer; printf s3cr3t-; sleep 0.3; echo Value/1\n`,
  );
  const child = env.start([LAUNCHER, "run", "--mode", "auto", "--", "sh", "slow.sh"], {
    stdin: "",
  });
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  // The answer is only given once the prompt is there: without it the script would wait forever.
  assert.equal((await reader.read()).value, "Continue? [y/N] ");
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("y\n"));
  await writer.close();
  let rest = "";
  for (let next = await reader.read(); !next.done; next = await reader.read()) rest += next.value;
  assert.match(rest, /^\[masked:API_KEY#....\]\n$/);
  await child.stderr.cancel();
  assert.equal((await child.status).code, 0);
});

Deno.test("a reader that stops early ends the command as it would any other", async () => {
  using env = new TestEnv();
  env.write("head.sh", '{ "$@"; echo "code $?" >&2; } | head -n 1\n');
  const result = await env.exec(["sh", "head.sh", LAUNCHER, "run", "--mode", "auto", "--", "yes"]);
  assert.equal(result.stdout, "y\n");
  assert.match(result.stderr, /code 141/);
});

Deno.test("a slow reader gets everything, although the command ended long before", async () => {
  using env = new TestEnv();
  env.write("slow_reader.sh", '"$@" | { sleep 1.5; wc -c; }\n');
  env.write("numbers.sh", "seq 25000\n");
  const argv = [LAUNCHER, "run", "--mode", "auto", "--", "sh", "numbers.sh"];
  const result = await env.exec(["sh", "slow_reader.sh", ...argv]);
  assert.equal(result.stdout.trim(), "138894");
});

Deno.test("a time limit holds although nobody reads", async () => {
  using env = new TestEnv();
  env.write("no_reader.sh", '{ "$@"; echo "code $?" >&2; } | sleep 8\n');
  const argv = [LAUNCHER, "run", "--mode", "auto", "--timeout", "1s", "--", "yes"];
  const started = performance.now();
  const child = env.start(["sh", "no_reader.sh", ...argv]);
  let said = "";
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    said += text;
    if (said.includes("code ")) break;
  }
  assert.match(said, /code 124/);
  assert.ok(performance.now() - started < 7000);
  Deno.kill(-child.pid, "SIGKILL");
  await child.stdout.cancel();
  await child.status;
});
