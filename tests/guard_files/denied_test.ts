import assert from "node:assert/strict";
import { GuardedWorld } from "../support/guarded_world.ts";

/** The code by which a path is refused; undefined when it may be written. */
function denied(world: GuardedWorld, path: string): string | undefined {
  return world.files.refuse(path.replace(/^~/, world.home), "write")?.code;
}

Deno.test("refuse() knows secrets, execguard's own files, start files and the system's places", () => {
  using world = new GuardedWorld();
  const rows = [
    ["~/.ssh/id_rsa", "path-sensitive"],
    ["~/.aws", "path-sensitive"],
    ["~/work/.env", "path-sensitive"],
    ["~/work/deploy.pem", "path-sensitive"],
    ["~/.config/execguard/config.jsonc", "path-sensitive"],
    ["~/.state/execguard/store", "path-sensitive"],
    ["~/.bashrc", "path-protected"],
    ["~/.config/systemd/user/x.service", "path-protected"],
    ["~/.local/bin/ls", "path-protected"],
    ["~/work/.git/hooks/pre-commit", "path-protected"],
    ["~/work/.git/config", "path-protected"],
    ["~/work/.git", "path-protected"],
    ["~/work/deep/down/.vscode/tasks.json", "path-protected"],
    ["~/work/.mcp.json", "path-protected"],
    ["~/work/.claude/settings.json", "path-protected"],
    ["/etc/shadow", "path-sensitive"],
    ["/proc/self/mem", "path-reserved"],
    ["/sys/kernel/x", "path-reserved"],
    ["/dev/sda", "path-reserved"],
    ["/", "path-root"],
  ] as const;
  for (const [path, code] of rows) assert.equal(denied(world, path), code, path);
});

Deno.test("refuse() leaves ordinary files alone, names that only look alike too", () => {
  using world = new GuardedWorld();
  const paths = [
    "~/work/src/main.ts",
    "~/work/.env.example",
    "~/work/.gitignore",
    "~/work/.github/workflows/ci.yml",
    "~/work/.git/COMMIT_EDITMSG",
    "~/work/git/hooks/pre-commit",
    "~/work/ssh/config",
    "~/work/.sshx/config",
    "~/work/key.pem.txt",
    "~/work/.claude/worktrees/one/src/a.ts",
    "~/work/bashrc",
    "~/notes/.bashrc.md",
    "/tmp/x",
    "/dev/null",
    "/dev/shm/x",
  ];
  for (const path of paths) assert.equal(denied(world, path), undefined, path);
});

Deno.test("refuse() looks through spellings of a denied path", () => {
  using world = new GuardedWorld();
  Deno.symlinkSync(`${world.home}/.ssh`, `${world.work}/keys`);
  Deno.symlinkSync("keys/config", `${world.work}/two-links`);
  Deno.symlinkSync("..", `${world.work}/up`);
  world.make("deep/file");
  const spellings = [
    "~/.SSH/config",
    "~/.Ssh/CONFIG",
    "~/.ſsh/config",
    "~/.s\u200csh/config",
    "~/work/../.ssh/config",
    "~/work/.//../.ssh/./config",
    "~/work/keys/config",
    "~/work/two-links",
    "~/work/up/.ssh/config",
    "~/work/deep/../up/.ssh/new",
    "../.ssh/config",
    "keys/new",
  ];
  for (const path of spellings) assert.equal(denied(world, path), "path-sensitive", path);
  assert.equal(denied(world, "~/work/.GIT/Hooks/pre-commit"), "path-protected");
  assert.equal(denied(world, "~/work/.g\u200cit/config"), "path-protected");
});

Deno.test("refuse() takes the target of a start file's link for the start file", () => {
  using world = new GuardedWorld();
  world.make("dotfiles/bashrc", "alias x=y\n");
  Deno.symlinkSync("work/dotfiles/bashrc", `${world.home}/.bashrc`);
  assert.equal(denied(world, "~/work/dotfiles/bashrc"), "path-protected");
  assert.equal(denied(world, "~/.bashrc"), "path-protected");
  assert.equal(denied(world, "~/work/dotfiles/README"), undefined);
  Deno.mkdirSync(`${world.work}/secrets`);
  Deno.symlinkSync("work/secrets", `${world.home}/.aws`);
  assert.equal(denied(world, "~/work/secrets/credentials"), "path-sensitive");
});

