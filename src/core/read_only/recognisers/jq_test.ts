import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { readJq } from "./jq.ts";

const COMPUTES = [
  ".",
  ".a.b[0]",
  ".scripts | keys[]",
  ".env.PATH",
  '."env"',
  "{env: .x, import: 1}",
  '{"a": .env}',
  "select(.x != .y)",
  "map(select(.n > 3)) | length",
  '"text env $ENV \\(.a)"',
  '"\\(.a + "\\(.b)") env"',
  ".environment, $env_name, .ENV",
  '@base64d, @sh "echo \\(.x)"',
  "reduce .[] as $x (0; . + $x)",
  'to_entries[] | "\\(.key)=\\(.value)"',
  ".a // empty",
  "..|.id?",
  "input, inputs, input_filename",
];

const REACHES = [
  "env",
  "env.PATH",
  "$ENV",
  "$ENV.HOME",
  "$ ENV",
  "[env]",
  "{a: env}",
  "{(env.A): 1}",
  ". as $x | env",
  "..env",
  '"\\(env)"',
  '"\\("\\($ENV.A)")"',
  '"a\\("b")\\(env)"',
  'import "a" as a; .',
  'include "a"; .',
  '"a" | modulemeta',
  'load(".env")',
  "strenv(TOKEN)",
  '"$A" | envsubst',
  "eval(.x)",
  'system("id")',
  ". # comment\n| env",
  '"unclosed',
  "(.",
  ".)",
  "[.}",
  "'x'",
  "`id`",
  "def env: 1; env",
];

Deno.test("readJq() lets filters that only compute pass", () => {
  deepStrictEqual(
    COMPUTES.map((text) => [text, readJq(text)]),
    COMPUTES.map((t) => [t, undefined]),
  );
});

for (const text of REACHES) {
  Deno.test(`readJq() stops at ${JSON.stringify(text)}`, () => {
    notStrictEqual(readJq(text), undefined);
  });
}

Deno.test("readJq() says what it found", () => {
  strictEqual(readJq("env.A"), "env is the environment");
});
