/**
 * Submodules: git works in them from inside and from above, and what names programs stays shut.
 * @module
 */
import assert from "node:assert/strict";
import { type CaseWorld, sandboxCase } from "./sandbox_case.ts";

const IDENTITY = "git config --global user.name T; git config --global user.email t@e;";

/** A repository with the submodule `sub`, in which a file waits for its commit. */
async function addSubmodule(world: CaseWorld): Promise<void> {
  world.git(`${world.root}/origin`);
  await world.host(
    `${IDENTITY} git -c protocol.file.allow=always submodule --quiet add ${world.root}/origin sub
    git commit -qm add; echo 2 >sub/two`,
  );
}

const GITDIR = ".git/modules/sub";
/** What git would take programs from, in the submodule's repository and around it. */
const HASH = `cat .git/config ${GITDIR}/config sub/.git; find .git/hooks ${GITDIR}/hooks | sort`;

const COMMIT =
  "git -C sub add two && git -C sub commit -qm two && git add sub && git commit -qm up";
const FORMS = [
  ["from above", ["sh", "-c", COMMIT]],
  ["in itself", ["sh", "-c", "cd sub && git add two && git commit -qm two"]],
  ["by submodule foreach", ["git", "submodule", "foreach", "git add -A && git commit -qm two"]],
] as const;

for (const writeScope of ["home", "workdir"] as const) {
  for (const [title, argv] of FORMS) {
    sandboxCase(`G01: git commits in a submodule ${title}, scope ${writeScope}`, async (world) => {
      await addSubmodule(world);
      const before = (await world.host(HASH)).stdout;
      const { exit_code, output } = await world.outcome(argv);
      assert.equal(exit_code, 0, output);
      assert.equal((await world.host(HASH)).stdout, before);
      assert.equal((await world.host("git -C sub log -1 --format=%s")).stdout, "two\n");
    }, { programs: ["git"], writeScope });
  }
}

sandboxCase(
  "G02: what names programs of a submodule cannot be written from above",
  async (world) => {
    await addSubmodule(world);
    const before = (await world.host(HASH)).stdout;
    const { output } = await world.python(`
import os
def attempt(name, act):
    try:
        act()
        print("DONE", name)
    except OSError:
        print("closed", name)
gitdir = "${GITDIR}"
for name in ["hooks/pre-commit", "config", "commondir"]:
    attempt(name, lambda: open(f"{gitdir}/{name}", "a").write("x"))
for name in ["hooks", "config"]:
    attempt("move " + name, lambda: os.rename(f"{gitdir}/{name}", f"{gitdir}/moved"))
attempt("move gitdir", lambda: os.rename(gitdir, ".git/modules/moved"))
attempt("new module", lambda: os.mkdir(".git/modules/new"))
attempt("move sub", lambda: os.rename("sub", "moved"))
attempt("gitfile", lambda: open("sub/.git", "w").write("gitdir: /nowhere"))
`);
    assert.doesNotMatch(output, /DONE/);
    assert.equal((await world.host(HASH)).stdout, before);
  },
  { programs: ["git", "python3"], writeScope: "workdir" },
);
