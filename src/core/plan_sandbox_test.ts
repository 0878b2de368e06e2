import assert from "node:assert/strict";
import {
  HOME,
  paths,
  plan,
  REPOSITORY,
  watchOf,
  WORK as W,
} from "../../tests/support/planned_tree.ts";
import { planOf, sandboxRequest } from "../../tests/support/sandbox_request.ts";
import { treeFacts } from "../../tests/support/tree_facts.ts";
import { planSandbox } from "./plan_sandbox.ts";

Deno.test("planSandbox() makes home writable in the home scope", () => {
  const tree = { [`${W}/a`]: "" };
  assert.deepEqual(plan(tree, { writeScope: "home" }).writable, [HOME]);
});

Deno.test("planSandbox() makes only the work directory writable in the workdir scope", () => {
  assert.deepEqual(plan({ [`${W}/a`]: "" }).writable, [W]);
});

Deno.test("planSandbox() leaves a work directory outside home read-only", () => {
  assert.deepEqual(plan({ "/srv/p/a": "", [HOME]: "/" }, { cwd: "/srv/p" }).writable, []);
});

Deno.test("planSandbox() lets work_roots cover a work directory, but not its neighbour", () => {
  const tree = { "/srv/p/a": "", "/srv/p-evil/a": "" };
  const request = { workRoots: ["/srv/p"] };
  assert.deepEqual(plan(tree, { cwd: "/srv/p", ...request }).writable, ["/srv/p"]);
  assert.deepEqual(plan(tree, { cwd: "/srv/p-evil", ...request }).writable, []);
});

Deno.test("planSandbox() uses the target of a linked write path", () => {
  const tree = { [`${W}/a`]: "", "/data/out": "/", "/opt/out": "-> /data/out" };
  assert.deepEqual(plan(tree, { writePaths: ["/opt/out"] }).writable, ["/data/out", W]);
});

Deno.test("planSandbox() refuses a write path that does not exist", () => {
  const request = sandboxRequest({ cwd: W, writePaths: ["/opt/none"] });
  const result = planSandbox(request, treeFacts({ [`${W}/a`]: "" }, HOME));
  assert.deepEqual(result, {
    ok: false,
    refusal: { code: "path-missing", data: { path: "/opt/none" } },
  });
});

Deno.test("planSandbox() says why a write path cannot be opened: protected, or hidden", () => {
  const refused = (path: string) => {
    const request = sandboxRequest({ cwd: W, writePaths: [path] });
    const result = planSandbox(request, treeFacts({ ...REPOSITORY, [`${W}/a.pem`]: "" }, HOME));
    return result.ok ? "planned" : result.refusal;
  };
  const why = "a program outside the sandbox runs what stands there";
  const hooks = `${W}/.git/hooks`;
  assert.deepEqual(refused(hooks), { code: "path-protected", data: { path: hooks, why } });
  const key = `${W}/a.pem`;
  assert.deepEqual(refused(key), { code: "path-sensitive", data: { path: key } });
});

Deno.test("planSandbox() protects start files only where they could be written", () => {
  const tree = { ...REPOSITORY, [`${HOME}/.bashrc`]: "" };
  assert.ok(!paths(plan(tree).protected).includes(`${HOME}/.bashrc`));
  assert.ok(paths(plan(tree, { writeScope: "home" }).protected).includes(`${HOME}/.bashrc`));
});

Deno.test("planSandbox() guards nothing where the user can make no name (P10)", () => {
  const found = plan({ ...REPOSITORY, [W]: "!", [`${W}/.git`]: "!" });
  assert.deepEqual([found.watched, found.placeholders], [[], []]);
});

Deno.test("planSandbox() guards nothing in an empty work directory", () => {
  assert.deepEqual(plan({ [W]: "/" }).watched, []);
});

Deno.test("planSandbox() hides the target of a linked credential (P01)", () => {
  const found = plan({
    ...REPOSITORY,
    [`${HOME}/.netrc`]: `-> ${HOME}/d/real`,
    [`${HOME}/d/real`]: "S",
  });
  assert.deepEqual(found.hidden, [{ path: `${HOME}/d/real`, kind: "file" }]);
});

Deno.test("planSandbox() takes a file in a list of directories as it is (P05)", () => {
  const found = plan({ ...REPOSITORY, [`${HOME}/.ssh`]: "S" });
  assert.deepEqual(found.hidden, [{ path: `${HOME}/.ssh`, kind: "file" }]);
});

Deno.test("planSandbox() folds what lies in a hidden directory (P06)", () => {
  const sensitive = [".config/gcloud", ".config/gcloud/sub"]
    .map((match) => ({ match, hide: true, why: "test" }));
  const found = plan({ [`${W}/a`]: "", [`${HOME}/.config/gcloud/sub/x`]: "" }, { sensitive });
  assert.deepEqual(paths(found.hidden), [`${HOME}/.config/gcloud`]);
});

