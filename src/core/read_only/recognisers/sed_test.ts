import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { readSed } from "./sed.ts";

/** Scripts that only print, on every sed. */
const PRINTS = [
  "",
  "p",
  "1,5p",
  "$=",
  "/start/,/end/p",
  "0~3d",
  "2,+4!d",
  "1!G;h;$!d",
  "s/old/new/g",
  "s/write/w/",
  "s/a/b/2;s|/x|/y|gp",
  "s/[^/]*$//",
  "s/[]/]/x/",
  "s/[[:alpha:]/]/x/",
  "s:/usr:/opt:",
  "s/[[:space:]]*$//",
  "s/\\/\\/.*//",
  "s/[\\/]/x/",
  "y/abc/xyz/",
  "/a/{s/x/y/;p}",
  "/a/ { p; d }",
  ":a;N;$!ba;s/\\n/ /g",
  "$!{N;ba};s/x/y/",
  "1i\\\nheader",
  "2a w out",
  "/x/c\\\nfirst\\\nsecond\np",
  "s/a/one\\\ntwo/;p",
  "\\,/etc,p",
  "/x/Ip",
  "5q",
  "10q3",
  "l 72",
  "p # w out",
  "#n\np",
  "s/x/y/#w out",
  "/w out/d",
  "F;z",
];

/** What writes, runs or reads more, in the spellings that hide it. */
const DOES_MORE = [
  "w out",
  "1w out",
  "/x/W out",
  "$!{h;d};x;w out",
  "s/a/b/w out",
  "s/a/b/gpw out",
  "s/a/b/e",
  "s/^/id/Ie",
  "e",
  "1e touch x",
  "r .env",
  "R .env",
  "p;w out",
  "p\nw out",
  "{w out\n}",
  "}w out",
  "s/x/y/\nw out",
  "s/x/y/;w out",
  "s/[/]/;w out\n/",
  "s/[/]/w out",
  "s/[/]/wx/",
  "s/[/]/ex/",
  "s/[\\]/]/w out/",
  "s:[:]:x:",
  "y/[/]/;w out",
  "s/a/\\/;w out",
  "s/a/b\\\\/;w out",
  "s xax xw out",
  "# comment\nw out",
  "a text\nw out",
  "a text\\\\\nw out",
  ":a;a text\\\nw out",
  "ba;s/a/b\\\n/;p",
  "1,w out",
  "0,/x/w out",
  "\\xaxw out",
  "/[/]/w out",
  "/[\\]/w out\n]/p",
  "/x/I,/y/Mw out",
  "!w out",
  "v",
  "L",
  "k",
  "s/a/b",
  "s",
  "y/a",
  "a\\",
  "{p",
  "p}",
  "p p",
  "s\na\nb\n",
  "s\\a\\b\\",
  "-i",
];

Deno.test("readSed() lets scripts that only print pass", () => {
  deepStrictEqual(PRINTS.map((text) => [text, readSed(text)]), PRINTS.map((t) => [t, undefined]));
});

for (const text of DOES_MORE) {
  Deno.test(`readSed() stops at ${JSON.stringify(text)}`, () => {
    notStrictEqual(readSed(text), undefined);
  });
}

Deno.test("readSed() says what it found", () => {
  strictEqual(readSed("s/a/b/w out"), "the w flag of s writes a file");
  strictEqual(readSed("1r .env"), "the command r may do more than print");
});

Deno.test("readSed() ends on long input", () => {
  strictEqual(readSed("s/a/b/;".repeat(50_000)), undefined);
});
