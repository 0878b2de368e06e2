import { deepEqual, equal, ok } from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { TARGETS } from "../../scripts/build_targets.ts";
import { TestEnv } from "../support/test_env.ts";
import { buildIfPossible, HOST_TARGET, splitPortable } from "./executable.ts";
import { isInstalled } from "../support/programs.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

async function list(env: TestEnv, archive: string): Promise<readonly string[]> {
  const { code, stdout } = await env.exec(["tar", "-tzf", archive]);
  equal(code, 0);
  return stdout.trimEnd().split("\n");
}

for (const target of TARGETS) {
  const built = await buildIfPossible(target);
  Deno.test(`the executable of ${target.name} holds program, packages and a runtime for it`, {
    ignore: built === undefined,
  }, async () => {
    using env = new TestEnv();
    const bytes = built?.bytes ?? new Uint8Array();
    const { archive } = splitPortable(bytes);
    equal(createHash("sha256").update(archive).digest("hex"), built?.content);
    Deno.writeFileSync(`${env.work}/archive.tgz`, archive);
    const files = await list(env, "archive.tgz");
    for (const file of ["main.ts", "scripts/execguard", "program/main.js", "package/deno"]) {
      ok(files.includes(file), file);
    }
    for (const part of [/^program\/parse_script-\w+\.js$/, /^licenses\/mvdan-sh\/.*\/LICENSE$/]) {
      ok(files.some((file) => part.test(file)), String(part));
    }
    // No tests, no absolute or climbing names, nothing twice.
    deepEqual(files.filter((file) => /_test\.ts$|^tests|^\/|\.\.|fast-check/.test(file)), []);
    equal(new Set(files).size, files.length);
    const runtime = await env.exec(["sh", "-c", "tar -xzOf archive.tgz package/deno | head -c 20"]);
    ok(Buffer.from(runtime.bytes).toString("hex").startsWith(target.magic), target.magic);
    // The machine of an ELF file stands at its offset 18: 3e x86-64, b7 arm64.
    if (target.name === "x86_64-linux") equal(runtime.bytes[18], 0x3e);
    if (target.name === "aarch64-linux") equal(runtime.bytes[18], 0xb7);
  });
}

const portable = await buildIfPossible(HOST_TARGET);

Deno.test("the same checkout makes the same bytes", { ignore: !portable }, async () => {
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  equal(
    hash((await buildIfPossible(HOST_TARGET))?.bytes ?? new Uint8Array()),
    hash(portable?.bytes ?? new Uint8Array()),
  );
});

Deno.test("an executable names no folder, user or registry of the machine it was made on", {
  ignore: !portable,
}, async () => {
  using env = new TestEnv();
  const bytes = portable?.bytes ?? new Uint8Array();
  Deno.writeFileSync(`${env.work}/archive.tgz`, splitPortable(bytes).archive);
  const script = "tar -xzf archive.tgz --exclude=package && cat $(find . -type f ! -name '*.tgz')";
  const { stdout } = await env.exec(["sh", "-c", `cd ${env.work} && ${script}`]);
  ok(stdout.length > 1_000_000);
  equal(stdout.includes(ROOT), false);
  const owners = await env.exec(["tar", "-tvzf", "archive.tgz", "main.ts"]);
  ok(/ 0\/0 .* 1970-01-01 /.test(owners.stdout), owners.stdout);
});

/** Shells that are /bin/sh somewhere: Debian, Red Hat and macOS, old macOS, and others. */
const SHELLS = ["dash", "bash", "zsh", "mksh", "ksh"];

for (const shell of SHELLS) {
  const ignore = !isInstalled(shell) || !portable;
  Deno.test(`the head works under ${shell}`, { ignore }, async () => {
    using env = new TestEnv();
    const program = `${env.root}/execguard`;
    Deno.writeFileSync(program, portable?.bytes ?? new Uint8Array());
    for (const _ of ["unpack", "start"]) {
      const { code, stdout, stderr } = await env.exec([shell, program, "version"]);
      deepEqual({ code, stderr }, { code: 0, stderr: "" });
      ok(stdout.startsWith("execguard "), stdout);
    }
    const argv = ["run", "--mode", "auto", "--", "printf", "<%s>", "a b", "*"];
    equal((await env.exec([shell, program, ...argv])).stdout, "<a b><*>");
  });
}
