/** Machines that lack something: cases R03, R05, R06, R10, R11 and R14, through the program itself. */
import assert from "node:assert/strict";
import { type CaseOutcome, type CaseWorld, sandboxCase } from "./sandbox_case.ts";

const LAUNCHER = Deno.env.get("EXECGUARD_BIN") ||
  new URL("../../../scripts/execguard", import.meta.url).pathname;

/** A namespace in which the user stays who it is, with every right in there until `exec`. */
const AS_SELF = ["unshare", "-U", "--map-current-user", "--keep-caps"];
const WITHOUT_RIGHTS = 'exec setpriv --ambient-caps=-all --inh-caps=-all -- "$@"';

/** Runs `touch ran` through the program inside other surroundings; both forms of its answer. */
async function touchInside(
  world: CaseWorld,
  surroundings: readonly string[],
): Promise<{ json: CaseOutcome; code: number; stderr: string; ran: boolean }> {
  const run = (...flags: string[]) =>
    world.exec([
      ...surroundings,
      LAUNCHER,
      "run",
      "--mode",
      "auto",
      ...flags,
      "--",
      "touch",
      "ran",
    ]);
  const json = (await run("--json")).json() as unknown as CaseOutcome;
  const { code, stderr } = await run();
  const ran = (await world.exec(["ls", "ran"])).code === 0;
  return { json, code, stderr, ran };
}

/** One line with the cause, at least one with a cure, both in JSON too. */
function assertRefused(answer: Awaited<ReturnType<typeof touchInside>>, code: string): void {
  const { json, stderr } = answer;
  assert.deepEqual([json.status, json.exit_code, json.code, answer.code, answer.ran], [
    "sandbox_unavailable",
    125,
    code,
    125,
    false,
  ]);
  assert.match(stderr, /^execguard: Cannot start the sandbox: [^\n]+; [^\n]+\n/);
  assert.ok(stderr.includes(json.message ?? "none"), stderr);
}

sandboxCase(
  "R03: root without CAP_SYS_ADMIN works, without CAP_SETFCAP is told so",
  async (world) => {
    const without = (
      capability: string,
    ) => ["/usr/sbin/capsh", `--drop=${capability}`, "--", "-c", 'exec "$@"', "sh"];
    const answer = await touchInside(world, without("cap_setfcap"));
    assertRefused(answer, "sandbox-failed");
    assert.match(answer.stderr, /CAP_SETFCAP/);
    const fine = await touchInside(world, without("cap_sys_admin"));
    assert.deepEqual([fine.code, fine.json.exit_code, fine.ran], [0, 0, true]);
  },
  { programs: ["unshare"], root: true },
);

sandboxCase(
  "R05, R11: without user namespaces nothing runs, cause and cure are said",
  async (world) => {
    const script = `echo 0 >/proc/sys/user/max_user_namespaces; ${WITHOUT_RIGHTS}`;
    assertRefused(
      await touchInside(world, [...AS_SELF, "sh", "-c", script, "sh"]),
      "sandbox-userns",
    );
  },
  { programs: ["unshare"] },
);

sandboxCase("R06, R11: a masked /proc is no reason for a weaker sandbox", async (world) => {
  const script = `mount --bind /dev/null /proc/uptime; ${WITHOUT_RIGHTS}`;
  const answer = await touchInside(world, [...AS_SELF, "-m", "sh", "-c", script, "sh"]);
  assertRefused(answer, "sandbox-nested");
  assert.match(answer.stderr, /\/proc\/uptime/);
}, { programs: ["unshare"] });

sandboxCase("R10: the program inside its own sandbox runs nothing unconfined", async (world) => {
  const { output } = await world.python(`
import subprocess
print(subprocess.run(["${LAUNCHER}", "run", "--mode", "auto", "--", "touch", "ran"]).returncode)
`);
  assert.match(output, /^execguard: Cannot start the sandbox: this process is already confined/);
  assert.match(output, /run execguard outside of bwrap[^]*\n125\n$/);
  assert.equal((await world.exec(["ls", "ran"])).code, 2);
}, { programs: ["python3"] });

sandboxCase("R14: temporary files work whatever TMPDIR was, each run on its own", async (world) => {
  for (const TMPDIR of [undefined, "/nonexistent", `${world.home}/a b`]) {
    const options = { env: { TMPDIR } };
    const script = 'test -d "$TMPDIR" && mktemp && ls -A "$TMPDIR" | wc -l';
    const { output, exit_code } = await world.outcome(["sh", "-c", script], options);
    assert.equal(exit_code, 0, output);
    // The second run does not see the file of the first.
    assert.match(output, /^\/tmp\/tmp\.\w+\n1\n$/);
  }
});
