import { equal } from "node:assert/strict";
import { escapeForDisplay, hasUnsafeCharacter, quoteForDisplay, showArgv } from "./display.ts";

Deno.test("escapeForDisplay() shows what moves the cursor, reorders or hides", () => {
  equal(
    escapeForDisplay("a\u001b[2Kb\u202ec\u200bd\u009be\nf"),
    "a\\x1b[2Kb\\u{202e}c\\u{200b}d\\x9be\\nf",
  );
  equal(escapeForDisplay("été 你好 🙂"), "été 你好 🙂");
  equal(escapeForDisplay("\ud800"), "\\u{d800}");
});

Deno.test("hasUnsafeCharacter() answers the same each time", () => {
  equal(hasUnsafeCharacter("ls\u200b"), true);
  equal(hasUnsafeCharacter("ls\u200b"), true);
  equal(hasUnsafeCharacter("ls"), false);
});

Deno.test("quoteForDisplay() and showArgv() give text that can be copied", () => {
  equal(quoteForDisplay('a"b\\c'), '"a\\"b\\\\c"');
  equal(showArgv(["a b", '"', "\u202e"]), '["a b","\\"","\\u{202e}"]');
});
