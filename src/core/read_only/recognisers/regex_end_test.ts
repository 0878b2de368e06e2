import { strictEqual } from "node:assert/strict";
import { regexEnd } from "./regex_end.ts";

Deno.test("regexEnd() finds the delimiter after escapes", () => {
  strictEqual(regexEnd("/a\\/b/ rest", 1, "/"), 5);
  strictEqual(regexEnd("/a\\\\/", 1, "/"), 4);
});

Deno.test("regexEnd() takes a delimiter in brackets for a member", () => {
  strictEqual(regexEnd("/[/]/", 1, "/"), 4);
  strictEqual(regexEnd("/[]/]/", 1, "/"), 5);
  strictEqual(regexEnd("/[^]/]/", 1, "/"), 6);
  strictEqual(regexEnd("/[[:alpha:]/]/", 1, "/"), 13);
});

Deno.test("regexEnd() gives up where awk and POSIX disagree on a backslash in brackets", () => {
  strictEqual(regexEnd("/[\\]/]/", 1, "/"), undefined);
});

Deno.test("regexEnd() gives up without an end on the line", () => {
  strictEqual(regexEnd("/abc", 1, "/"), undefined);
  strictEqual(regexEnd("/a\n/", 1, "/"), undefined);
  strictEqual(regexEnd("/a\\\n/", 1, "/"), undefined);
  strictEqual(regexEnd("/[a/", 1, "/"), undefined);
});

Deno.test("regexEnd() gives up on brackets when the delimiter has a meaning in them", () => {
  strictEqual(regexEnd(":a[:]b:", 1, ":"), undefined);
  strictEqual(regexEnd(":ab:", 1, ":"), 3);
});
