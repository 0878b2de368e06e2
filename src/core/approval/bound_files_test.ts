import assert from "node:assert/strict";
import type { Facts } from "../ports.ts";
import type { Finding, Verdict } from "../types.ts";
import { filesToBind, isSaidByArgv } from "./bound_files.ts";

const FILES = new Set([
  "/usr/bin/env",
  "/usr/bin/python3",
  "/w/build.py",
  "/w/conf.toml",
  "/w/gradlew",
]);

const FACTS: Facts = {
  home: "/home/me",
  realPath: (path) => path,
  kind: (path) => FILES.has(path) ? "file" : "missing",
  findProgram: (name) => {
    const path = `/usr/bin/${name}`;
    return FILES.has(path) ? { path, real: path } : undefined;
  },
  readText: () => undefined,
  listDirectory: () => undefined,
};

function verdictOn(argv: readonly string[], findings: readonly Partial<Finding>[]): Verdict {
  const all = findings.map((item): Finding => ({
    decision: "confirm",
    code: "opaque",
    argv,
    depth: 0,
    ...item,
  }));
  const [strictest] = all;
  assert.ok(strictest);
  return { argv, decision: "confirm", findings: all, strictest };
}

function bound(
  argv: readonly string[],
  findings: readonly Partial<Finding>[],
  facts: Facts = FACTS,
): readonly string[] {
  return filesToBind(verdictOn(argv, findings), { cwd: "/w", facts });
}

Deno.test("filesToBind() binds an interpreter and the file it is given", () => {
  assert.deepEqual(bound(["python3", "build.py", "missing.py"], [{}]), [
    "/usr/bin/python3",
    "/w/build.py",
  ]);
});

Deno.test("filesToBind() looks behind wrappers and into options", () => {
  const argv = ["env", "python3", "build.py"];
  const inner = ["python3", "--config=conf.toml", "./build.py"];
  assert.deepEqual(bound(argv, [{ argv: inner, depth: 1 }]), [
    "/usr/bin/env",
    "/usr/bin/python3",
    "/w/conf.toml",
    "/w/build.py",
  ]);
});

Deno.test("filesToBind() binds a program given by its path", () => {
  assert.deepEqual(bound(["./gradlew", "test"], [{}]), ["/w/gradlew"]);
});

Deno.test("filesToBind() leaves the data of a known program alone", () => {
  assert.deepEqual(bound(["python3", "build.py"], [{ code: "not-allowlisted" }]), [
    "/usr/bin/python3",
  ]);
});

Deno.test("filesToBind() looks for root's programs where sudo does", () => {
  const argv = ["sudo", "env", "x"];
  const planted: Facts = {
    ...FACTS,
    findProgram: (name) => ({ path: `/home/me/bin/${name}`, real: `/home/me/bin/${name}` }),
  };
  assert.deepEqual(bound(argv, [{ argv }, { argv: ["env", "x"] }], planted), ["/usr/bin/env"]);
});

Deno.test("isSaidByArgv() is no for files of the project, given or run", () => {
  const said = (argv: readonly string[]) =>
    isSaidByArgv(verdictOn(argv, [{}]), { cwd: "/w", facts: FACTS });
  assert.equal(said(["python3", "-c", "print(1)"]), true);
  assert.equal(said(["python3", "build.py"]), false);
  assert.equal(said(["./gradlew"]), false);
});
