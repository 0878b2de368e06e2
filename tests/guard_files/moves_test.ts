import assert from "node:assert/strict";
import { GuardedWorld } from "../support/guarded_world.ts";

/** A place on another file system than the temporary directory; undefined when there is none. */
function otherDisk(): string | undefined {
  try {
    const [here, there] = [Deno.statSync("/tmp").dev, Deno.statSync("/dev/shm").dev];
    return here === there ? undefined : Deno.makeTempDirSync({ dir: "/dev/shm" });
  } catch {
    return undefined;
  }
}

function problemOf(result: ReturnType<GuardedWorld["files"]["move"]>): unknown {
  return result.ok ? "ok" : result.refusal.data?.problem;
}

Deno.test("copy() gives a new file the source's permissions and keeps those of an old one", () => {
  using world = new GuardedWorld();
  Deno.chmodSync(world.make("tool", "#!/bin/sh\n"), 0o755);
  Deno.chmodSync(world.make("old", "old"), 0o600);
  assert.ok(world.files.copy("tool", "new/tool").ok);
  assert.ok(world.files.copy("tool", "old").ok);
  assert.equal(world.mode("new/tool"), 0o755 & ~Deno.umask());
  assert.equal(world.mode("old"), 0o600);
  assert.equal(world.read("old"), "#!/bin/sh\n");
});

Deno.test("copy() and move() put the source into a destination that is a directory", () => {
  using world = new GuardedWorld();
  world.make("a", "a");
  world.make("b", "b");
  world.make("dir/x");
  Deno.symlinkSync("dir", `${world.work}/link`);
  assert.ok(world.files.copy("a", "dir").ok);
  assert.ok(world.files.move("b", "link").ok);
  assert.deepEqual(world.names("dir"), ["a", "b", "x"]);
  assert.equal(problemOf(world.files.copy("a", "missing/")), "Not a directory");
});

Deno.test("copy() takes a directory as it is, links included, or not at all", () => {
  using world = new GuardedWorld();
  world.make("dir/deep/file", "text");
  Deno.chmodSync(`${world.work}/dir/deep`, 0o750);
  Deno.symlinkSync("../elsewhere", `${world.work}/dir/link`);
  assert.match(String(problemOf(world.files.copy("dir", "copy"))), /needs recursive/);
  const result = world.files.copy("dir", "copy", { recursive: true });
  assert.deepEqual(result, { ok: true, value: { path: `${world.work}/copy`, bytes: 4 } });
  assert.equal(world.read("copy/deep/file"), "text");
  assert.equal(world.mode("copy/deep"), 0o750 & ~Deno.umask());
  assert.equal(Deno.readLinkSync(`${world.work}/copy/link`), "../elsewhere");
  assert.ok(new Deno.Command("mkfifo", { args: [`${world.work}/dir/pipe`] }).outputSync().success);
  assert.match(
    String(problemOf(world.files.copy("dir", "other", { recursive: true }))),
    /pipe or device/,
  );
  assert.deepEqual(world.names(), ["copy", "dir"]);
});

Deno.test("copy() and move() refuse what makes no sense", () => {
  using world = new GuardedWorld();
  world.make("file", "kept");
  world.make("dir/x");
  Deno.linkSync(`${world.work}/file`, `${world.work}/same`);
  const { files } = world;
  const same = "source and destination are the same file";
  const inside = "a directory cannot be put into itself";
  const rows = [
    [files.copy("file", "file"), same],
    [files.copy("file", "same"), same],
    [files.move("file", "file"), same],
    [files.copy("dir", "dir/y", { recursive: true }), inside],
    [files.move("dir", "dir/y"), inside],
    [files.copy("missing", "x"), "No such file or directory"],
    [files.move("missing", "x"), "No such file or directory"],
    [files.move(".", "x"), "it is no name of its own"],
    [files.remove("missing"), "No such file or directory"],
    [files.remove(".."), "it is no name of its own"],
  ] as const;
  for (const [result, problem] of rows) assert.equal(problemOf(result), problem);
  assert.match(String(problemOf(files.remove("dir"))), /needs recursive/);
  assert.equal(world.read("file"), "kept");
});

Deno.test("move() moves a link itself, replaces a file, and ends one of two names of the same file", () => {
  using world = new GuardedWorld();
  world.make("target", "t");
  world.make("old", "o");
  Deno.symlinkSync("target", `${world.work}/link`);
  assert.ok(world.files.move("link", "old").ok);
  assert.equal(Deno.readLinkSync(`${world.work}/old`), "target");
  Deno.linkSync(`${world.work}/target`, `${world.work}/twin`);
  assert.ok(world.files.move("twin", "target").ok);
  assert.deepEqual(world.names(), ["old", "target"]);
});

Deno.test("remove() removes a link, not its target, and a tree without following links", () => {
  using world = new GuardedWorld();
  world.make("kept/file", "kept");
  world.make("tree/a/b/c");
  Deno.symlinkSync("kept", `${world.work}/link`);
  Deno.symlinkSync("../kept", `${world.work}/tree/out`);
  assert.ok(world.files.remove("link").ok);
  assert.ok(world.files.remove("tree/", { recursive: true }).ok);
  assert.deepEqual(world.names(), ["kept"]);
  assert.equal(world.read("kept/file"), "kept");
});

const disk = otherDisk();
Deno.test({
  name: "move() to another disk keeps modes, times and links, and leaves nothing behind",
  ignore: disk === undefined,
  fn() {
    using world = new GuardedWorld();
    Deno.chmodSync(world.make("dir/tool", "#!/bin/sh\n"), 0o751);
    Deno.utimeSync(`${world.work}/dir/tool`, 1_000_000, 2_000_000);
    Deno.symlinkSync("tool", `${world.work}/dir/link`);
    const there = `${disk}/moved`;
    assert.ok(world.files.move("dir", there).ok);
    assert.deepEqual(world.names(), []);
    const info = Deno.statSync(`${there}/tool`);
    assert.deepEqual([(info.mode ?? 0) & 0o777, info.mtime?.getTime()], [0o751, 2_000_000_000]);
    assert.ok(world.files.move(`${there}/tool`, "tool").ok);
    assert.ok(world.files.move(`${there}/link`, "link").ok);
    assert.equal(world.mode("tool"), 0o751);
    assert.equal(Deno.readLinkSync(`${world.work}/link`), "tool");
    assert.deepEqual([...Deno.readDirSync(there)], []);
    Deno.removeSync(disk ?? "", { recursive: true });
  },
});
