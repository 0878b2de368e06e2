/** `scripts/bootstrap` on a machine without bubblewrap: installed when possible, else said once. */
import assert from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";
import { makeCheckout, makeReady } from "./fake_checkout.ts";

/** Runs a command where `/usr/bin/bwrap` cannot be executed, in a mount namespace of its own. */
const WITHOUT_BWRAP = [
  ...["unshare", "-Urm", "sh", "-c"],
  'mount --bind /dev/null /usr/bin/bwrap && exec "$@"',
  "sh",
];

function cannotHide(): boolean {
  const [program = "", ...args] = [...WITHOUT_BWRAP, "test", "!", "-x", "/usr/bin/bwrap"];
  return !new Deno.Command(program, { args, stderr: "null" }).outputSync().success;
}

/** Notes how it was called; `install` brings the program back. */
const WORKING_APT = `#!/bin/sh
echo "apt-get $*" >>"$LOG"
[ "$1" != install ] || umount /usr/bin/bwrap
`;
const FAILING_APT = '#!/bin/sh\necho "apt-get $*" >>"$LOG"\nexit 100\n';
const ORDINARY_ID = "#!/bin/sh\necho 1000\n";
const FREE_SUDO = '#!/bin/sh\necho "sudo $*" >>"$LOG"\nshift\nexec "$@"\n';
const LOCKED_SUDO = '#!/bin/sh\necho "sudo $*" >>"$LOG"\nexit 1\n';

const INSTALL = "apt-get install -y --no-install-recommends bubblewrap";

interface Row {
  readonly name: string;
  readonly programs: Readonly<Record<string, string>>;
  /** What was called, in order. */
  readonly called: readonly string[];
  readonly installs: boolean;
}

const ROWS: readonly Row[] = [
  {
    name: "root installs it",
    programs: { "apt-get": WORKING_APT },
    called: ["apt-get update", INSTALL],
    installs: true,
  },
  {
    name: "root without a network goes on without it",
    programs: { "apt-get": FAILING_APT },
    called: ["apt-get update", INSTALL],
    installs: false,
  },
  {
    name: "a user with free sudo installs it",
    programs: { "apt-get": WORKING_APT, id: ORDINARY_ID, sudo: FREE_SUDO },
    called: [
      ...["sudo -n true", "sudo -n apt-get update", "apt-get update"],
      ...[`sudo -n ${INSTALL}`, INSTALL],
    ],
    installs: true,
  },
  {
    name: "a user whose sudo asks goes on without it, and nothing is installed",
    programs: { "apt-get": WORKING_APT, id: ORDINARY_ID, sudo: LOCKED_SUDO },
    called: ["sudo -n true"],
    installs: false,
  },
];

for (const { name, programs, called, installs } of ROWS) {
  Deno.test(`without bubblewrap, ${name}`, { ignore: cannotHide() }, async () => {
    using env = new TestEnv();
    const checkout = makeCheckout(env, `${env.root}/checkout`);
    makeReady(env, `${checkout}/.deno`);
    Deno.removeSync(`${checkout}/.deno/without-bubblewrap`);
    for (const [program, text] of Object.entries(programs)) {
      env.write(`${env.root}/bin/${program}`, text, 0o755);
    }
    const log = env.write("log", "");
    const start = 'for turn in 1 2; do "$1" >/dev/null; echo "turn $turn: $?" >&2; done';
    const result = await env.exec(
      [...WITHOUT_BWRAP, "sh", "-c", start, "sh", `${checkout}/scripts/execguard`],
      { env: { PATH: `${env.root}/bin:/usr/bin:/bin`, LOG: log } },
    );
    assert.deepEqual(Deno.readTextFileSync(log).trim().split("\n"), called);
    const cure = /execguard: bubblewrap is not installed.*exit 125.*cure: sudo apt-get install/;
    assert.equal(cure.test(result.stderr), !installs);
    // The second start says nothing and tries nothing.
    assert.match(result.stderr, /turn 1: 0\nturn 2: 0\n$/);
  });
}
