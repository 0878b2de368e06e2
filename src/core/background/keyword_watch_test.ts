import assert from "node:assert/strict";
import { createKeywordWatch, DEFAULT_KEYWORDS } from "./keyword_watch.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const seen = (keywords: readonly string[], ...pieces: string[]) => {
  const watch = createKeywordWatch(keywords);
  return pieces.map((piece) => watch.push(encode(piece)));
};

Deno.test("createKeywordWatch() sees a keyword in any case, with or without a line end", () => {
  assert.deepEqual(seen(["error"], "all is well\n", "1 ERROR found"), [[], ["error"]]);
});

Deno.test("createKeywordWatch() sees a keyword however it is cut, and tells it once", () => {
  const pieces = [..."an Error here"];
  const found = seen(["error"], ...pieces);
  assert.deepEqual(found.flat(), ["error"]);
  assert.equal(found.findIndex((words) => words.length > 0), "an Error".length - 1);
});

Deno.test("createKeywordWatch() tells each of several keywords, short ones too", () => {
  assert.deepEqual(seen(["panic", "!"], "pan", "ic!", "!", "x"), [[], ["panic", "!"], ["!"], []]);
});

Deno.test("createKeywordWatch() does not join two lines", () => {
  assert.deepEqual(seen(["no such file"], "no such\nfile"), [[]]);
});

Deno.test("createKeywordWatch() reads progress that only returns the carriage", () => {
  assert.deepEqual(seen(["fail"], "10%\r20%\r", "failed\r"), [[], ["fail"]]);
});

Deno.test("createKeywordWatch() finds letters beyond ASCII, cut inside one", () => {
  const watch = createKeywordWatch(["übel"]);
  const bytes = encode("ÜBEL");
  assert.deepEqual([watch.push(bytes.subarray(0, 1)), watch.push(bytes.subarray(1))], [[], [
    "übel",
  ]]);
});

Deno.test("createKeywordWatch() takes a keyword literally, and none at all", () => {
  assert.deepEqual(seen(["err!", "a.c"], "abc err! a.c"), [["err!", "a.c"]]);
  assert.deepEqual(seen([], "error"), [[]]);
});

Deno.test("the default keywords see the usual words of trouble, and no success", () => {
  const watch = createKeywordWatch(DEFAULT_KEYWORDS);
  const bad = [
    "E: Permission denied",
    "Traceback (most recent call last)",
    "npm ERR! code",
    "FAILED",
  ];
  for (const line of bad) assert.notDeepEqual(watch.push(encode(`${line}\n`)), [], line);
  assert.deepEqual(watch.push(encode("ok 12 passed in 3 s\nBuild succeeded\n")), []);
});
