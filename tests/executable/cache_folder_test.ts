import { deepEqual, equal, match } from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";
import { buildIfPossible, HOST_TARGET } from "./executable.ts";

const portable = await buildIfPossible(HOST_TARGET);
const canMount = Deno.uid() === 0 && Deno.build.os === "linux" &&
  new Deno.Command("unshare", {
    args: ["-m", "mount", "-t", "tmpfs", "none", "/mnt"],
    stderr: "null",
  })
    .outputSync().success;
const VERSION = /^execguard \d+\.\d+\.\d+\n$/;
const NO_FOLDER = /^execguard: Cannot start: no cache folder can be written.*XDG_CACHE_HOME.*\n$/;

/** A world with the executable in it, and a folder for temporary files that is not everybody's. */
function world(): { readonly env: TestEnv; readonly program: string; readonly temporary: string } {
  const env = new TestEnv();
  const program = `${env.root}/execguard`;
  Deno.writeFileSync(program, portable?.bytes ?? new Uint8Array(), { mode: 0o755 });
  const temporary = `${env.root}/temporary`;
  Deno.mkdirSync(temporary);
  return { env, program, temporary };
}

/** Runs a line of sh with mounts of its own. */
function withMounts(line: string): readonly string[] {
  return ["unshare", "-m", "--propagation", "private", "sh", "-c", line];
}

const LICENSE = new URL("../../LICENSE", import.meta.url);
const own = `execguard-${Deno.uid()}`;
const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);

Deno.test("XDG_CACHE_HOME is preferred, when it is absolute", { ignore: !portable }, async () => {
  const { env, program } = world();
  using _ = env;
  const variables = { XDG_CACHE_HOME: `${env.root}/xdg` };
  match((await env.exec([program, "version"], { env: variables })).stdout, VERSION);
  deepEqual(names(`${env.root}/xdg/execguard`), [portable?.content]);
  match((await env.exec([program, "version"], { env: { XDG_CACHE_HOME: "xdg" } })).stdout, VERSION);
  deepEqual(names(env.work), []);
});

for (const HOME of [undefined, "", "relative", "/proc/nowhere"]) {
  Deno.test(`without a usable HOME (${HOME}) the folder is a private temporary one`, {
    ignore: !portable,
  }, async () => {
    const { env, program, temporary } = world();
    using _ = env;
    const variables = { HOME, TMPDIR: temporary };
    match((await env.exec([program, "version"], { env: variables })).stdout, VERSION);
    deepEqual(names(temporary), [own]);
    equal((Deno.statSync(`${temporary}/${own}`).mode ?? 0) & 0o777, 0o700);
    deepEqual(names(env.work), []);
  });
}

Deno.test("a read-only home: another folder", { ignore: !portable || !canMount }, async () => {
  const { env, program, temporary } = world();
  using _ = env;
  const line =
    `mount --bind "$HOME" "$HOME" && mount -o remount,ro,bind "$HOME" && exec ${program} version`;
  const result = await env.exec(withMounts(line), { env: { TMPDIR: temporary }, cwd: "/" });
  deepEqual({ code: result.code, stderr: result.stderr }, { code: 0, stderr: "" });
  match(result.stdout, VERSION);
  deepEqual(names(temporary), [own]);
});

for (
  const [what, options] of [["noexec", "noexec"], ["full", "size=30m"]] as const
) {
  Deno.test(`a cache folder that is ${what}: another one, else a clear error`, {
    ignore: !portable || !canMount,
  }, async () => {
    const { env, program, temporary } = world();
    using _ = env;
    const mount = `mkdir -p "$HOME/.cache" && mount -t tmpfs -o ${options} none "$HOME/.cache"`;
    const start = `${program} version; code=$?; ls -A "$HOME/.cache/execguard" >&2; exit $code`;
    const other = await env.exec(withMounts(`${mount}; ${start}`), { env: { TMPDIR: temporary } });
    deepEqual({ code: other.code, left: other.stderr }, { code: 0, left: "" });
    match(other.stdout, VERSION);
    deepEqual(names(temporary), [own]);
    const none = await env.exec(withMounts(`${mount}; exec ${program} version`), {
      env: { TMPDIR: "/proc" },
    });
    equal(none.code, 125);
    match(none.stderr, NO_FOLDER);
  });
}

Deno.test("a temporary folder that somebody else made first is not used", {
  ignore: !portable || Deno.uid() !== 0,
}, async () => {
  const { env, program, temporary } = world();
  using _ = env;
  Deno.mkdirSync(`${temporary}/${own}`);
  Deno.chownSync(`${temporary}/${own}`, 65534, 65534);
  const options = { env: { HOME: undefined, TMPDIR: temporary } };
  const { code, stderr } = await env.exec([program, "version"], options);
  equal(code, 125);
  match(stderr, NO_FOLDER);
  deepEqual(names(`${temporary}/${own}`), []);
});

Deno.test(
  "a command in the sandbox cannot change what was unpacked",
  { ignore: !portable },
  async () => {
    const { env, program, temporary } = world();
    using _ = env;
    for (
      const [folder, variables] of [
        [`${env.home}/.cache/execguard`, {}],
        [`${env.home}/elsewhere/execguard`, { XDG_CACHE_HOME: `${env.home}/elsewhere` }],
        [`${temporary}/${own}`, { HOME: undefined, TMPDIR: temporary }],
      ] as const
    ) {
      const file = `${folder}/${portable?.content}/LICENSE`;
      const script = `echo x >>${file}; mv ${folder} ${folder}2; touch ${folder}/y; echo end`;
      const args = ["run", "--mode", "auto", "--", "sh", "-c", script];
      const { code, stdout, stderr } = await env.exec([program, ...args], { env: variables });
      deepEqual({ code, stdout }, { code: 0, stdout: "end\n" }, stderr);
      deepEqual(names(folder), [portable?.content]);
      equal(Deno.readTextFileSync(file), Deno.readTextFileSync(LICENSE));
    }
  },
);
