import { deepStrictEqual } from "node:assert/strict";
import { fileProblems } from "./check_file.ts";

const entry = { forms: ["a"], why: "reads", match: [["a"]], not_match: [["a", "-x"]] };
const problems = (fields: object, file: object = {}) =>
  fileProblems({ why: "test", entries: [{ ...entry, ...fields }], ...file });

Deno.test("fileProblems() finds nothing wrong with a whole file", () => {
  deepStrictEqual(
    problems(
      {
        flags: ["-a -b= --c[=]<k> --d=<text>,<path> @s"],
        operands: { kind: "k", max: 1, only_with: ["-a"] },
        needs: ["-a"],
        recogniser: "sed",
      },
      {
        kinds: { k: { why: "x", pattern: "^a" } },
        flag_sets: { s: ["-z"] },
        before: { a: ["-q"] },
      },
    ),
    [],
  );
});

Deno.test("fileProblems() names keys that are not known or have the wrong form", () => {
  deepStrictEqual(fileProblems(null), ["the file is not an object"]);
  deepStrictEqual(fileProblems({ why: "x" }), ["the file: entries is missing"]);
  deepStrictEqual(problems({}, { colour: 1 }), ["the file: colour is not known"]);
  deepStrictEqual(problems({ colour: 1 }), ["a: colour is not known"]);
  deepStrictEqual(problems({ constructor: 1 }), ["a: constructor is not known"]);
  deepStrictEqual(problems({ clusters: "no" }), ["a: clusters has the wrong form"]);
  deepStrictEqual(problems({ match: [] }), ["a: match has the wrong form"]);
  deepStrictEqual(problems({ recogniser: "perl" }), ["a: recogniser has the wrong form"]);
  deepStrictEqual(problems({ operands: { max: 0 } }), ["a: max has the wrong form"]);
  deepStrictEqual(problems({}, { kinds: { k: { why: "x", pattern: "(" } } }), [
    "kind k: pattern has the wrong form",
  ]);
});

Deno.test("fileProblems() names words that mean nothing", () => {
  deepStrictEqual(problems({ forms: ["/bin/a"] }), [
    '"/bin/a" is not a program and up to two words',
  ]);
  deepStrictEqual(problems({ forms: ["a  b"] }), ['"a  b" is not a program and up to two words']);
  deepStrictEqual(problems({ forms: ["a b c d"] }), [
    '"a b c d" is not a program and up to two words',
  ]);
  deepStrictEqual(problems({ flags: ["a"] }), ["a: a is not flag notation"]);
  deepStrictEqual(problems({ flags: ["-a=b"] }), ["a: -a=b is not flag notation"]);
  deepStrictEqual(problems({ flags: ["-a=<k>"] }), ["a: no kind is called <k>"]);
  deepStrictEqual(problems({ flags: ["@s"] }), ["a: no set @s"]);
  deepStrictEqual(problems({ operands: { kind: "toString" } }), ["a: no kind is called toString"]);
  deepStrictEqual(problems({ flags_harmless: true, operands: { max: 1 } }), [
    "a: flags_harmless needs operands without limits",
  ]);
});
