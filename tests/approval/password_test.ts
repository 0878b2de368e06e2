/**
 * The system password, with users of every kind; what they run leaves the sandbox, so none is needed here.
 */
import assert from "node:assert/strict";
import { PseudoTerminal } from "../support/pseudo_terminal.ts";
import { TestEnv } from "../support/test_env.ts";
import {
  canMakeUsers,
  makeUsers,
  PASSPHRASE,
  PASSWORD,
  setPassphrase,
  type Setting,
  USERS,
} from "../support/users.ts";

const ignore = !canMakeUsers();

/** One test as one of the users, or as root. */
function test(
  name: string,
  user: typeof USERS[number] | undefined,
  body: (setting: Setting) => Promise<void>,
): void {
  Deno.test({
    name: `${name}, as ${user ?? "root"}`,
    ignore,
    async fn() {
      using program = makeUsers();
      using env = new TestEnv(user);
      await body({ env, program: program.path });
    },
  });
}

/** Runs a call whose descriptor 3 holds a password; none when undefined. */
async function run({ env, program }: Setting, args: readonly string[], password?: string) {
  // The first line of stdin becomes descriptor 3.
  const script = `${
    password === undefined ? "exec </dev/null" : 'exec 3<&0 </dev/null; set -- --password-fd 3 "$@"'
  }; exec '${program}' run --json "$@"`;
  const options = { stdin: password === undefined ? "" : `${password}\n` };
  const result = await env.exec(["sh", "-c", script, "sh", ...args], options);
  const { status, code, output, message } = result.json();
  return { exit: result.code, status, code, output, message: String(message) };
}

const SUDO = ["--", "sudo", "id", "-u"];
const UNCONFINED = ["--no-sandbox", "--", "id", "-u"];

for (
  const [user, right] of [["egsudoer", SUDO], ["egnopw", SUDO], ["egplain", UNCONFINED]] as const
) {
  test("the right password runs the call, no and a wrong one do not", user, async (setting) => {
    assert.equal((await run(setting, right)).exit, 123);
    const wrong = await run(setting, right, "wrong");
    assert.deepEqual([wrong.exit, wrong.code], [123, "password-wrong"]);
    assert.deepEqual((await run(setting, right, "")).code, "request-bad-value");
    const ran = await run(setting, right, PASSWORD);
    assert.equal(ran.status, "exited", ran.message);
    if (right === SUDO) assert.equal(ran.output, "0\n");
  });
}

test("a cached ticket of sudo opens nothing", "egsudoer", async (setting) => {
  const { env, program } = setting;
  const script = `echo ${PASSWORD} | sudo -S -v 2>/dev/null && sudo -n true &&
    exec 3<<-. && exec '${program}' run --json --password-fd 3 -- sudo id
wrong
.`;
  const result = await env.exec(["sh", "-c", script]);
  assert.deepEqual([result.code, result.json().code], [123, "password-wrong"]);
});

test("sudo leaves no ticket behind", "egsudoer", async (setting) => {
  const { env, program } = setting;
  const script = `exec 3<<-.; '${program}' run --password-fd 3 -- sudo id -u; sudo -n true
${PASSWORD}
.`;
  const { stdout, stderr } = await env.exec(["bash", "-c", script]);
  assert.equal(stdout, "0\n");
  assert.match(stderr, /password is required/);
});

test("stdin stays the command's under sudo", "egsudoer", async ({ env, program }) => {
  const script = `exec 3<<-.; printf 'a\\nb\\n' | '${program}' run --password-fd 3 -- sudo cat
${PASSWORD}
.`;
  assert.equal((await env.exec(["bash", "-c", script])).stdout, "a\nb\n");
});

test(
  "the command outside the sandbox does not get the password's descriptor",
  "egplain",
  async ({ env, program }) => {
    const file = env.write("password", `${PASSWORD}\n`, 0o600);
    const call = "run --no-sandbox --password-fd 3 -- sh -c 'cat <&3; echo code=$?'";
    const { stdout } = await env.exec(["sh", "-c", `exec 3<${file}; '${program}' ${call}`]);
    assert.match(stdout, /^code=[12]\n$/);
  },
);

test(
  "where no password can be verified it is said, and the passphrase serves",
  "eglocked",
  async (setting) => {
    const none = await run(setting, SUDO, "x");
    assert.deepEqual([none.exit, none.code], [123, "password-unavailable"]);
    assert.match(none.message, /locked or empty, and no passphrase is set/);
    await setPassphrase(setting);
    assert.deepEqual((await run(setting, UNCONFINED, "wrong")).code, "password-wrong");
    assert.equal((await run(setting, UNCONFINED, PASSPHRASE)).status, "exited");
  },
);

test("root is asked the passphrase", undefined, async (setting) => {
  assert.equal((await run(setting, SUDO, "x")).code, "password-unavailable");
  await setPassphrase(setting);
  assert.equal((await run(setting, SUDO, "wrong")).exit, 123);
  assert.equal((await run(setting, SUDO, PASSPHRASE)).output, "0\n");
});

test("without the right to gain privileges it is said", "egsudoer", async ({ env, program }) => {
  const argv = [
    "setpriv",
    "--no-new-privs",
    "bash",
    "-c",
    `exec 3<<<${PASSWORD}; exec '${program}' run --json --password-fd 3 -- sudo id`,
  ];
  const result = await env.exec(argv);
  assert.deepEqual([result.code, result.json().code], [123, "password-unavailable"]);
  assert.match(String(result.json().message), /may gain no privileges/);
});

test(
  "a passphrase is set only with the system password where there is one",
  "egplain",
  async (setting) => {
    const { env, program } = setting;
    await using terminal = new PseudoTerminal(env, "execguard approve passphrase; echo code=$?", {
      program,
    });
    await terminal.sees("System password of egplain");
    await terminal.types("\r");
    assert.match(await terminal.end(), /code=123/);
  },
);

