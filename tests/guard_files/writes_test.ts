import assert from "node:assert/strict";
import type { GuardedFiles } from "../../src/core/guarded_files.ts";
import { GuardedWorld } from "../support/guarded_world.ts";

/** The code of a refusal, or `ok`. */
function codeOf(result: ReturnType<GuardedFiles["writeText"]>): string {
  return result.ok ? "ok" : result.refusal.code;
}

/** The system's reason for a failure. */
function problemOf(result: ReturnType<GuardedFiles["writeText"]>): unknown {
  return result.ok ? "ok" : result.refusal.data?.problem;
}

Deno.test("writeText() makes a file and its parents with the umask's modes", () => {
  using world = new GuardedWorld();
  const result = world.files.writeText(`${world.work}/a/b/c.txt`, "hällo\n");
  assert.deepEqual(result, { ok: true, value: { path: `${world.work}/a/b/c.txt`, bytes: 7 } });
  assert.equal(world.read("a/b/c.txt"), "hällo\n");
  const umask = Deno.umask();
  assert.equal(world.mode("a/b/c.txt"), 0o666 & ~umask);
  assert.equal(world.mode("a/b"), 0o777 & ~umask);
  assert.deepEqual(world.names("a/b"), ["c.txt"]);
});

Deno.test("writeText() keeps the mode of an existing file, without set-user-id", () => {
  using world = new GuardedWorld();
  const path = world.make("run.sh", "old");
  for (const [mode, kept] of [[0o640, 0o640], [0o751, 0o751], [0o666, 0o666], [0o4755, 0o755]]) {
    Deno.chmodSync(path, mode ?? 0);
    assert.equal(codeOf(world.files.writeText(path, `mode ${mode}`)), "ok");
    assert.equal(world.mode("run.sh"), kept);
  }
});

Deno.test("writeText() counts a relative path from where the process runs, and `..` after a link", () => {
  using world = new GuardedWorld();
  assert.ok(world.files.writeText("relative.txt", "x").ok);
  assert.equal(world.read("relative.txt"), "x");
  world.make("deep/er/file");
  Deno.symlinkSync(`${world.work}/deep/er`, `${world.work}/link`);
  const result = world.files.writeText(`${world.work}/link/../up.txt`, "x");
  assert.deepEqual(result.ok && result.value.path, `${world.work}/deep/up.txt`);
});

Deno.test("writeText() writes the target of a link and keeps the link", () => {
  using world = new GuardedWorld();
  world.make("target", "old");
  Deno.symlinkSync("target", `${world.work}/link`);
  Deno.symlinkSync("new", `${world.work}/dangling`);
  assert.equal(codeOf(world.files.writeText(`${world.work}/link`, "via link")), "ok");
  assert.equal(codeOf(world.files.writeText(`${world.work}/dangling`, "via dangling")), "ok");
  assert.equal(Deno.readLinkSync(`${world.work}/link`), "target");
  assert.equal(world.read("target"), "via link");
  assert.equal(world.read("new"), "via dangling");
});

Deno.test("writeText() and appendText() leave the other name of a file alone", () => {
  using world = new GuardedWorld();
  world.make("name", "first\n");
  for (const act of ["writeText", "appendText"] as const) {
    Deno.linkSync(`${world.work}/name`, `${world.work}/other`);
    assert.equal(codeOf(world.files[act](`${world.work}/name`, "second\n")), "ok");
    assert.notEqual(world.read("other"), world.read("name"));
    Deno.removeSync(`${world.work}/other`);
  }
  assert.equal(world.read("name"), "second\nsecond\n");
});

Deno.test("a hard link to a secret does not let its content be changed", () => {
  using world = new GuardedWorld();
  const secret = `${world.home}/.ssh/config`;
  Deno.linkSync(secret, `${world.work}/harmless`);
  assert.ok(world.files.appendText(`${world.work}/harmless`, "ProxyCommand x\n").ok);
  assert.ok(world.files.writeText(`${world.work}/harmless`, "x").ok);
  assert.equal(Deno.readTextFileSync(secret), "Host *\n");
});

