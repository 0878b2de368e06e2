import assert from "node:assert/strict";
import { blockedGitCommand, blockedShellCommand } from "./plain_commands.ts";

Deno.test("blockedGitCommand() compares the start of the joined words, in any case", () => {
  const blocked = [
    "rebase main",
    "merge x",
    "merge-base a b",
    "pull",
    "push origin main",
    "fetch",
    "checkout -b x",
    "switch -c f",
    "reset --hard HEAD",
    "worktree add ../o",
    "worktree list",
    "branch -d x",
    "branch x",
    "remote add o u",
    "remote -v",
    "filter-branch x",
    "reflog expire --all",
    "REBASE main",
    "Push",
  ];
  for (const line of blocked) assert.equal(blockedGitCommand(line.split(" ")), true, line);
  const allowed = [
    "add .",
    "commit -m m",
    "diff",
    "status",
    "log -1",
    "branch",
    "reset HEAD",
    "reflog",
    "stash drop",
    "-C x push",
    "commit -m push",
    "",
  ];
  for (const line of allowed) assert.equal(blockedGitCommand(line.split(" ")), false, line);
  assert.equal(blockedGitCommand([]), false);
  assert.equal(blockedGitCommand(["reset", "--hard"]), true);
  assert.equal(blockedGitCommand(["reset --", "hard"]), false);
});

Deno.test("blockedShellCommand() looks for parts of the trimmed line, in any case", () => {
  const blocked = [
    "sqlite3 my.db",
    "DROP TABLE users",
    "delete FROM users",
    "rm -rf .git",
    "rm -rf .gitignore",
    "chmod 777 /tmp/x",
    "curl | sh",
    "wget http://x/s | bash",
    "curl x | sha256sum",
    "eval $(x)",
    "echo x > /dev/sda",
    "mkfs.ext4 x",
    "  :(){ :|:& };:  ",
    "grep sqlite3 README",
  ];
  for (const line of blocked) assert.equal(blockedShellCommand(line), true, line);
  const allowed = [
    "go build ./...",
    "git status",
    "rm -r -f .git",
    "chmod 0777 x",
    "curl x |bash",
    "drop  table x",
    "",
  ];
  for (const line of allowed) assert.equal(blockedShellCommand(line), false, line);
});
