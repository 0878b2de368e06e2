import { deepEqual, equal, match } from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";
import { buildIfPossible, HOST_TARGET } from "./executable.ts";

const INSTALL = new URL("../../scripts/install", import.meta.url).pathname;
const portable = await buildIfPossible(HOST_TARGET);

function writeExecutable(env: TestEnv): string {
  const file = `${env.root}/built`;
  Deno.writeFileSync(file, portable?.bytes ?? new Uint8Array(), { mode: 0o755 });
  return file;
}

async function filesBelow(env: TestEnv, folder: string): Promise<readonly string[]> {
  const { stdout } = await env.exec(["find", ".", "-type", "f"], { cwd: folder });
  return stdout.trimEnd().split("\n").toSorted();
}

const INSTALLED = [
  "./bin/execguard",
  "./share/bash-completion/completions/execguard",
  "./share/fish/vendor_completions.d/execguard.fish",
  "./share/man/man1/execguard.1",
  "./share/zsh/site-functions/_execguard",
];

Deno.test(
  "install puts program, man page and completions below PREFIX",
  { ignore: !portable },
  async () => {
    using env = new TestEnv();
    const file = writeExecutable(env);
    const prefix = `${env.root}/a prefix`;
    for (const _ of ["first", "again"]) {
      const { code, stdout } = await env.exec([INSTALL, file], { env: { PREFIX: prefix } });
      equal(code, 0);
      match(stdout, /^installed execguard \S+ as .*\/a prefix\/bin\/execguard\nadd .* to PATH\n$/);
      deepEqual(await filesBelow(env, prefix), INSTALLED);
    }
    const PATH = `${prefix}/bin:/usr/bin:/bin`;
    const git = [
      "sh",
      "-c",
      "execguard run -- git --version && execguard allowlist-check -q -- ls",
    ];
    match((await env.exec(git, { env: { PATH } })).stdout, /^git version /);
    const zsh = Deno.readTextFileSync(`${prefix}/share/zsh/site-functions/_execguard`);
    equal(zsh.startsWith("#compdef execguard\n"), true);
  },
);

Deno.test("install goes to ~/.local by default, and leaves the rest of home alone", {
  ignore: !portable,
}, async () => {
  using env = new TestEnv();
  const file = writeExecutable(env);
  const PATH = `${env.home}/.local/bin:/usr/bin:/bin`;
  const { code, stdout } = await env.exec([INSTALL, file], { env: { PATH } });
  equal(code, 0);
  match(stdout, /^installed .*\n$/);
  deepEqual(await filesBelow(env, `${env.home}/.local`), INSTALLED);
  const names = [...Deno.readDirSync(env.home)].map(({ name }) => name).toSorted();
  deepEqual(names, [".cache", ".local", "work"]);
});

Deno.test("install says what is missing, and changes nothing", async () => {
  using env = new TestEnv();
  const missing = await env.exec([INSTALL, "/nowhere"], { env: { PREFIX: `${env.root}/p` } });
  equal(missing.code, 1);
  match(missing.stderr, /^install: \/nowhere does not exist; build it: scripts\/build \S+\n$/);
  const homeless = await env.exec([INSTALL], { env: { HOME: undefined } });
  equal(homeless.code === 0, false);
  match(homeless.stderr, /set PREFIX or HOME/);
  deepEqual([...Deno.readDirSync(env.root)].map(({ name }) => name), ["home"]);
});
