import assert from "node:assert/strict";
import { readGitConfig } from "./git_config.ts";

Deno.test("readGitConfig() finds hooksPath in any letters, quoted, with a comment", () => {
  const text = '[core]\n\tbare = false\n[CORE]\n  HooksPath = "a b/\\"c" ; note\n';
  assert.deepEqual(readGitConfig(text).hooksPaths, ['a b/"c']);
});

Deno.test("readGitConfig() reads a setting on the line of its header and a continued one", () => {
  const text = "[core] hookspath = one\n[core]\nhooksPath = tw\\\no\n";
  assert.deepEqual(readGitConfig(text).hooksPaths, ["one", "two"]);
});

Deno.test("readGitConfig() keeps the paths of all includes, whatever their condition", () => {
  const text = '[include]\npath = a\n[includeIf "gitdir:~/x/"]\npath = ~/b\n';
  assert.deepEqual(readGitConfig(text).includes, ["a", "~/b"]);
});

Deno.test("readGitConfig() does not take a key of another section for its own", () => {
  const text = '[alias]\nhooksPath = x\n[remote "core"]\nworktree = y\n# [core]\n# hooksPath = z\n';
  assert.deepEqual(readGitConfig(text), {
    hooksPaths: [],
    includes: [],
    worktree: undefined,
    isBare: false,
  });
});

Deno.test("readGitConfig() knows a bare repository and a work tree elsewhere", () => {
  const text = "[core]\n\tbare\n\tworktree = ../../../sub\n";
  const { isBare, worktree } = readGitConfig(text);
  assert.deepEqual({ isBare, worktree }, { isBare: true, worktree: "../../../sub" });
});
