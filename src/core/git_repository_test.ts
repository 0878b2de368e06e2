import assert from "node:assert/strict";
import {
  HOME,
  paths,
  plan,
  REPOSITORY,
  watchOf,
  WORK as W,
} from "../../tests/support/planned_tree.ts";
import { planOf } from "../../tests/support/sandbox_request.ts";
import { type Tree, treeFacts } from "../../tests/support/tree_facts.ts";
import type { SandboxFacts } from "./place_claims.ts";

const WORKTREE: Tree = {
  ...REPOSITORY,
  [`${W}/.git/info`]: "/",
  [`${W}/.git/logs`]: "/",
  [`${W}/.git/worktrees/wt/commondir`]: "../..\n",
  [`${W}/.git/worktrees/wt/gitdir`]: `${HOME}/wt/.git\n`,
  [`${HOME}/wt/.git`]: `gitdir: ${W}/.git/worktrees/wt\n`,
};

Deno.test("planSandbox() protects what git runs and pins the way to it", () => {
  const found = plan(REPOSITORY);
  const names = ["commondir", "config", "hooks"].map((name) => `${W}/.git/${name}`);
  assert.deepEqual(paths(found.protected), names);
  assert.deepEqual(found.pinned, [`${W}/.git`]);
});

Deno.test("planSandbox() has a placeholder made in .git and watches other missing names", () => {
  const found = plan(REPOSITORY, { writeScope: "home" });
  assert.deepEqual(found.placeholders, [{ path: `${W}/.git/commondir`, content: ".\n" }]);
  assert.equal(watchOf(found, `${W}/.vscode`), "missing");
  assert.equal(watchOf(found, `${HOME}/.bash_profile`), "missing");
});

Deno.test("planSandbox() takes a placeholder that is there already for its own", () => {
  const path = `${W}/.git/commondir`;
  const placeholder = { path, content: ".\n" };
  assert.deepEqual(plan({ ...REPOSITORY, [path]: ".\n" }).placeholders, [placeholder]);
  assert.deepEqual(plan({ ...REPOSITORY, [path]: "../evil\n" }).placeholders, []);
});

Deno.test("planSandbox() has a placeholder made that went away while it was looking", () => {
  const [file, directory] = [`${W}/.git/commondir`, `${HOME}/.config/execguard`];
  const facts = treeFacts({ ...REPOSITORY, [file]: ".\n", [directory]: "/" }, HOME);
  const gone: SandboxFacts = {
    ...facts,
    listDirectory: (path) => path === directory ? undefined : facts.listDirectory(path),
    readText: (path, limit) => path === file ? undefined : facts.readText(path, limit),
  };
  const found = planOf({ cwd: W, writeScope: "home", privateDirectories: [directory] }, gone);
  assert.deepEqual(paths(found.placeholders), [directory, file]);
});

Deno.test("planSandbox() closes .git where its hooks are a link, and the link's target (P02)", () => {
  const tree = { ...REPOSITORY, [`${W}/.git/hooks`]: "-> ../hk", [`${W}/hk`]: "/" };
  assert.deepEqual(paths(plan(tree).protected), [`${W}/.git`, `${W}/hk`]);
});

Deno.test("planSandbox() watches a linked .git, whose target stays read-only (P03)", () => {
  const found = plan({ [`${W}/.git`]: "-> /srv/g", "/srv/g/hooks": "/", "/srv/g/config": "" });
  assert.equal(watchOf(found, `${W}/.git`), "link");
  assert.deepEqual(found.writable, [W]);
});

Deno.test("planSandbox() opens for a linked work tree just what a commit needs (P11, P15)", () => {
  const found = plan(WORKTREE, { cwd: `${HOME}/wt` });
  assert.deepEqual(found.writable, [
    `${HOME}/wt`,
    ...["logs", "objects", "refs", "worktrees/wt"].map((name) => `${W}/.git/${name}`),
  ]);
  assert.deepEqual(paths(found.protected), [
    `${HOME}/wt/.git`,
    `${W}/.git/worktrees/wt/commondir`,
    `${W}/.git/worktrees/wt/gitdir`,
  ]);
});

Deno.test("planSandbox() keeps hooks, config and attributes where the main .git is granted (P15)", () => {
  const found = plan(WORKTREE, { cwd: `${HOME}/wt`, writePaths: [`${W}/.git`] });
  for (const name of ["hooks", "config", "info", "worktrees"]) {
    assert.ok(paths(found.protected).includes(`${W}/.git/${name}`), name);
  }
});

Deno.test("planSandbox() opens nothing for a .git file that the other side does not confirm", () => {
  const tree = { ...WORKTREE, [`${HOME}/evil/.git`]: `gitdir: ${W}/.git/worktrees/wt\n` };
  assert.deepEqual(plan(tree, { cwd: `${HOME}/evil` }).writable, [`${HOME}/evil`]);
});

