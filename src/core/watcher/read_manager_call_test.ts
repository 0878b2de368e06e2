import assert from "node:assert/strict";
import { type Arg, literalArg } from "../arg.ts";
import { readManagerCall } from "./read_manager_call.ts";
import type { ManagerRule } from "./watcher_rules.ts";

const shared = {
  why: "test",
  matches: [],
  passes: [],
  run: ["run"],
  exec: ["exec"],
  scripts: [["test", "t"]],
  directories: ["-C"],
  workspaces: ["-w", "workspace"],
  everywhere: ["-r", "foreach"],
  texts: ["-c"],
};
const strict: ManagerRule = { ...shared, programs: ["strict"], anywhere: true };
const loose: ManagerRule = { ...shared, programs: ["loose"], own: ["add"], root: ["-R"] };

/** The call in plain words; undefined when nothing runs. */
function read(rule: ManagerRule, line: string): unknown {
  const args = `pm ${line}`.trim().split(" ").map(literalArg);
  const call = readManagerCall(args, { rule, valued: new Set(["-x"]), cwds: ["/w"] });
  if (call === undefined) return undefined;
  const { task, own, choice } = call;
  const show = (words: readonly Arg[] | undefined) => words?.map((word) => word.text).join(" ");
  const shown = task.kind === "text"
    ? { text: task.text }
    : task.kind === "program"
    ? { args: show(task.args) }
    : { name: task.name, passed: show(task.passed), program: show(task.program) };
  return { ...shown, own: show(own), bases: choice.bases.join(), choice: choice.choice };
}

const nearest = { bases: "/w", choice: "nearest" };

Deno.test("readManagerCall() gives npm its flags wherever they stand", () => {
  assert.deepEqual(read(strict, "run -x y dev -C sub a --flag -- --watch"), {
    name: "dev",
    passed: "a --watch",
    program: undefined,
    own: "run -x y dev -C sub a --flag",
    bases: "/w/sub",
    choice: "nearest",
  });
});

Deno.test("readManagerCall() gives other managers' scripts what follows the name", () => {
  assert.deepEqual(read(loose, "-C sub dev -C x -- --watch"), {
    name: "dev",
    passed: "-C x -- --watch",
    program: "dev -C x -- --watch",
    own: "-C sub dev",
    bases: "/w/sub",
    choice: "nearest",
  });
  assert.deepEqual(read(loose, "run dev -- --watch"), {
    name: "dev",
    passed: "--watch",
    program: "dev --watch",
    own: "run dev",
    ...nearest,
  });
});

Deno.test("readManagerCall() knows short words and its own commands", () => {
  assert.deepEqual(read(strict, "t -- -w"), {
    name: "test",
    passed: "-w",
    program: undefined,
    own: "t",
    ...nearest,
  });
  assert.equal(read(strict, "dev"), undefined);
  assert.equal(read(loose, "add watch"), undefined);
  assert.equal(read(loose, ""), undefined);
  assert.equal(read(strict, "run"), undefined);
  assert.equal(read(strict, "exec"), undefined);
});

Deno.test("readManagerCall() finds programs and command texts", () => {
  assert.deepEqual(read(strict, "exec tsc -- -w"), { args: "tsc -w", own: "exec tsc", ...nearest });
  assert.deepEqual(read(strict, "exec -- tsc -w"), { args: "tsc -w", own: "exec", ...nearest });
  assert.deepEqual(read(loose, "exec -x y tsc -w"), {
    args: "tsc -w",
    own: "exec -x y",
    ...nearest,
  });
  assert.deepEqual(read(loose, "exec -c tsc"), { text: "tsc", own: "exec -c tsc", ...nearest });
});

Deno.test("readManagerCall() finds the workspaces that are meant", () => {
  const choices = [
    "-r dev",
    "-R dev",
    "-w a dev",
    "workspace a run dev",
    "foreach run dev",
    "-r -w a dev",
    "dev -r",
  ];
  assert.deepEqual(
    choices.map((line) => (read(loose, line) as { readonly choice: string }).choice),
    ["all", "root", "named", "named", "all", "named", "nearest"],
  );
});
