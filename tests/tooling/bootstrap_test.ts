/** `scripts/bootstrap`: a first start, with stand-ins for Deno, npm and the package managers. */
import assert from "node:assert/strict";
import { outcomeJson } from "../../src/cli/outcome_json.ts";
import { refusedOutcome } from "../../src/core/outcome.ts";
import { canActAsUser, TestEnv } from "../support/test_env.ts";
import { DENO_VERSION, launcherKey, makeCheckout } from "./fake_checkout.ts";

const INTERNAL = refusedOutcome({ code: "internal", data: { problem: "" } });

/** A Deno on PATH: tells its release and path, and notes everything else in `deno.log`. */
const fakeDeno = (version: string) =>
  `#!/bin/sh
[ "$1" = eval ] && { echo "${version} $0"; exit; }
echo "$*" >>"$LOGS/deno.log"
case $* in *--version) echo fake ;; esac
`;

/** An npm that delivers a Deno that says `downloaded`, and keeps the lock file it was given. */
const FAKE_NPM = `#!/bin/sh
[ "$1" = config ] && { echo https://registry.example/; exit; }
echo "$*" >>"$LOGS/npm.log"
cp package-lock.json "$LOGS/"
for package in linux-x64-glibc linux-arm64-glibc darwin-x64 darwin-arm64; do
  mkdir -p "node_modules/@deno/$package"
  printf '#!/bin/sh\\necho downloaded\\n' >"node_modules/@deno/$package/deno"
done
`;

/** A checkout that was never started, and a PATH with stand-ins before the system's programs. */
function freshCheckout(env: TestEnv, programs: Readonly<Record<string, string>>) {
  const checkout = makeCheckout(env, `${env.root}/check out`);
  for (const [name, text] of Object.entries(programs)) {
    env.write(`${env.root}/bin/${name}`, text, 0o755);
  }
  const options = { env: { PATH: `${env.root}/bin:/usr/bin:/bin`, LOGS: env.work } };
  const start = (...args: string[]) =>
    env.exec([`${checkout}/scripts/execguard`, ...args, "--version"], options);
  const bootstrap = () => env.exec([`${checkout}/scripts/bootstrap`], options);
  return { checkout, start, bootstrap, runtime: `${checkout}/.deno` };
}

function names(folder: string): readonly string[] {
  return [...Deno.readDirSync(folder)].map((entry) => entry.name).sort();
}

const READY = [`deno-${DENO_VERSION}`, `ready-${launcherKey()}`];

Deno.test("a Deno on PATH of the pinned release is linked, and the next start is silent", async () => {
  using env = new TestEnv();
  const { start, runtime } = freshCheckout(env, { deno: fakeDeno(DENO_VERSION), npm: FAKE_NPM });
  const first = await start();
  assert.deepEqual([first.code, first.stdout], [0, "fake\n"]);
  assert.equal(first.stderr, "execguard: fetching the dependencies, once\n");
  assert.equal(Deno.readLinkSync(`${runtime}/deno-${DENO_VERSION}`), `${env.root}/bin/deno`);
  assert.deepEqual(names(runtime).filter((name) => !name.startsWith("without")), READY);
  assert.equal(
    Deno.readTextFileSync(`${runtime}/ready-${launcherKey()}`),
    "https://registry.example/\n",
  );
  const second = await start();
  assert.deepEqual([second.code, second.stdout, second.stderr], [0, "fake\n", ""]);
});

Deno.test("a Deno below home, which the sandbox may write, is copied and not linked", async () => {
  using env = new TestEnv();
  const { checkout, runtime } = freshCheckout(env, { npm: FAKE_NPM });
  const deno = env.write(`${env.home}/bin/deno`, fakeDeno(DENO_VERSION), 0o755);
  const path = `${env.home}/bin:${env.root}/bin:/usr/bin:/bin`;
  const first = await env.exec([`${checkout}/scripts/execguard`, "--version"], {
    env: { PATH: path, LOGS: env.work },
  });
  assert.deepEqual([first.code, first.stdout], [0, "fake\n"]);
  assert.ok(Deno.lstatSync(`${runtime}/deno-${DENO_VERSION}`).isFile);
  assert.equal(
    Deno.readTextFileSync(`${runtime}/deno-${DENO_VERSION}`),
    Deno.readTextFileSync(deno),
  );
});

