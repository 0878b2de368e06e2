import assert from "node:assert/strict";
import { wrapArgv } from "../../src/platform/wrap_argv.ts";
import { WriteGuard } from "../../src/host/team_host.ts";

const PROGRAM = "/usr/bin/bwrap";
const LINUX = { system: "linux", program: PROGRAM } as const;

Deno.test("wrapArgv() leaves the argv plain without a home or without a sandbox", () => {
  const argv = ["go", "build"];
  assert.deepEqual(wrapArgv({ home: "", teamDir: "/t", argv }, LINUX), argv);
  assert.deepEqual(wrapArgv({ home: "/h", teamDir: "/h/t", argv }, undefined), argv);
});

Deno.test("wrapArgv() makes the team directory writable when it lies below home, else home", () => {
  const writable = (home: string, teamDir: string) => {
    const words = wrapArgv({ home, teamDir, argv: ["x"] }, LINUX);
    return words[words.lastIndexOf("--bind") + 1];
  };
  assert.equal(writable("/h", "/h/t"), "/h/t");
  assert.equal(writable("/h/", "/h/a/../t/"), "/h/t");
  for (const teamDir of ["", "/h", "/hh/t", "/h/../t"]) assert.equal(writable("/h", teamDir), "/h");
});

Deno.test("wrapArgv() hands paths to sandbox-exec as parameters and the argv at the end", () => {
  const sandbox = { system: "darwin", program: "/usr/bin/sandbox-exec" } as const;
  const home = '/h") (allow default)';
  const words = wrapArgv({ home, teamDir: `${home}/t`, argv: ["a", "-b"] }, sandbox);
  assert.equal(words[0], "/usr/bin/sandbox-exec");
  assert.deepEqual(words.slice(3), [
    ...["-D", `HOME=${home}`, "-D", `WRITABLE=${home}/t`, "-D", `PROTECTED=${home}/protected`],
    ...["a", "-b"],
  ]);
  assert.equal(words[2]?.includes(home), false);
});

Deno.test({
  name: "wrapArgv() confines writes with the real sandbox",
  ignore: !new Deno.Command(PROGRAM, {
    args: ["--ro-bind", "/", "/", "--unshare-pid", "true"],
    stderr: "null",
  }).outputSync().success,
  fn() {
    const home = Deno.realPathSync(Deno.makeTempDirSync({ dir: "/var/tmp" }));
    try {
      for (const name of ["team", "protected"]) Deno.mkdirSync(`${home}/${name}`);
      const script = 'for d in team . protected; do touch "$d/x" 2>/dev/null && echo "$d"; done';
      const written = (teamDir: string) => {
        const argv = ["sh", "-c", `cd "${home}" && ${script}`];
        const [program = "", ...args] = wrapArgv({ home, teamDir, argv }, LINUX);
        const { stdout } = new Deno.Command(program, { args }).outputSync();
        return new TextDecoder().decode(stdout).trim().split("\n");
      };
      assert.deepEqual(written(`${home}/team`), ["team"]);
      assert.deepEqual(written("/elsewhere"), ["team", "."]);
    } finally {
      Deno.removeSync(home, { recursive: true });
    }
  },
});

Deno.test("WriteGuard counts a relative path from where the process runs", () => {
  const rule = { role: "manager", agentName: "", teamDir: Deno.cwd(), worktreeDirs: [] };
  assert.equal(new WriteGuard(rule).allowWrite("x/y"), true);
  assert.equal(new WriteGuard(rule).allowWrite("../x"), false);
  assert.equal(new WriteGuard({ ...rule, teamDir: "." }).allowWrite("x"), true);
  assert.equal(new WriteGuard(rule).allowWrite(""), false);
});
