import { deepEqual, equal, match } from "node:assert/strict";
import { createHash } from "node:crypto";
import denoConfig from "../../deno.json" with { type: "json" };
import { type RunResult, TestEnv } from "../support/test_env.ts";
import { buildIfPossible, HOST_TARGET } from "./executable.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const SOURCES = ["LICENSE", "configs", "deno.json", "deno.lock", "main.ts", "scripts", "src"];
const portable = await buildIfPossible(HOST_TARGET);
const FILE = `execguard-${HOST_TARGET.name}`;

/** Builds in a copy of the checkout, with the packages that this one has. */
async function build(env: TestEnv, targets: readonly string[]): Promise<RunResult> {
  const copy = `${env.work}/checkout`;
  await env.exec(["mkdir", "-p", `${copy}/dist`]);
  await env.exec(["cp", "-R", ...SOURCES.map((name) => `${ROOT}${name}`), copy]);
  await env.exec(["ln", "-s", `${ROOT}dist/packages`, `${copy}/dist/packages`]);
  const cache = Deno.env.get("DENO_DIR") ?? `${ROOT}.deno/cache`;
  const run = [Deno.execPath(), "run", "-A", "--cached-only", "--config", `${copy}/deno.json`];
  return await env.exec([...run, `${copy}/scripts/build.ts`, ...targets], {
    env: { DENO_DIR: cache },
  });
}

Deno.test("the build makes the portable kind, and says why there is no other", {
  ignore: !portable,
}, async () => {
  using env = new TestEnv();
  const { code, stdout } = await build(env, [HOST_TARGET.name]);
  equal(code, 0);
  match(stdout, /^execguard-\S+: portable, [\d.]+ MB\ncompiled: skipped, deno compile would .+\n$/);
  const dist = `${env.work}/checkout/dist`;
  const manifest = JSON.parse(Deno.readTextFileSync(`${dist}/manifest.json`));
  const sha256 = createHash("sha256").update(portable?.bytes ?? "").digest("hex");
  equal(manifest.version, denoConfig.version);
  deepEqual(
    manifest.executables.map((
      made: Record<string, unknown>,
    ) => [made.kind, made.file, made.sha256]),
    [["portable", FILE, sha256]],
  );
  deepEqual(manifest.skipped.map(({ kind }: { readonly kind: string }) => kind), ["compiled"]);
  match(stdout, new RegExp(`compiled: skipped, ${manifest.skipped[0].reason}\n$`));
  equal(Deno.readTextFileSync(`${dist}/SHA256SUMS`), `${sha256}  ${FILE}\n`);
  equal(createHash("sha256").update(Deno.readFileSync(`${dist}/${FILE}`)).digest("hex"), sha256);
});

Deno.test("the build refuses a target that it does not know, and makes nothing", async () => {
  using env = new TestEnv();
  const { code, stderr } = await build(env, ["x86_64-windows"]);
  equal(code, 2);
  match(stderr, /^No target x86_64-windows; there are: x86_64-linux .*\n$/);
  deepEqual([...Deno.readDirSync(`${env.work}/checkout/dist`)].map(({ name }) => name), [
    "packages",
  ]);
});
