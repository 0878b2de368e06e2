import assert from "node:assert/strict";
import { decodeAnsi, decodeBare, decodeDoubleQuoted } from "./decode.ts";

const BARE: readonly (readonly [raw: string, shown: string])[] = [
  ["abc", "abc"],
  ["a\\ b", "a[ ]b"],
  ["\\r\\m", "[r][m]"],
  ["a\\\nb", "ab"],
  ["a\\", "a[\\]"],
  ["\\\\x", "[\\]x"],
  ["\\é\\😀", "[é][😀]"],
];

for (const [raw, shown] of BARE) {
  Deno.test(`decodeBare() marks what is escaped in ${JSON.stringify(raw)}`, () => {
    const parts = decodeBare(raw).map((part) =>
      part.kind === "text" ? (part.escaped ? `[${part.text}]` : part.text) : part.kind
    );
    assert.equal(parts.join(""), shown);
  });
}

Deno.test("decodeDoubleQuoted() takes only five escapes", () => {
  assert.equal(decodeDoubleQuoted("\\$\\`\\\"\\\\\\\n\\a\\n\\'"), "$`\"\\\\a\\n\\'");
});

const ANSI: readonly (readonly [raw: string, text: string | undefined])[] = [
  ["a\\tb\\n", "a\tb\n"],
  ["it\\'s \\\\ \\\"", "it's \\ \""],
  ["r\\x6d", "rm"],
  ["\\162\\155", "rm"],
  ["\\x6dm", "mm"],
  ["\\u00e9\\U0001f600", "é😀"],
  ["\\xc3\\xa9", "é"],
  ["é", "é"],
  ["\\e[0m", "\x1b[0m"],
  // Where shells part ways.
  ["\\x00", undefined],
  ["\\0", undefined],
  ["\\cA", undefined],
  ["\\q", undefined],
  ["\\X41", undefined],
  ["\\xff", undefined],
  ["\\U00110000", undefined],
  ["a\\\nb", undefined],
];

for (const [raw, text] of ANSI) {
  Deno.test(`decodeAnsi() reads ${JSON.stringify(raw)}`, () => {
    assert.equal(decodeAnsi(raw), text);
  });
}
