/** How limits are set, in every shell that may be /bin/sh, and what becomes of one that cannot be. */
import assert from "node:assert/strict";
import startText from "../../src/host/close_descriptors.sh" with { type: "text" };
import processText from "../../src/host/limit_processes.sh" with { type: "text" };
import { isInstalled } from "../support/programs.ts";
import { canActAsUser, TestEnv } from "../support/test_env.ts";
import { capture, confined, withoutSandbox } from "./host_fixture.ts";

const ignore = withoutSandbox();

const SHELLS: readonly (readonly [program: string, ...args: string[]])[] = [
  ["/bin/dash"],
  ["/bin/bash", "--posix"],
  ["/usr/bin/busybox", "sh"],
];

/** What a program started by `shell` with these limits in KiB and seconds says of its own; `before` is run first. */
function limitsUnder(shell: readonly string[], by: { before: string; limits: readonly string[] }) {
  const shown = "ulimit -S -d; ulimit -H -d; ulimit -S -t; ulimit -H -t";
  const settings = ["/proc/self/fd", "no", "", "", "", "", ...by.limits];
  const args = [...shell, "-c", startText, "sh", startText, ...settings, "/bin/sh", "-c", shown];
  const { stdout } = new Deno.Command("/bin/sh", {
    args: ["-c", `${by.before}; exec "$@"`, "sh", ...args],
    clearEnv: true,
    stderr: "null",
  }).outputSync();
  return new TextDecoder().decode(stdout).trim().split("\n").join(" ");
}

for (const shell of SHELLS) {
  const [program] = shell;
  Deno.test({
    name: `a start line run by ${program} lowers limits, and raises none`,
    ignore: !isInstalled(program.slice(program.lastIndexOf("/") + 1), ["/usr/bin", "/bin"]),
    fn() {
      const under = (before: string, ...limits: readonly string[]) =>
        limitsUnder(shell, { before, limits });
      assert.equal(under(":", "65536", "5"), "65536 65536 5 6");
      assert.equal(under("ulimit -d 50000; ulimit -t 9", "", ""), "50000 50000 9 9");
      assert.equal(under("ulimit -S -d 50000; ulimit -t 3", "65536", "5"), "50000 50000 3 3");
      // Not set at all rather than half: nothing is started.
      assert.equal(under(":", "much", "5"), "");
    },
  });
}

Deno.test("a limit of processes is refused where the programs that set it are missing", () => {
  const { code } = new Deno.Command("/bin/sh", {
    args: ["-c", processText, "sh", "try", "/usr/bin/bwrap"],
    clearEnv: true,
    env: { PATH: "/nowhere" },
  }).outputSync();
  assert.equal(code, 3);
});

Deno.test({
  name: "a limit of processes is refused where the kernel does not hold root to it",
  ignore: ignore || Deno.uid() !== 0,
  async fn() {
    const spec = { ...confined(["echo", "ran"]), limits: { pids: 5 } };
    const { refusal, output } = await capture(spec);
    assert.deepEqual([refusal?.code, refusal?.data?.["problem"], output], [
      ...["sandbox-limit", "root is not held to it", ""],
    ]);
  },
});

Deno.test({
  name: "a limit of processes above the caller's own hard one is refused, and nothing runs",
  ignore: ignore || !canActAsUser(),
  async fn() {
    using env = TestEnv.asUser();
    const execguard = new URL("../../scripts/execguard", import.meta.url).pathname;
    const script =
      'ulimit -S -u 500; ulimit -H -u 500; "$1" run --mode auto --pids 600 -- touch ran';
    const result = await env.exec(["bash", "-c", script, "bash", execguard]);
    assert.equal(result.code, 125, result.stderr);
    assert.match(
      result.stderr,
      /^execguard: Cannot keep the limit --pids: prlimit: .*; ask for no more/,
    );
    assert.throws(() => Deno.statSync(`${env.work}/ran`), Deno.errors.NotFound);
  },
});