Deno.test("another release on PATH is left alone; npm must deliver the pinned contents", async () => {
  using env = new TestEnv();
  const { start, runtime } = freshCheckout(env, { deno: fakeDeno("2.9.5"), npm: FAKE_NPM });
  const first = await start();
  assert.deepEqual([first.code, first.stdout], [0, "downloaded\n"]);
  assert.match(first.stderr, /^execguard: installing Deno 2\.9\.6 .*\n/);
  assert.ok(Deno.lstatSync(`${runtime}/deno-${DENO_VERSION}`).isFile);
  assert.deepEqual(names(runtime).filter((name) => !name.startsWith("without")), READY);
  assert.match(Deno.readTextFileSync(`${env.work}/npm.log`), /^ci --ignore-scripts /);
  const lock = JSON.parse(Deno.readTextFileSync(`${env.work}/package-lock.json`));
  const [, pinned] = Object.values(lock.packages) as Record<string, string>[];
  assert.equal(pinned?.version, DENO_VERSION);
  assert.match(pinned?.integrity ?? "", /^sha512-[A-Za-z0-9+/]{86}==$/);
});

Deno.test("a Deno that cannot be had is one clear line, and nothing is left half made", async () => {
  using env = new TestEnv();
  const npm = "#!/bin/sh\necho 'npm error EINTEGRITY' >&2\nexit 1\n";
  const { start, runtime } = freshCheckout(env, { deno: fakeDeno("1.0.0"), npm });
  const result = await start();
  assert.deepEqual([result.code, result.stdout], [125, ""]);
  assert.match(
    result.stderr,
    /Cannot install Deno 2\.9\.6 with npm:\nexecguard: {3}npm error EINTEGRITY\n/,
  );
  assert.deepEqual(names(runtime), []);
  const json = (await start("run", "--json", "--", "true")).json();
  assert.deepEqual(Object.keys(json).sort(), Object.keys(outcomeJson(INTERNAL)).sort());
  assert.deepEqual([json.schema, json.status, json.exit_code], [
    "execguard.outcome/1",
    "internal",
    125,
  ]);
  assert.equal((await start("run", "--", "echo", "--json")).stdout, "");
});

Deno.test("dependencies that cannot be fetched are said, and tried again next time", async () => {
  using env = new TestEnv();
  const deno = fakeDeno(DENO_VERSION).replace('echo "$*"', "echo offline >&2; exit 1; echo");
  const { start, runtime } = freshCheckout(env, { deno, npm: FAKE_NPM });
  const result = await start();
  assert.equal(result.code, 125);
  assert.match(result.stderr, /Cannot fetch the dependencies:\nexecguard: {3}offline\n/);
  assert.deepEqual(names(runtime), READY.slice(0, 1));
});

Deno.test("first starts at the same time all succeed and leave one runtime", async () => {
  using env = new TestEnv();
  const { start, runtime } = freshCheckout(env, { deno: fakeDeno("1.0.0"), npm: FAKE_NPM });
  const results = await Promise.all([start(), start(), start(), start()]);
  assert.deepEqual(
    results.map((result) => [result.code, result.stdout]),
    Array(4).fill([0, "downloaded\n"]),
  );
  assert.deepEqual(names(runtime).filter((name) => !name.startsWith("without")), READY);
});

Deno.test("a read-only checkout uses the cache folder; with neither, the line says both", {
  ignore: Deno.uid() === 0 && !canActAsUser(),
}, async () => {
  using env = Deno.uid() === 0 ? TestEnv.asUser() : new TestEnv();
  const { checkout, start } = freshCheckout(env, { deno: fakeDeno(DENO_VERSION), npm: FAKE_NPM });
  Deno.chmodSync(checkout, 0o555);
  const first = await start();
  assert.deepEqual([first.code, first.stdout], [0, "fake\n"]);
  assert.ok(names(`${env.home}/.cache/execguard`).includes(READY[1] ?? ""));
  assert.equal((await start()).stderr, "");
  await env.exec(["rm", "-r", `${env.home}/.cache`]);
  Deno.chmodSync(env.home, 0o555);
  const refused = await start();
  assert.equal(refused.code, 125);
  assert.match(refused.stderr, /^execguard: Cannot get ready: .*check out\/\.deno .*\.cache/);
});
