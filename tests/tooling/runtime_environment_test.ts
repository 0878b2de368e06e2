/** The real Deno behind `scripts/execguard`: nothing around it steers it. */
import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";
import { DENO_VERSION, makeReadyCheckout } from "./fake_checkout.ts";
import { isInstalled } from "../support/programs.ts";

/** A checkout whose `main.ts` is `program`, run by the Deno that runs this test. */
function checkoutOf(env: TestEnv, program: string): string {
  const checkout = makeReadyCheckout(env, `${env.root}/checkout`);
  const runtime = `${checkout}/.deno/deno-${DENO_VERSION}`;
  Deno.removeSync(runtime);
  Deno.symlinkSync(Deno.execPath(), runtime);
  env.write(`${checkout}/main.ts`, program);
  return checkout;
}

/** Each of these would stop, change or watch a Deno that reads it. */
const STEERING: Readonly<Record<string, string>> = {
  COMPLETE: "bash",
  DENO_AUDIT_PERMISSIONS: "audit.jsonl",
  DENO_COVERAGE_DIR: "coverage",
  DENO_DIR: "/nowhere",
  DENO_LOG: "debug",
  DENO_PERMISSION_BROKER_PATH: "/nowhere/socket",
  DENO_V8_FLAGS: "--no-such-flag",
  NODE_OPTIONS: "--no-such-flag",
  NPM_CONFIG_REGISTRY: "not an address",
  OTEL_DENO: "true",
  RUST_LOG: "trace",
};

Deno.test("neither environment, home nor work directory steer the runtime", async () => {
  using env = new TestEnv();
  const checkout = checkoutOf(env, "console.log(Object.keys(Deno.env.toObject()).join());\n");
  await env.exec(["mkfifo", `${env.home}/.npmrc`]);
  for (const name of ["deno.json", "package.json", "deno.lock", ".npmrc", "tsconfig.json"]) {
    env.write(name, "{ not even JSON");
  }
  env.write(".env", "EXECGUARD_FROM_FILE=1\n");
  const result = await env.exec([`${checkout}/scripts/execguard`], { env: STEERING });
  assert.deepEqual([result.code, result.stderr], [0, ""]);
  const callers = Object.keys(STEERING).filter((name) => name !== "RUST_LOG");
  const expected = ["HOME", "RUST_LOG", ...callers].map((name) => `EXECGUARD_CALLER_${name}`);
  const seen = result.stdout.trim().split(",");
  const own = ["EXECGUARD_LAUNCHER", "EXECGUARD_OUTPUTS", "EXECGUARD_ENVIRONMENT", "PATH"];
  assert.deepEqual(seen.sort(), [...expected, ...own].sort());
  assert.deepEqual([...Deno.readDirSync(env.work)].length, 6);
});

Deno.test("a PATH without node gives the command no node that is Deno", async () => {
  using env = new TestEnv();
  const checkout = checkoutOf(env, "console.log(Deno.env.get('PATH'));\n");
  const result = await env.exec([`${checkout}/scripts/execguard`], { env: { PATH: "/bin/none" } });
  assert.equal(result.stdout, "/bin/none\n");
});

Deno.test("a runtime folder that cannot be written serves another user as well", {
  ignore: Deno.uid() !== 0,
}, async () => {
  using env = new TestEnv();
  const checkout = checkoutOf(env, "console.log('started');\n");
  const drop = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
  const result = await env.exec([...drop, `${checkout}/scripts/execguard`], { cwd: "/" });
  assert.deepEqual([result.code, result.stdout, result.stderr], [0, "started\n", ""]);
});

/** What Deno asks for and may have: it changes colours, words, and where temporary files go. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...["CI", "COLORTERM", "FORCE_COLOR", "NO_COLOR", "TERM", "TMUX"],
  ...["LANG", "LC_ALL", "LC_MESSAGES", "TZ", "GOROOT", "GOPHERJS_GOROOT"],
  ...["PATH", "TEMP", "TMP", "TMPDIR"],
]);

/** Notes every name that is asked for in the file `asked`. */
const ASKING_LIBRARY = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
char *getenv(const char *name) {
  static char *(*next)(const char *);
  if (!next) next = (char *(*)(const char *)) dlsym(RTLD_NEXT, "getenv");
  char line[256];
  int length = snprintf(line, sizeof line, "%s\\n", name);
  int file = open("asked", O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (file >= 0 && write(file, line, length) >= 0) close(file); /* one write: threads ask at once */
  return next(name);
}
char *secure_getenv(const char *name) { return getenv(name); }
`;

/** Uses what the product uses of Deno. */
const BUSY_PROGRAM = `
import { DatabaseSync } from "node:sqlite";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import "node:fs"; import "node:tty"; import "node:crypto";
new DatabaseSync(":memory:").exec("select 1");
spawnSync("true"); new Deno.Command("true").outputSync();
console.log(tmpdir(), new Date().toLocaleString());
`;

Deno.test("the launcher sets aside every variable that Deno asks for", {
  ignore: Deno.build.os !== "linux" || !isInstalled("cc"),
}, async () => {
  using env = new TestEnv();
  const library = `${env.work}/asking.so`;
  const source = env.write("asking.c", ASKING_LIBRARY);
  const built = await env.exec(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"]);
  assert.equal(built.code, 0, built.stderr);
  const main = env.write("main.ts", BUSY_PROGRAM);
  const flags = ["run", "-A", "--no-lock", "--no-config", "--cached-only"];
  const started = await env.exec([Deno.execPath(), ...flags, main], {
    env: { LD_PRELOAD: library, DENO_DIR: `${env.home}/deno` },
  });
  assert.equal(started.code, 0, started.stderr);
  const asked = new Set(Deno.readTextFileSync(`${env.work}/asked`).trim().split("\n"));
  assert.ok(asked.has("DENO_PERMISSION_BROKER_PATH"));
  const launcher = Deno.readTextFileSync(new URL("../../scripts/launch.sh", import.meta.url));
  const families = [...launcher.matchAll(/\b([A-Za-z0-9_]+\*?)=\*/g)].map(([, name = ""]) => name);
  const isSetAside = (name: string) =>
    families.some((family) =>
      family.endsWith("*") ? name.startsWith(family.slice(0, -1)) : name === family
    );
  const left = [...asked].filter((name) => !isSetAside(name) && !HARMLESS.has(name));
  assert.deepEqual(left, []);
});
