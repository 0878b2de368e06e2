/** Paths, links and names that do not exist: cases P03, P08, P10, P14, P20, P21 and P25. */
import assert from "node:assert/strict";
import { NO_SANDBOX, World } from "../bwrap_world.ts";
import { sandboxCase } from "./sandbox_case.ts";

/** Everything in the home but execguard's own state. */
const FIND = "find ~ -path ~/.local -prune -o -printf '%P %m %l\\n' | sort";

sandboxCase("P03: a .git that is a link keeps its target and itself", async (world) => {
  await world.host(`mv .git ${world.root}/g; ln -s ${world.root}/g .git`);
  assert.equal((await world.outcome(["git", "status"])).exit_code, 0);
  const before = (await world.host(`find ${world.root}/g | sort; readlink .git`)).stdout;
  const { output } = await world.python(`
import os
for act in (lambda: os.mkdir(".git/hooks/x"), lambda: open(".git/config", "a").write("x"),
            lambda: open("${world.root}/g/hooks/pre-commit", "w").write("x")):
    try: act(); print("done")
    except OSError: print("refused")
os.unlink(".git"); os.makedirs(".git/hooks")
`);
  assert.match(output, /^(refused\n){3}/);
  assert.equal((await world.host(`find ${world.root}/g | sort; readlink .git`)).stdout, before);
});

sandboxCase("P08: names that do not exist leave nothing behind", async (world) => {
  const before = (await world.host(FIND)).stdout;
  assert.equal((await world.outcome(["true"])).exit_code, 0);
  assert.equal((await world.host(FIND)).stdout, before);
  world.write(`${world.home}/.profile`, "echo profile\n");
  const login = await world.outcome([
    "python3",
    "-c",
    "import os; os.execlp('sh', 'sh', '-lc', ':')",
  ]);
  assert.equal(login.output, "profile\n");
});

sandboxCase("P10: directories of root above the work directory do no harm", async (world) => {
  assert.equal((await world.outcome(["true"])).exit_code, 0);
  const closed = `${world.root}/closed`;
  Deno.mkdirSync(`${closed}/home/work`, { recursive: true });
  await world.exec(["chmod", "711", closed]);
  const { uid } = Deno.statSync(world.home);
  for (const path of ["home", "home/work"]) Deno.chownSync(`${closed}/${path}`, uid, uid);
  const options = { env: { HOME: `${closed}/home` }, cwd: `${closed}/home/work` };
  assert.equal((await world.outcome(["touch", "made"], options)).exit_code, 0);
});

sandboxCase(
  "P14: git init works, makes a whole repository, and nothing else makes one",
  async (world) => {
    await world.host("rm -rf .git README");
    assert.equal((await world.outcome(["true"])).exit_code, 0);
    assert.equal((await world.host("ls -A")).stdout, "");
    assert.equal((await world.outcome(["git", "init", "-q"])).exit_code, 0);
    assert.equal(
      (await world.host("ls -A; git status --short; git fsck 2>/dev/null")).stdout,
      ".git\n",
    );
    const planted = await world.python(`
import os
for name in (".git/config", ".git/hooks/post-checkout", ".git/commondir"):
    try: open(name, "a").write("x"); print("done")
    except OSError: print("refused")
`);
    assert.equal(planted.output, "refused\n".repeat(3));
  },
);

sandboxCase("P20: a link that leads nowhere makes nothing outside", async (world) => {
  const target = `/oldroot${world.root}/pwn`;
  await world.host(`rm -rf .git/hooks; ln -s ${target} .git/hooks; ln -s ${target} .vscode`);
  await world.outcome(["true"]);
  const granted = await world.outcome(["true"], {
    flags: ["--write-path", `${world.work}/.vscode`],
  });
  assert.equal(granted.exit_code === 0, false);
  assert.equal((await world.exec(["ls", `${world.root}/pwn`])).code, 2);
  assert.equal((await world.exec(["ls", "/oldroot"])).code, 2);
});

sandboxCase("P25: system directories that are links can be listed", async (world) => {
  assert.equal((await world.outcome(["ls", "/bin", "/lib"])).exit_code, 0);
});

Deno.test({
  name: "P21: a write path given through a link is the directory it leads to",
  ignore: NO_SANDBOX || Deno.uid() !== 0,
  fn() {
    using world = new World("self");
    Deno.mkdirSync("/run/execguard-test-granted");
    try {
      const path = "/var/run/execguard-test-granted";
      const request = { writePaths: [path] };
      assert.deepEqual(world.confined(`echo x >${path}/f`, request), { code: 0, out: "" });
      assert.equal(Deno.readTextFileSync("/run/execguard-test-granted/f"), "x\n");
      assert.equal(world.confined("ls -A /run", request).out, "execguard-test-granted\n");
    } finally {
      Deno.removeSync("/run/execguard-test-granted", { recursive: true });
    }
  },
});