Deno.test("refuse() finds what a git config names, bare and linked repositories", () => {
  using world = new GuardedWorld();
  const git = (...args: string[]) => {
    const env = { HOME: world.home, GIT_CONFIG_NOSYSTEM: "1" };
    const identity = ["-c", "user.name=T", "-c", "user.email=t@example.com"];
    const output = new Deno.Command("git", { args: [...identity, ...args], env, cwd: world.work })
      .outputSync();
    assert.ok(output.success, new TextDecoder().decode(output.stderr));
  };
  git("init", "-q", "main");
  git("-C", "main", "commit", "-q", "--allow-empty", "-m", "x");
  git("-C", "main", "config", "core.hooksPath", "tools/hooks");
  git("-C", "main", "worktree", "add", "-q", "../linked");
  git("init", "-q", "--bare", "store.git");
  world.make("main/tools/hooks/pre-commit");
  assert.equal(denied(world, "~/work/main/tools/hooks/pre-commit"), "path-protected");
  assert.equal(denied(world, "~/work/main/tools/hooks/new"), "path-protected");
  assert.equal(denied(world, "~/work/main/tools/other"), undefined);
  assert.equal(denied(world, "~/work/store.git/hooks/update"), "path-protected");
  assert.equal(denied(world, "~/work/linked/.git"), "path-protected");
  assert.equal(denied(world, "~/work/linked/file"), undefined);
});

Deno.test("every operation refuses a denied path, as source and as destination", () => {
  using world = new GuardedWorld();
  world.make("file", "x");
  const { files } = world;
  const secret = `${world.home}/.ssh/config`;
  const refused = [
    files.writeFile(secret, [new Uint8Array(1)]),
    files.writeText(secret, "x"),
    files.writeJson(secret, {}),
    files.appendText(secret, "x"),
    files.copy(secret, "copy"),
    files.copy("file", secret),
    files.copy("file", `${world.home}/.ssh`),
    files.move(secret, "moved"),
    files.move("file", secret),
    files.remove(secret),
    files.remove(`${world.home}/.ssh`, { recursive: true }),
    files.readFile(secret),
  ];
  for (const result of refused) assert.equal(result.ok || result.refusal.code, "path-sensitive");
  assert.equal(Deno.readTextFileSync(secret), "Host *\n");
  assert.deepEqual(world.names(), ["file"]);
});

Deno.test("what is protected may be read and copied away, not changed", () => {
  using world = new GuardedWorld();
  world.make(".vscode/settings.json", "{}");
  assert.ok(world.files.copy(".vscode/settings.json", "settings.json").ok);
  const moved = world.files.move(".vscode/settings.json", "elsewhere");
  assert.equal(moved.ok || moved.refusal.code, "path-protected");
});

Deno.test("a directory that holds a denied path is neither copied, moved nor removed", () => {
  using world = new GuardedWorld();
  world.make("project/src/a.ts");
  world.make("project/deep/.env", "KEY=1");
  world.make("tree/.git/hooks/x");
  world.make("plain/a.ts");
  const { files } = world;
  const rows = [
    [files.copy("project", "copy", { recursive: true }), "path-sensitive"],
    [files.move("project", "moved"), "path-sensitive"],
    [files.remove("project", { recursive: true }), "path-sensitive"],
    [files.move("tree", "moved"), "path-protected"],
    [files.remove("tree", { recursive: true }), "path-protected"],
    [files.remove(world.home, { recursive: true }), "path-protected"],
    [files.move(world.home, "/tmp/x"), "path-protected"],
  ] as const;
  for (const [result, code] of rows) assert.equal(result.ok || result.refusal.code, code);
  assert.deepEqual(world.names(), ["plain", "project", "tree"]);
  assert.ok(files.remove("plain", { recursive: true }).ok);
});

Deno.test("a directory cannot be given a denied name, nor its content one by moving it", () => {
  using world = new GuardedWorld();
  world.make("evil/hooks/pre-commit", "#!/bin/sh\n");
  world.make("keys/config");
  const { files } = world;
  for (const [from, to] of [["evil", ".git"], ["evil/hooks", ".git/hooks"], ["keys", ".vscode"]]) {
    const result = files.move(from ?? "", to ?? "");
    assert.equal(result.ok || result.refusal.code, "path-protected", to);
    const copied = files.copy(from ?? "", to ?? "", { recursive: true });
    assert.equal(copied.ok || copied.refusal.code, "path-protected", to);
  }
});
