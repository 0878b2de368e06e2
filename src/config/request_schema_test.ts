import { equal } from "node:assert/strict";
import fc from "fast-check";
import { readRequestJson } from "../core/request.ts";
import { refuseShape } from "../core/rules/shape.ts";
import { requestSchema } from "./request_schema.ts";

/** What the program itself says; characters that hide in a name are refused later, by a rule. */
function programAccepts(value: unknown): boolean {
  const request = readRequestJson(value);
  if (!request.ok) return false;
  const refusal = refuseShape(request.value.argv);
  return refusal === undefined || refusal.code === "request-name-control";
}

function agree(value: unknown): boolean {
  const accepted = programAccepts(value);
  equal(requestSchema.safeParse(value).success, accepted, JSON.stringify(value));
  return accepted;
}

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 4 }),
  fc.constantFrom("", " ", "\0", "/", "/x", "a\0b", "/\n", "\t"),
);
const anything = fc.oneof(
  text,
  fc.boolean(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(null, 0, 1, 60, 61, -1, 1.5, 2 ** 53, "safe", "auto", "allow-all"),
  fc.array(text, { maxLength: 3 }),
  fc.constantFrom([], [""], ["ls"], ["ls", ""], [["ls"]], [1], {}),
);
const argv = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom("ls", "a b", "ü", " "), text).map((words) => [...words]),
  },
  anything,
);
const keys = Object.keys(requestSchema.shape).filter((key) => key !== "argv");

Deno.test("the schema and the program accept the same requests", () => {
  let accepted = 0;
  fc.assert(
    fc.property(
      argv,
      fc.dictionary(fc.constantFrom(...keys, "Argv", "constructor", "toString"), anything, {
        maxKeys: 2,
      }),
      (words, rest) => void (accepted += Number(agree({ ...rest, argv: words }))),
    ),
    { numRuns: 2000 },
  );
  equal(accepted > 100, true, `only ${accepted} requests were accepted, so nothing was compared`);
});

Deno.test("the schema and the program agree on each key and each kind of value", () => {
  const values = [
    null,
    true,
    0,
    1,
    60,
    61,
    0.5,
    -1,
    2 ** 53,
    "",
    "x",
    "/x",
    "x\0",
    "auto",
    [],
    ["x"],
    [""],
    [1],
    {},
  ];
  for (const key of [...keys, "unknown"]) {
    for (const value of values) agree({ argv: ["ls"], [key]: value });
  }
  for (const value of [...values, undefined, ["\0"], ["a", "\0"], [" "], [[]]]) {
    agree({ argv: value });
  }
  for (const value of values) agree(value);
});

Deno.test("the schema and the program agree on limits", () => {
  const values = [
    0,
    1,
    1000,
    1500,
    2 ** 20,
    2 ** 53,
    0.5,
    "1G",
    "1K",
    "60s",
    "60",
    "x",
    "",
    true,
    null,
  ];
  for (const name of ["memory", "pids", "cpu_time", "output", "time", "toString"]) {
    for (const value of values) agree({ argv: ["ls"], limits: { [name]: value } });
  }
  equal(
    agree({ argv: ["ls"], limits: { memory: "2G", pids: 5, cpu_time: "5m", output: 1 } }),
    true,
  );
});

Deno.test("a key that only looks harmless in JavaScript is refused by both", () => {
  equal(agree(JSON.parse('{"argv":["ls"],"__proto__":{"network":true}}')), false);
  equal(agree(JSON.parse('{"__proto__":{"argv":["ls"]}}')), false);
});
