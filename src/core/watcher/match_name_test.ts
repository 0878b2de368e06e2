import assert from "node:assert/strict";
import { matchesName } from "./match_name.ts";

const rows: readonly (readonly [string, string, string | undefined, boolean])[] = [
  ["watch", "watch", ":", true],
  ["watch", "watch-less", ":", false],
  ["watch:*", "watch:css", ":", true],
  ["watch:*", "watch:css:min", ":", false],
  ["watch:*", "watch", ":", false],
  ["watch:**", "watch:css:min", ":", true],
  ["watch:**", "watch", ":", false],
  ["*:css", "watch:css", ":", true],
  ["*", "watch:css", ":", false],
  ["*", "watch:css", undefined, true],
  ["w*h-*", "watch-js", undefined, true],
  ["*a*b", "aab", undefined, true],
  ["*a*b", "aba", undefined, false],
  ["a*", "a", undefined, true],
  ["*", "n".repeat(129), undefined, false],
  ["a.c", "abc", undefined, false],
];

for (const [pattern, name, separator, expected] of rows) {
  Deno.test(`matchesName() ${pattern} ${name.slice(0, 20)} by ${separator}: ${expected}`, () => {
    const subject = separator === undefined ? { name } : { name, separator };
    assert.equal(matchesName(pattern, subject), expected);
  });
}
