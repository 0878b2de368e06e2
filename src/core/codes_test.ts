import { equal, match } from "node:assert/strict";
import { CODES, messageOf } from "./codes.ts";

Deno.test("every code is kebab-case, has a known exit code and a message that ends without a period", () => {
  for (const [code, entry] of Object.entries(CODES)) {
    match(code, /^[a-z]+(-[a-z0-9]+)*$/);
    equal([0, 1, 120, 121, 122, 123, 124, 125, 126, 127].includes(entry.exit), true, code);
    equal(/[.!]$/.test(entry.message), false, code);
  }
});

Deno.test("messageOf() quotes and escapes values, and inserts numbers and raw text as they are", () => {
  equal(
    messageOf({ code: "command-denied", data: { name: 'd"d\u001b', via: "" } }),
    'Cannot run "d\\"d\\x1b": it is on denied_command',
  );
  match(messageOf({ code: "script-rm", data: { line: 1, column: 13 } }), /rm at 1:13 is/);
});
