import assert from "node:assert/strict";
import { sandboxRules } from "../../tests/support/sandbox_request.ts";
import { absolutePath } from "./paths.ts";

const LISTS = Object.entries(sandboxRules.protected);
const KEYS = ["absent", "content", "paths", "why", "writable"];

Deno.test("sandbox.json: every entry has paths, a known fate and a why, and nothing else", () => {
  for (const [list, entries] of LISTS) {
    for (const entry of entries) {
      assert.ok(entry.why.length > 5 && entry.paths.length > 0, list);
      assert.ok(["block", "watch", "allow"].includes(entry.absent), entry.absent);
      assert.deepEqual(Object.keys(entry).filter((key) => !KEYS.includes(key)), []);
    }
  }
  assert.deepEqual(Object.keys(sandboxRules), ["why", "masked_directories", "protected"]);
});

Deno.test("sandbox.json: paths are relative, normal and named once", () => {
  for (const [list, entries] of LISTS) {
    const paths = entries.flatMap((entry) => entry.paths);
    assert.equal(new Set(paths).size, paths.length, list);
    for (const path of paths) assert.equal(absolutePath(path, "/x"), `/x/${path}`);
  }
});

Deno.test("sandbox.json: the places that the specification names are there", () => {
  const of = (list: "home" | "work" | "git") =>
    sandboxRules.protected[list].flatMap((entry) => entry.paths);
  const expected = {
    home: [".gitconfig", ".bashrc", ".zshrc", ".profile", ".config/systemd", ".config/autostart"]
      .concat([".config/fish", "Library/LaunchAgents", ".local/bin"]),
    work: [".vscode", ".idea", ".mcp.json", ".envrc", ".claude", ".codex", ".cursor"],
    git: ["hooks", "config", "commondir"],
  };
  for (const list of ["home", "work", "git"] as const) {
    assert.deepEqual(expected[list].filter((path) => !of(list).includes(path)), []);
  }
});

Deno.test("sandbox.json: only git's own directory gets placeholders", () => {
  const blocking = LISTS.filter(([, entries]) => entries.some(({ absent }) => absent === "block"));
  assert.deepEqual(blocking.map(([list]) => list), ["git"]);
});
