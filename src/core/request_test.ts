import { deepEqual, equal } from "node:assert/strict";
import { parseArgvJson, parseRequestText } from "./request.ts";

const code = (text: string) => {
  const parsed = parseRequestText(text);
  return parsed.ok ? "ok" : parsed.refusal.code;
};

Deno.test("parseRequestText() takes every key of the contract", () => {
  equal(
    code(
      '{"id":7,"argv":["git","push"],"write_paths":["/opt/app"],"network":false,"sandbox":true,"cwd":"/home/me",' +
        '"session":"s","mode":"safe","timeout_ms":1800000,"tool":"run_command"}',
    ),
    "ok",
  );
});

Deno.test("parseRequestText() is strict about everything else", () => {
  deepEqual(
    [
      '{"argv":"ls"}',
      '{"argv":["ls"],"x":1}',
      '{"argv":["ls"],"cwd":"relative"}',
      '{"argv":["ls"],"mode":"loose"}',
      '{"argv":["ls"],"timeout_ms":-1}',
      '{"argv":["ls"],"write_paths":"/x"}',
      '{"argv":["ls"],"session":""}',
      '{"argv":["ls"]',
      "null",
      '{"argv":["ls"],"__proto__":{}}',
    ].map(code),
    [
      "request-not-array",
      "request-unknown-key",
      "request-bad-value",
      "request-bad-value",
      "request-bad-value",
      "request-bad-value",
      "request-bad-value",
      "request-bad-json",
      "request-bad-value",
      "request-unknown-key",
    ],
  );
});

Deno.test("parseArgvJson() takes an array of strings and nothing that only looks like one", () => {
  const argv = parseArgvJson('["a b","","--"]');
  deepEqual(argv.ok && argv.value, ["a b", "", "--"]);
  for (const text of ['"ls"', "[1]", "{}", '["a"],"network":true', "["]) {
    equal(parseArgvJson(text).ok, false, text);
  }
});