test(
  "the password is asked on the terminal, three times at most",
  "egplain",
  async ({ env, program }) => {
    await using terminal = new PseudoTerminal(
      env,
      "execguard run --no-sandbox -- id -u; echo code=$?",
      { program },
    );
    for (let asked = 0; asked < 3; asked++) {
      await terminal.sees("System password of egplain (not shown; Enter alone is no): ");
      await terminal.types("wrong\r");
      await terminal.sees("That is wrong");
    }
    const shown = await terminal.end();
    assert.match(shown, /the password was wrong\ncode=123/);
  },
);

test(
  "the right password on the terminal runs the call and is not shown",
  "egsudoer",
  async ({ env, program }) => {
    await using terminal = new PseudoTerminal(env, "execguard run -- sudo id -u; echo code=$?", {
      program,
    });
    await terminal.sees("OUTSIDE the sandbox, with full rights");
    await terminal.sees("(not shown; Enter alone is no): ");
    await terminal.types(`${PASSWORD}\r`);
    const shown = await terminal.end();
    assert.match(shown, /\n0\ncode=0/);
    assert.equal(shown.includes(PASSWORD), false);
  },
);

test("approve hands the password to a sudo that waits for it", "egsudoer", async (setting) => {
  const { env, program } = setting;
  const waiting = env.exec([program, "run", "--wait", "60s", ...SUDO]);
  const id = await waitForRequest(setting);
  await using terminal = new PseudoTerminal(env, `execguard approve ${id}`, { program });
  await terminal.sees("(not shown; Enter alone is no): ");
  await terminal.types(`${PASSWORD}\r`);
  assert.match(await terminal.end(), /Granted/);
  const { code, stdout } = await waiting;
  assert.deepEqual([code, stdout], [0, "0\n"]);
});

async function waitForRequest({ env, program }: Setting): Promise<string> {
  for (;;) {
    const { requests } = (await env.exec([program, "approve", "list", "--json"])).json();
    assert.ok(Array.isArray(requests));
    if (requests.length > 0) return String(requests[0].id);
  }
}

test("approve says when sudo's caller does not wait", "egsudoer", async (setting) => {
  const { env, program } = setting;
  await run(setting, SUDO);
  const id = await waitForRequest(setting);
  await using terminal = new PseudoTerminal(env, `execguard approve ${id}; echo code=$?`, {
    program,
  });
  await terminal.sees("(not shown; Enter alone is no): ");
  await terminal.types(`${PASSWORD}\r`);
  assert.match(await terminal.end(), /run --wait 5m\ncode=123/);
});

test("approve grants what needs the password, once", "egplain", async (setting) => {
  const { env, program } = setting;
  await run(setting, UNCONFINED);
  const id = await waitForRequest(setting);
  assert.equal((await env.exec([program, "approve", id, "--for", "2h"])).code, 120);
  await using terminal = new PseudoTerminal(env, `execguard approve ${id}`, { program });
  await terminal.sees("(not shown; Enter alone is no): ");
  await terminal.types(`${PASSWORD}\r`);
  assert.match(await terminal.end(), /Granted/);
  assert.equal((await run(setting, UNCONFINED)).status, "exited");
  assert.equal((await run(setting, UNCONFINED)).exit, 123);
});

test(
  "approve_requires asks for the passphrase where a terminal would do",
  undefined,
  async (setting) => {
    const { env, program } = setting;
    await setPassphrase(setting);
    env.configure({ approve_requires: "passphrase" });
    await using terminal = new PseudoTerminal(env, "execguard run -- touch a; echo code=$?", {
      program,
    });
    await terminal.sees("Passphrase of execguard");
    await terminal.types("\r");
    assert.match(await terminal.end(), /code=122/);
    await using rule = new PseudoTerminal(
      env,
      `execguard approve rule add '["touch","a"]'; echo code=$?`,
      { program },
    );
    await rule.sees("Passphrase of execguard");
    await rule.types(`${PASSPHRASE}\r`);
    assert.match(await rule.end(), /Added[^]*code=0/);
  },
);

test("a cancelled sudo takes its command with it", "egsudoer", async ({ env, program }) => {
  const mark = `3${Math.floor(Math.random() * 1e6)}`;
  const script =
    `exec 3<<<${PASSWORD}; exec '${program}' run --json --timeout 2s --password-fd 3 -- sudo sleep ${mark}`;
  const result = await env.exec(["bash", "-c", script]);
  assert.deepEqual([result.code, result.json().status], [124, "timed_out"]);
  assert.equal((await env.exec(["pgrep", "-f", `^sleep ${mark}$`])).stdout, "");
});

test("a command of root's that ignores SIGTERM is killed", "egsudoer", async ({ env, program }) => {
  const mark = `4${Math.floor(Math.random() * 1e6)}`;
  const stubborn = `sh -c 'trap "" TERM; sleep ${mark}; sleep ${mark}'`;
  const script =
    `exec 3<<<${PASSWORD}; exec '${program}' run --json --timeout 2s --password-fd 3 -- sudo ${stubborn}`;
  const result = await env.exec(["bash", "-c", script]);
  assert.deepEqual([result.code, result.json().status], [124, "timed_out"]);
  assert.equal((await env.exec(["pgrep", "-f", `sleep ${mark}$`])).stdout, "");
});

test("the password stands nowhere in the state", "egsudoer", async (setting) => {
  await run(setting, SUDO, PASSWORD);
  const state = setting.env.state;
  const found = await setting.env.exec(["grep", "-rl", PASSWORD, state]);
  assert.equal(found.stdout, "");
});
