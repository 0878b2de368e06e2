import assert from "node:assert/strict";
import { type Arg, literalArg } from "../arg.ts";
import {
  firstOperand,
  flagValues,
  operandsOf,
  patternText,
  programName,
  readTexts,
} from "./read_words.ts";

const words = (...texts: readonly string[]) => texts.map(literalArg);
const valued = new Set(["-n", "--name"]);
const unknown: Arg = {
  text: undefined,
  alternatives: [[{ hole: "unknown" }]],
  splits: true,
  shown: "$x",
};

Deno.test("programName() drops folders and versions, not scopes", () => {
  const names = ["tsc", "/usr/bin/tsc", "tsc@5.1", "@babel/cli@7", "./@x/y/tsc", "@x/y/tsc"];
  assert.deepEqual(names.map((name) => programName(literalArg(name))), [
    "tsc",
    "tsc",
    "tsc",
    "@babel/cli",
    "tsc",
    "tsc",
  ]);
  assert.equal(programName(unknown), undefined);
});

Deno.test("firstOperand() passes flags, their values and --, and stops at what is unknown", () => {
  const at = (...texts: readonly string[]) => firstOperand(words(...texts), { from: 0, valued });
  assert.equal(at("-v", "-n", "x", "run"), 3);
  assert.equal(at("--name=x", "run"), 1);
  assert.equal(at("-v", "--", "-n"), 2);
  assert.equal(at("-", "run"), 0);
  assert.equal(at("-v", "-n"), 2);
  assert.equal(firstOperand([...words("-v"), unknown, ...words("run")], { from: 0, valued }), 1);
});

Deno.test("operandsOf() takes everything behind -- for operands", () => {
  const texts = operandsOf(words("-n", "x", "a", "-v", "b", "--", "-n", "c"), { valued })
    .map((word) => word.text);
  assert.deepEqual(texts, ["a", "b", "-n", "c"]);
  assert.deepEqual(operandsOf(words("-v", "--"), { valued }), []);
});

Deno.test("readTexts() leaves out values and what follows --", () => {
  assert.deepEqual(readTexts([...words("-n", "-w", "a"), unknown, ...words("--", "-w")], valued), [
    "-n",
    "a",
    undefined,
  ]);
});

Deno.test("flagValues() reads glued and separate values", () => {
  const line = words("--name=a", "--name", "b", "-n", "c", "-nd", "--names=e", "--name");
  assert.deepEqual(flagValues(line, ["--name", "-n"]), ["a", "b", "c"]);
});

Deno.test("patternText() gives back a glob, not an unknown word", () => {
  const glob = { hole: "glob" as const, text: "*" };
  assert.equal(patternText({ ...unknown, alternatives: [["watch:", glob]] }), "watch:*");
  assert.equal(patternText({ ...unknown, alternatives: [["a"], ["b"]] }), undefined);
  assert.equal(patternText(unknown), undefined);
  assert.equal(patternText(literalArg("a b")), "a b");
});
