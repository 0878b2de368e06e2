/** The machine's answers, against a real tree with links, loops and odd names. */
import assert from "node:assert/strict";
import { createFacts } from "../../src/host/facts.ts";
import { memoize } from "../../src/host/memoize.ts";
import { withFolder } from "./host_fixture.ts";

/** Facts with a PATH of folders below the test's own. */
function factsOf(path = "") {
  return createFacts({ home: undefined, path });
}

Deno.test("realPath() follows links and keeps a missing rest", () =>
  withFolder((folder) => {
    const at = Deno.realPathSync(folder);
    Deno.mkdirSync(`${at}/a/b`, { recursive: true });
    Deno.writeTextFileSync(`${at}/file`, "");
    Deno.symlinkSync("a/b", `${at}/into`);
    Deno.symlinkSync("/no/such", `${at}/dangling`);
    Deno.symlinkSync("loop", `${at}/loop`);
    Deno.symlinkSync(".", `${at}/self`);
    const { realPath } = factsOf();
    const rows: readonly (readonly [string, string | undefined])[] = [
      [at, at],
      [`${at}//a/./b/`, `${at}/a/b`],
      [`${at}/into`, `${at}/a/b`],
      [`${at}/into/../x`, `${at}/a/x`],
      [`${at}/into/new/deep`, `${at}/a/b/new/deep`],
      [`${at}/self/self/into`, `${at}/a/b`],
      [`${at}/missing/../a`, `${at}/a`],
      [`${at}/file/below`, `${at}/file/below`],
      [`${at}/dangling/x`, "/no/such/x"],
      [`${at}/loop/x`, undefined],
      [`${at}/../../../../../..`, "/"],
      [`/proc/self/cwd`, Deno.cwd()],
      [`${at}/${"n".repeat(300)}`, `${at}/${"n".repeat(300)}`],
      [`${at}/\u{1f600} \n`, `${at}/\u{1f600} \n`],
      ["relative", undefined],
    ];
    for (const [path, expected] of rows) assert.equal(realPath(path), expected, path);
    return Promise.resolve();
  }));

Deno.test("kind() tells what stands there without following a link", () =>
  withFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/file`, "");
    Deno.symlinkSync("file", `${folder}/link`);
    const { kind } = factsOf();
    const kinds = ["", "/file", "/link", "/none", "/file/x"].map((name) => kind(folder + name));
    assert.deepEqual(kinds, ["directory", "file", "link", "missing", "missing"]);
    assert.equal(kind("/dev/null"), "other");
    return Promise.resolve();
  }));

Deno.test({
  name: "an unsearchable directory is no reason to guess",
  ignore: Deno.uid() === 0,
  fn: () =>
    withFolder((folder) => {
      Deno.mkdirSync(`${folder}/closed/x`, { recursive: true });
      Deno.chmodSync(`${folder}/closed`, 0);
      const facts = factsOf();
      assert.equal(facts.realPath(`${folder}/closed/x/y`), undefined);
      assert.equal(facts.kind(`${folder}/closed/x`), "other");
      assert.equal(facts.canAccess(`${folder}/closed`, "read"), false);
      Deno.chmodSync(`${folder}/closed`, 0o700);
      return Promise.resolve();
    }),
});

Deno.test("lookUpProgram() tells 126 from 127 and passes over what is no program", () =>
  withFolder((folder) => {
    const at = Deno.realPathSync(folder);
    for (const name of ["one", "two"]) Deno.mkdirSync(`${at}/${name}`);
    const write = (name: string, mode: number) =>
      Deno.writeTextFileSync(`${at}/${name}`, "#!/bin/sh\n", { mode });
    write("one/plain", 0o644);
    write("one/both", 0o644);
    write("two/both", 0o755);
    write("local", 0o755);
    Deno.mkdirSync(`${at}/one/folder`);
    write("two/folder", 0o755);
    Deno.symlinkSync("../two/both", `${at}/one/linked`);
    const { lookUpProgram, findProgram } = factsOf(`:one:${at}/one:.:${at}/two:`);
    const found = (path: string, real = path) => ({ kind: "found", path, real });
    const rows: readonly (readonly [string, object])[] = [
      ["plain", { kind: "not_executable", path: `${at}/one/plain` }],
      ["both", found(`${at}/two/both`)],
      ["folder", found(`${at}/two/folder`)],
      ["linked", found(`${at}/one/linked`, `${at}/two/both`)],
      ["local", { kind: "missing" }],
      ["./local", found(`${at}/./local`, `${at}/local`)],
      [`${at}/two`, { kind: "not_executable", path: `${at}/two` }],
      ["./none", { kind: "missing" }],
      ["", { kind: "missing" }],
    ];
    for (const [name, expected] of rows) assert.deepEqual(lookUpProgram(name, at), expected, name);
    assert.deepEqual(findProgram("linked"), { path: `${at}/one/linked`, real: `${at}/two/both` });
    assert.equal(findProgram("plain"), undefined);
    assert.equal(findProgram("./local"), undefined);
    for (const path of ["", ".", ":"]) {
      assert.match(factsOf(path).findProgram("sh")?.path ?? "", /bin\/sh$/);
    }
    return Promise.resolve();
  }));

Deno.test("readText() reads regular files up to the limit and waits for nothing", () =>
  withFolder((folder) => {
    Deno.writeTextFileSync(`${folder}/text`, "12345");
    new Deno.Command("mkfifo", { args: [`${folder}/pipe`] }).outputSync();
    const { readText } = factsOf();
    assert.equal(readText(`${folder}/text`, 5), "12345");
    assert.equal(readText(`${folder}/text`, 4), undefined);
    assert.equal(readText(`${folder}/pipe`, 4), undefined);
    assert.equal(readText(folder, 4), undefined);
    assert.equal(readText(`${folder}/none`, 4), undefined);
    return Promise.resolve();
  }));

Deno.test("canAccess() goes by what this user may do", () =>
  withFolder((folder) => {
    Deno.mkdirSync(`${folder}/open`);
    Deno.mkdirSync(`${folder}/fixed`, { mode: 0o555 });
    const { canAccess, listDirectory } = factsOf();
    assert.deepEqual(listDirectory(folder)?.toSorted(), ["fixed", "open"]);
    assert.equal(canAccess(`${folder}/open`, "create"), true);
    assert.equal(canAccess(`${folder}/fixed`, "create"), false);
    assert.equal(canAccess(`${folder}/none`, "create"), false);
    assert.equal(canAccess(`${folder}/fixed`, "read"), true);
    assert.equal(canAccess("/etc/shadow", "read"), Deno.uid() === 0);
    return Promise.resolve();
  }));

Deno.test("memoize() asks once and forgets the oldest answer", () => {
  const asked: string[] = [];
  const answer = memoize((question) => {
    asked.push(question);
    return question === "none" ? undefined : question;
  }, 2);
  for (const question of ["a", "none", "none", "a", "b", "none", "a"]) answer(question);
  assert.deepEqual(asked, ["a", "none", "b", "a"]);
});