Deno.test("writeText() says in the system's words what does not work, and changes nothing", () => {
  using world = new GuardedWorld();
  world.make("file", "kept");
  world.make("dir/inside");
  Deno.symlinkSync("loop", `${world.work}/loop`);
  const rows = [
    ["", "No such file or directory"],
    [`${world.work}/dir`, "Is a directory"],
    [`${world.work}/dir/`, "Is a directory"],
    [`${world.work}/new/`, "Is a directory"],
    [`${world.work}/dir/..`, "Is a directory"],
    [`${world.work}/file/below`, "Not a directory"],
    [`${world.work}/loop`, "Too many levels of symbolic links"],
    [`${world.work}/${"n".repeat(300)}`, "File name too long"],
    [`${world.work}/nul\0`, "a path cannot hold a NUL character"],
  ];
  for (const [path = "", problem] of rows) {
    assert.equal(problemOf(world.files.writeText(path, "x")), problem);
  }
  assert.equal(world.read("file"), "kept");
  assert.deepEqual(world.names(), ["dir", "file", "loop"]);
});

Deno.test("pipes and devices are written themselves", async () => {
  using world = new GuardedWorld();
  const pipe = `${world.work}/pipe`;
  assert.ok(new Deno.Command("mkfifo", { args: [pipe] }).outputSync().success);
  const reader = new Deno.Command("cat", { args: [pipe], stdout: "piped" }).spawn();
  assert.equal(codeOf(world.files.writeText(pipe, "through the pipe")), "ok");
  const { stdout } = await reader.output();
  assert.equal(new TextDecoder().decode(stdout), "through the pipe");
  assert.equal(Deno.lstatSync(pipe).isFifo, true);
  assert.equal(codeOf(world.files.writeText("/dev/null", "x")), "ok");
  assert.equal(Deno.lstatSync("/dev/null").isCharDevice, true);
});

Deno.test("writeJson() indents by two and refuses what has no form in JSON", () => {
  using world = new GuardedWorld();
  assert.ok(world.files.writeJson("a.json", { a: [1, "ü"] }).ok);
  assert.equal(world.read("a.json"), '{\n  "a": [\n    1,\n    "ü"\n  ]\n}\n');
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  for (const value of [undefined, circle, 1n, () => {}]) {
    const result = world.files.writeJson("b.json", value);
    assert.equal(result.ok || result.refusal.code, "request-bad-value");
  }
  assert.deepEqual(world.names(), ["a.json"]);
});

Deno.test("writeFile() gives content that fails half way no place", () => {
  using world = new GuardedWorld();
  world.make("file", "old");
  function* failing() {
    yield new TextEncoder().encode("half");
    throw new Error("the source failed");
  }
  assert.throws(() => world.files.writeFile("file", failing()), /the source failed/);
  assert.equal(world.read("file"), "old");
  assert.deepEqual(world.names(), ["file"]);
});

Deno.test("a caller that locks the file itself does not wait forever", () => {
  using world = new GuardedWorld();
  using file = Deno.openSync(world.make("file", "old"), { read: true });
  assert.ok(file.tryLockSync(true));
  assert.equal(codeOf(world.files.writeText("file", "new")), "ok");
  assert.equal(world.read("file"), "new");
});

Deno.test("checkDir() makes directories, denied ones too, and knows a file is none", () => {
  using world = new GuardedWorld();
  assert.ok(world.files.checkDir(`${world.home}/.ssh/keys`).ok);
  assert.ok(world.files.checkDir("x/y/z").ok);
  assert.ok(world.files.checkDir("x/y").ok);
  assert.equal(Deno.statSync(`${world.home}/.ssh/keys`).isDirectory, true);
  world.make("file");
  assert.equal(problemOf(world.files.checkDir("file")), "Not a directory");
});

Deno.test({
  name: "root's writes keep the owner of a file",
  ignore: Deno.uid() !== 0,
  fn() {
    using world = new GuardedWorld();
    Deno.chownSync(world.make("theirs", "old"), 1234, 4321);
    Deno.chmodSync(`${world.work}/theirs`, 0o640);
    assert.equal(codeOf(world.files.writeText("theirs", "new")), "ok");
    const info = Deno.statSync(`${world.work}/theirs`);
    assert.deepEqual([info.uid, info.gid, world.mode("theirs")], [1234, 4321, 0o640]);
  },
});