/** A repository with a submodule in `sub`, and a second work tree that claims to be it. */
const SUBMODULE: Tree = {
  ...REPOSITORY,
  [`${W}/.git/modules/sub/config`]: "[core]\n\tworktree = ../../../sub\n",
  [`${W}/.git/modules/sub/hooks/x`]: "",
  [`${W}/sub/.git`]: "gitdir: ../.git/modules/sub\n",
  [`${W}/claims/.git`]: "gitdir: ../.git/modules/sub\n",
};

Deno.test("planSandbox() opens the repository of a submodule that names its work tree", () => {
  const gitdir = `${W}/.git/modules/sub`;
  const found = plan(SUBMODULE, { cwd: `${W}/sub` });
  assert.deepEqual(found.writable, [`${W}/sub`, gitdir]);
  assert.deepEqual(paths(found.protected), [
    `${W}/sub/.git`,
    `${gitdir}/commondir`,
    `${gitdir}/config`,
    `${gitdir}/hooks`,
  ]);
});

Deno.test("planSandbox() has no placeholder made that would make git overlook core.worktree", () => {
  const config = `[core]\n\tworktree = ${HOME}/elsewhere\n`;
  const found = plan({ ...REPOSITORY, [`${W}/.git/config`]: config });
  assert.deepEqual(found.placeholders, []);
  assert.equal(watchOf(found, `${W}/.git/commondir`), "missing");
});

Deno.test("planSandbox() opens that repository also from above, and no other below modules", () => {
  const found = plan({ ...SUBMODULE, [`${W}/.git/modules/other/config`]: "" });
  const gitdir = `${W}/.git/modules/sub`;
  assert.deepEqual(found.writable, [W, gitdir]);
  const names = ["", "/sub/commondir", "/sub/config", "/sub/hooks"];
  for (const path of [`${W}/sub/.git`, ...names.map((name) => `${W}/.git/modules${name}`)]) {
    assert.ok(paths(found.protected).includes(path), path);
  }
});

Deno.test("planSandbox() opens no repository for a nested .git file that it does not confirm", () => {
  const found = plan({ ...SUBMODULE, [`${W}/sub/.git`]: "/" });
  assert.deepEqual(found.writable, [W]);
});

Deno.test("planSandbox() opens only as many submodules as there are mounts for", () => {
  const tree = (count: number): Tree =>
    Object.assign(
      { ...REPOSITORY },
      ...Array.from({ length: count }, (_, index) => ({
        [`${W}/.git/modules/s${index}/config`]: `[core]\n\tworktree = ../../../s${index}\n`,
        [`${W}/.git/modules/s${index}/hooks/x`]: "",
        [`${W}/s${index}/.git`]: `gitdir: ../.git/modules/s${index}\n`,
      })),
    );
  const opened = (count: number) => plan(tree(count)).writable.length - 1;
  assert.deepEqual([1, 6, 7, 15, 16].map(opened), [1, 5, 4, 0, 0]);
});

Deno.test("planSandbox() protects core.hooksPath and included files", () => {
  const config = "[core]\n\thooksPath = hk\n[include]\n\tpath = ../shared.inc\n";
  const tree = {
    ...REPOSITORY,
    [`${W}/.git/config`]: config,
    [`${W}/hk`]: "/",
    [`${W}/shared.inc`]: "",
  };
  const found = paths(plan(tree).protected);
  assert.ok(found.includes(`${W}/hk`) && found.includes(`${W}/shared.inc`), String(found));
});

Deno.test("planSandbox() protects the .git of nested repositories and submodules", () => {
  const tree = {
    ...REPOSITORY,
    [`${W}/vendor/.git/config`]: "",
    [`${W}/libs/deep/.git`]: "gitdir: ../../.git/modules/deep\n",
    [`${W}/.gitmodules`]: '[submodule "deep"]\n\tpath = libs/deep\n',
  };
  const found = paths(plan(tree).protected);
  assert.ok(found.includes(`${W}/vendor/.git`) && found.includes(`${W}/libs/deep/.git`));
});

Deno.test("planSandbox() watches for a repository that comes into being above the work directory", () => {
  const above = `${W.slice(0, W.lastIndexOf("/"))}/.git`;
  assert.equal(watchOf(plan(REPOSITORY, { writeScope: "home" }), above), "missing");
  // `git init` in the work directory itself must work.
  const tree = { [`${W}/a`]: "" };
  assert.equal(watchOf(plan(tree, { writeScope: "home" }), `${W}/.git`), undefined);
  // Where nothing can be written, nothing comes into being.
  assert.equal(watchOf(plan(tree), above), undefined);
});