Deno.test("planSandbox() protects a place even from a command that starts in it", () => {
  const places = [`${W}/.vscode`, `${W}/.claude/hooks`, `${W}/.git/hooks`, "/tmp/p/.vscode/x"];
  for (const cwd of places) {
    const found = plan({ ...REPOSITORY, [cwd]: "/" }, { cwd, workRoots: ["/tmp"] });
    assert.deepEqual(found.writable, [], cwd);
  }
});

Deno.test("planSandbox() leaves the work trees of an agent writable in its protected directory", () => {
  const cwd = `${W}/.claude/worktrees/x`;
  const found = plan({ ...REPOSITORY, [`${cwd}/a`]: "" }, { cwd, writeScope: "home" });
  assert.deepEqual(found.writable, [HOME, `${W}/.claude/worktrees`]);
});

Deno.test("planSandbox() looks for key files directly in the work directory, in any letters", () => {
  const tree = { ...REPOSITORY, [`${W}/a.PEM`]: "", [`${W}/sub/b.pem`]: "", [`${W}/.npmrc`]: "" };
  assert.deepEqual(paths(plan(tree).hidden), [`${W}/.npmrc`, `${W}/a.PEM`]);
});

Deno.test("planSandbox() finds a start file in a spelling that the file system takes for the same", () => {
  const facts = treeFacts({ [`${W}/a`]: "", [`${HOME}/.bashrc`]: "" }, HOME);
  const folding = {
    ...facts,
    listDirectory: (path: string) =>
      facts.listDirectory(path)?.map((name) => name.replace("bashrc", "Baſhrc")),
  };
  const found = planOf({ cwd: W, writeScope: "home" }, folding);
  assert.ok(paths(found.protected).includes(`${HOME}/.bashrc`));
});

Deno.test("planSandbox() leaves .env and exposed paths visible", () => {
  const tree = { ...REPOSITORY, [`${W}/.env`]: "", [`${W}/.npmrc`]: "" };
  assert.deepEqual(plan(tree, { exposedPaths: [`${W}/.npmrc`] }).hidden, []);
});

Deno.test("planSandbox() hides execguard's own directories, made where missing", () => {
  const config = `${HOME}/.config/execguard`;
  const state = `${HOME}/.local/state/execguard`;
  const tree = { ...REPOSITORY, [`${state}/grants`]: "" };
  const request = { privateDirectories: [config, state] };
  const found = plan(tree, { writeScope: "home", ...request });
  assert.deepEqual(paths(found.hidden), [config, state]);
  assert.ok(found.placeholders.some(({ path }) => path === config));
  assert.ok(found.pinned.includes(`${HOME}/.config`));
  for (const writeScope of ["home", "workdir"] as const) {
    // Made by another command, which takes it away at its own end.
    const beside = plan({ ...tree, [config]: "/" }, { writeScope, ...request });
    assert.deepEqual(paths(beside.placeholders), [config, `${W}/.git/commondir`]);
  }
  // Where home cannot be written nobody else makes it either.
  assert.deepEqual(paths(plan(tree, request).hidden), [state]);
});

Deno.test("planSandbox() keeps work directory and name servers visible in masked places", () => {
  const tree = {
    "/etc/resolv.conf": "-> /run/r/stub.conf",
    "/run/r/stub.conf": "",
    "/tmp/p/a": "",
    [HOME]: "/",
  };
  const found = plan(tree, { cwd: "/tmp/p", network: true });
  assert.deepEqual(found.masked, ["/run", "/tmp"]);
  assert.deepEqual(paths(found.readable), ["/tmp/p", "/run/r/stub.conf"]);
});

Deno.test("planSandbox() refuses a work directory that is hidden, also by a planted link", () => {
  for (const tree of [{ [`${HOME}/.azure`]: `-> ${HOME}` }, { [`${HOME}/.azure`]: "-> /" }]) {
    const result = planSandbox(
      sandboxRequest({ cwd: W }),
      treeFacts({ ...REPOSITORY, ...tree }, HOME),
    );
    assert.equal(result.ok ? "" : result.refusal.code, "request-bad-cwd");
  }
});

Deno.test("planSandbox() names the limit when too many places need a rule (A02)", () => {
  const keys = Array.from({ length: 3000 }, (_, index) => [`${W}/${index}.pem`, ""]);
  const result = planSandbox(sandboxRequest({ cwd: W }), treeFacts(Object.fromEntries(keys), HOME));
  assert.equal(result.ok ? "" : result.refusal.code, "sandbox-failed");
  assert.match(
    String(result.ok ? "" : result.refusal.data?.problem),
    /3\d+ places .* limit is 100/,
  );
});

Deno.test("planSandbox() ignores a link loop and a link to nowhere (P20)", () => {
  const found = plan({
    ...REPOSITORY,
    [`${W}/.vscode`]: "-> /oldroot/srv/pwn",
    [`${W}/.idea`]: `-> ${W}/.idea`,
  });
  assert.ok(![...paths(found.protected), ...found.writable].some((path) => path.includes("pwn")));
  assert.equal(watchOf(found, `${W}/.vscode`), "link");
});
