/** A sandbox that cannot be set up: one cause, one cure, and nothing runs. Cases R03, R05, R06, R10, R11. */
import assert from "node:assert/strict";
import { messageOf } from "../../src/core/codes.ts";
import type { Outcome } from "../../src/core/outcome.ts";
import {
  capture,
  confined,
  driverArgs,
  readOutcome,
  withFolder,
  withoutSandbox,
} from "./host_fixture.ts";

const asRoot = Deno.uid() === 0;
const ignore = withoutSandbox() ||
  !new Deno.Command("unshare", { args: ["-Ur", "true"], stderr: "null" }).outputSync().success;

interface Attempt {
  readonly outcome: Outcome;
  readonly stderr: string;
  readonly ran: boolean;
}

/** Supervises `touch` inside the given surroundings; `$@` in the script is the driver's command line. */
async function attempt(surroundings: readonly string[], capture: boolean): Promise<Attempt> {
  let result: Attempt | undefined;
  await withFolder((folder) => {
    Deno.chmodSync(folder, 0o777);
    const spec = confined(["touch", `${folder}/ran`], { writable: folder, cwd: folder });
    const words = driverArgs({ spec, capture, outcome: `${folder}/outcome` });
    const [program = "", ...args] = [...surroundings, Deno.execPath(), ...words];
    const { stderr } = new Deno.Command(program, { args, stdout: "null" }).outputSync();
    const ran = Array.from(Deno.readDirSync(folder), (entry) => entry.name).includes("ran");
    result = {
      outcome: readOutcome(`${folder}/outcome`),
      stderr: new TextDecoder().decode(stderr),
      ran,
    };
    return Promise.resolve();
  });
  assert.ok(result !== undefined);
  return result;
}

const NO_NAMESPACES = [
  ...["unshare", "-Ur", "sh", "-c"],
  ...['echo 0 >/proc/sys/user/max_user_namespaces; exec "$@"', "sh"],
];
const MASKED_PROC = [
  ...["unshare", "-Urm", "sh", "-c"],
  ...['mount --bind /dev/null /proc/uptime; exec "$@"', "sh"],
];

for (const captured of [true, false]) {
  const how = captured ? "captured" : "inherited";

  Deno.test({
    name: `R05 supervise() refuses without user namespaces, output ${how}`,
    ignore,
    async fn() {
      const { outcome, ran } = await attempt(NO_NAMESPACES, captured);
      assert.deepEqual(
        [outcome.status, outcome.exit_code, outcome.output, ran],
        ["sandbox_unavailable", 125, "", false],
      );
      assert.equal(
        messageOf(outcome.refusal!),
        "Cannot start the sandbox: user namespaces are switched off here; " +
          "raise the limit: sudo sysctl -w user.max_user_namespaces=15000",
      );
    },
  });

  Deno.test({
    name: `R06 supervise() refuses when /proc is masked, output ${how}`,
    ignore,
    async fn() {
      const { outcome, ran } = await attempt(MASKED_PROC, captured);
      assert.deepEqual([outcome.exit_code, outcome.refusal?.code, ran], [
        125,
        "sandbox-nested",
        false,
      ]);
      assert.match(messageOf(outcome.refusal!), /masks parts of \/proc \(\/proc\/uptime\)/);
    },
  });

  Deno.test({
    name: `R03 supervise() names CAP_SETFCAP when root lacks it, output ${how}`,
    ignore: ignore || !asRoot,
    async fn() {
      const drop = (capability: string) => [
        ...["capsh", `--drop=${capability}`, "--", "-c", 'exec "$@"', "sh"],
      ];
      const without = await attempt(drop("cap_setfcap"), captured);
      assert.deepEqual([without.outcome.exit_code, without.ran], [125, false]);
      assert.match(messageOf(without.outcome.refusal!), /CAP_SETFCAP/);
      const fine = await attempt(drop("cap_sys_admin"), captured);
      assert.deepEqual([fine.outcome.status, fine.ran], ["exited", true]);
    },
  });

  Deno.test({
    name:
      `supervise() tells a program that cannot be executed inside from a failed set-up, output ${how}`,
    ignore,
    fn: () =>
      withFolder((folder) => {
        Deno.writeTextFileSync(`${folder}/script`, "#!/no/such/interpreter\n", { mode: 0o755 });
        const spec = confined([`${folder}/script`]);
        const args = driverArgs({ spec, capture: captured, outcome: `${folder}/outcome` });
        new Deno.Command(Deno.execPath(), { args, stderr: "null" }).outputSync();
        const { status, exit_code, refusal } = readOutcome(`${folder}/outcome`);
        assert.deepEqual([status, exit_code], ["not_executable", 126]);
        assert.deepEqual(refusal?.data?.name, `${folder}/script`);
        return Promise.resolve();
      }),
  });
}

Deno.test({
  name: "R10 a sandbox inside the sandbox is refused as nested",
  ignore,
  fn: () =>
    withFolder(async (folder) => {
      const spec = confined(["touch", `${folder}/ran`]);
      const words = driverArgs({ spec, capture: true, outcome: `${folder}/outcome` });
      const env = { PATH: "/usr/bin:/bin", DENO_DIR: `${folder}/cache`, NO_COLOR: "1" };
      await capture(confined([Deno.execPath(), ...words], { writable: folder, env }));
      const { exit_code, refusal } = readOutcome(`${folder}/outcome`);
      assert.deepEqual([exit_code, refusal?.code], [125, "sandbox-nested"]);
      assert.ok(!Array.from(Deno.readDirSync(folder), (entry) => entry.name).includes("ran"));
    }),
});

Deno.test({
  name: "R11 what bubblewrap says of a failed set-up does not reach captured output",
  ignore,
  async fn() {
    const { outcome, stderr } = await attempt(NO_NAMESPACES, true);
    assert.deepEqual([outcome.output, stderr], ["", ""]);
  },
});
