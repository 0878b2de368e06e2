/** `scripts/execguard` on its warm path: where it finds itself and what it starts Deno with. */
import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";
import { DENO_VERSION, launcherKey, makeReadyCheckout, readShown } from "./fake_checkout.ts";
import { isInstalled } from "../support/programs.ts";

/** The shells that `/bin/sh` is somewhere. */
const SHELLS: readonly (readonly string[])[] = [
  ["dash"],
  ["bash"],
  ["bash", "--posix"],
  ["busybox", "ash"],
  ["ksh"],
  ["mksh"],
  ["zsh"],
  ["zsh", "--emulate", "sh"],
];

Deno.test("the launcher's key names the pinned Deno and the dependencies of deno.lock", async () => {
  const lock = Deno.readFileSync(new URL("../../deno.lock", import.meta.url));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", lock));
  const start = [...digest.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  assert.equal(launcherKey(), `2.9.6-${start}`, "write this key into scripts/execguard");
});

for (const shell of SHELLS) {
  const options = { ignore: !isInstalled(shell[0] ?? "") };

  Deno.test(
    `${shell.join(" ")}: the launcher hands every argument over as it is`,
    options,
    async () => {
      using env = new TestEnv();
      const checkout = makeReadyCheckout(env, `${env.root}/a b`);
      const args = ["run", "--", "", " ", "*", "a\nb", "$(id)", "--", "'\"\\", "ü日", "-e"];
      const result = await env.exec([...shell, `${checkout}/scripts/execguard`, ...args]);
      const shown = readShown(result.bytes).args;
      assert.deepEqual(shown.slice(-args.length).map(fromBytes), args);
      assert.equal(result.stderr, "");
    },
  );

  Deno.test(
    `${shell.join(" ")}: the launcher sets aside what steers the runtime`,
    options,
    async () => {
      using env = new TestEnv();
      const checkout = makeReadyCheckout(env, `${env.root}/checkout`);
      const shown = readShown(
        (await env.exec(
          [
            "sh",
            "-c",
            `${HOSTILE_ENVIRONMENT}exec "$@"`,
            "sh",
            ...shell,
            `${checkout}/scripts/execguard`,
          ],
        )).bytes,
      ).env;
      const caller = Object.entries(shown).filter(([name]) => name.startsWith("EXECGUARD_CALLER_"));
      assert.deepEqual(Object.fromEntries(caller), {
        EXECGUARD_CALLER_HOME: env.home,
        EXECGUARD_CALLER_DENO_DIR: "/evil",
        EXECGUARD_CALLER_NODE_OPTIONS: "two\nlines 'and' \"quotes\" \\ \xff $x",
        EXECGUARD_CALLER_LD_LIBRARY_PATH: "",
        EXECGUARD_CALLER_SSLKEYLOGFILE: "a b",
      });
      assert.equal(shown.DENO_DIR, `${checkout}/.deno/cache`);
      assert.equal(shown.HOME, `${checkout}/.deno`);
      assert.deepEqual([shown.NODE_OPTIONS, shown.LD_LIBRARY_PATH], [undefined, undefined]);
      assert.deepEqual([shown.version, shown.name, shown.IFS], ["caller's", "caller's", undefined]);
      assert.equal(
        shown.TEXT,
        "x\nDENO_A=1\nDENO_$(touch pwned)=1\nEXECGUARD_CALLER_`touch pwned`=",
      );
      assert.deepEqual([...Deno.readDirSync(env.work)], []);
    },
  );
}

/** Assignments as a hostile or an unlucky caller may have them. */
const HOSTILE_ENVIRONMENT = `
  export DENO_DIR=/evil LD_LIBRARY_PATH= SSLKEYLOGFILE='a b' version="caller's" name="caller's"
  export EXECGUARD_CALLER_PATH=/evil EXECGUARD_CALLER_DENO_DIR=/worse
  NODE_OPTIONS="$(printf 'two\\nlines '\\''and'\\'' "quotes" \\\\ \\377 $x')"; export NODE_OPTIONS
  TEXT='x
DENO_A=1
DENO_$(touch pwned)=1
EXECGUARD_CALLER_\`touch pwned\`='; export TEXT
`;

function fromBytes(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

Deno.test("the launcher finds its checkout from anywhere and through links", async (t) => {
  using env = new TestEnv();
  const checkout = makeReadyCheckout(env, `${env.root}/it's a "check" out#1%20`);
  Deno.mkdirSync(`${env.root}/bin`);
  Deno.symlinkSync(`${checkout}/scripts/execguard`, `${env.root}/bin/absolute`);
  Deno.symlinkSync("absolute", `${env.root}/bin/chain`);
  Deno.symlinkSync(checkout, `${env.root}/bin/folder`);
  Deno.symlinkSync(`${checkout}/scripts`, `${env.root}/bin/scripts`);
  const ways: readonly { readonly argv: readonly string[]; readonly cwd: string }[] = [
    { argv: [`${checkout}/scripts/execguard`], cwd: "/" },
    { argv: [`${checkout}/scripts/../scripts/./execguard`], cwd: "/" },
    { argv: ["scripts/execguard"], cwd: checkout },
    { argv: ["./execguard"], cwd: `${checkout}/scripts` },
    { argv: ["sh", "execguard"], cwd: `${checkout}/scripts` },
    { argv: ["bin/absolute"], cwd: env.root },
    { argv: ["../bin/chain"], cwd: env.home },
    { argv: [`${env.root}/bin/folder/scripts/execguard`], cwd: "/" },
    { argv: [`${env.root}/bin/scripts/execguard`], cwd: "/" },
    { argv: ["env", `PATH=${env.root}/bin:/usr/bin:/bin`, "chain"], cwd: "/" },
  ];
  for (const { argv, cwd } of ways) {
    await t.step(
      `${argv.join(" ").replace(env.root, "")} in ${cwd.replace(env.root, "")}`,
      async () => {
        const result = await env.exec([...argv, "x"], { cwd, env: { CDPATH: "/usr" } });
        const main = readShown(result.bytes).args.at(-2) ?? "";
        assert.equal(Deno.realPathSync(main), `${checkout}/main.ts`);
      },
    );
  }
});

Deno.test("the launcher gives each subcommand its permissions, and network or ffi to none but fs", async (t) => {
  using env = new TestEnv();
  const checkout = makeReadyCheckout(env, `${env.root}/checkout`);
  const places = "PATH,XDG_CONFIG_HOME,XDG_STATE_HOME,XDG_CACHE_HOME";
  const names = `EXECGUARD_*,${places},NO_COLOR,FORCE_COLOR,TERM,COLUMNS`;
  const named = [`--allow-env=${names}`, "--ignore-env"];
  const all = ["--allow-env", "--allow-sys", "--allow-run"];
  const table: Readonly<Record<string, readonly string[]>> = {
    run: ["--allow-read", "--allow-write", ...all],
    background: ["--allow-read", "--allow-write", ...all],
    approve: ["--allow-read", "--allow-write", ...all],
    doctor: ["--allow-read", ...all],
    fs: ["--allow-all"],
    "allowlist-check": ["--allow-read", ...named],
    "--version": ["--allow-read", ...named],
    "": ["--allow-read", ...named],
  };
  for (const [subcommand, permissions] of Object.entries(table)) {
    await t.step(subcommand === "" ? "no subcommand" : subcommand, async () => {
      const argv = [`${checkout}/scripts/execguard`, ...subcommand === "" ? [] : [subcommand]];
      const { args } = readShown((await env.exec(argv)).bytes);
      const own = args.slice(0, args.indexOf(`${checkout}/main.ts`));
      const isPermission = (flag: string) =>
        /^(-[A-Z]|--(allow|deny|ignore|permission))/.test(flag);
      assert.deepEqual(own.filter(isPermission), permissions);
      const pinned = ["--no-prompt", "--cached-only", "--no-remote", "--frozen", "--no-config"];
      const files = [`--import-map=${checkout}/deno.json`, `--lock=${checkout}/deno.lock`];
      assert.deepEqual([...pinned, ...files].filter((flag) => !own.includes(flag)), []);
    });
  }
});

Deno.test("the launcher uses the cache folder when the checkout has no runtime", async () => {
  using env = new TestEnv();
  const checkout = makeReadyCheckout(env, `${env.root}/checkout`);
  Deno.mkdirSync(`${env.home}/.cache`);
  Deno.renameSync(`${checkout}/.deno`, `${env.home}/.cache/execguard`);
  const shown = readShown((await env.exec([`${checkout}/scripts/execguard`])).bytes);
  assert.equal(shown.env.DENO_DIR, `${env.home}/.cache/execguard/cache`);
  assert.equal(shown.env.EXECGUARD_CALLER_HOME, env.home);
  assert.match(DENO_VERSION, /^\d+\.\d+\.\d+$/);
});

Deno.test("a deleted work directory is refused in the form that was asked for", async (t) => {
  using env = new TestEnv();
  const checkout = makeReadyCheckout(env, `${env.root}/checkout`);
  const gone = 'mkdir gone; cd gone; rmdir ../gone; exec "$@" 2>&1';
  const start = async (...args: string[]) => {
    const argv = ["bash", "-c", gone, "sh", "bash", `${checkout}/scripts/execguard`, ...args];
    const { code, stdout } = await env.exec(argv);
    return { code, said: stdout.split("\n").filter((line) => !line.startsWith("shell-init")) };
  };
  const words = "execguard: Cannot start in the current directory: it was deleted; ";
  await t.step("words", async () => {
    const { code, said } = await start("run", "--", "ls", "--json");
    assert.deepEqual([code, said], [120, [`${words}change to one that exists`, ""]]);
  });
  await t.step("--quiet", async () => {
    assert.deepEqual(await start("run", "-q", "--", "ls"), { code: 120, said: [""] });
  });
  await t.step("--json", async () => {
    const { code, said } = await start("run", "-q", "--json", "--", "ls");
    const { status, code: reason } = JSON.parse(said.join("\n"));
    assert.deepEqual([code, status, reason], [120, "invalid", "request-bad-cwd"]);
  });
});
