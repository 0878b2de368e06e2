import { equal } from "node:assert/strict";
import { builtinShellPolicy } from "../../config/builtin_policy.ts";
import { literalArg } from "../arg.ts";
import { readShellCall } from "./shell_call.ts";

const shells = builtinShellPolicy();
const read = (...argv: string[]) => readShellCall(argv.map(literalArg), shells);
const textOf = (...argv: string[]) => {
  const call = read(...argv);
  return call.kind === "script" ? call.text.text : call.kind;
};

Deno.test("readShellCall() finds the text behind any spelling of -c", () => {
  equal(textOf("sh", "-c", "ls"), "ls");
  equal(textOf("bash", "-ec", "ls"), "ls");
  equal(textOf("bash", "-cl", "ls"), "ls");
  equal(textOf("bash", "-o", "pipefail", "-c", "ls"), "ls");
  equal(textOf("bash", "-euo", "pipefail", "-c", "ls"), "ls");
  equal(textOf("bash", "--norc", "--noprofile", "-c", "ls"), "ls");
  equal(textOf("bash", "--rcfile", "x", "-ic", "ls"), "ls");
  equal(textOf("bash", "-c", "--", "ls"), "ls");
  equal(textOf("bash", "-c", "-e", "ls"), "ls");
  equal(textOf("bash", "+x", "-c", "ls"), "ls");
  equal(textOf("bash", "-O", "extglob", "-c", "ls"), "ls");
});

Deno.test("readShellCall() tells files, standard input and information apart", () => {
  equal(read("sh", "build.sh").kind, "file");
  equal(read("sh", "-x", "build.sh", "-c").kind, "file");
  equal(read("sh").kind, "stdin");
  equal(read("sh", "-s", "a").kind, "stdin");
  equal(read("sh", "-c").kind, "missing-text");
  equal(read("bash", "--version").kind, "information");
});

Deno.test("readShellCall() says when a chosen start file runs first", () => {
  const call = read("bash", "--rcfile", "./x", "-ic", "ls");
  equal(call.kind === "script" && call.startFiles, true);
});
