import assert from "node:assert/strict";
import fc from "fast-check";
import { SECRET_SHAPES } from "../../src/config/builtin_secrets.ts";
import { concat, cut, decode, encode, maskPieces, testMaskSource } from "./mask_text.ts";

const KNOWN = [
  { name: "A", value: "abcabcabcabd" },
  { name: "B", value: "bcabcaefab" },
  { name: "PASS", value: "p@ss/word with blank" },
  { name: "LINES", value: "line-one-is-long-enough\nline-two-is-long-enough" },
  { name: "JSON", value: 'quote " and \\ back' },
];
const SOURCE = testMaskSource(KNOWN);
const PEM = `-----BEGIN PRIVATE KEY-----\n${"A1b2".repeat(16)}\nQ==\n-----END PRIVATE KEY-----`;

/** Fragments that meet in all ways: secrets, their starts, their spellings, what looks like them. */
const FRAGMENTS = [
  ...["Authorization: Bearer ", "eyJhbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxMjM0NTY3ODkwIn0."],
  "aB3-".repeat(40),
  ...KNOWN.flatMap((
    { value },
  ) => [value, value.slice(0, 5), encodeURIComponent(value), btoa(value)]),
  ...SECRET_SHAPES.flatMap(({ match, not_match }) => [...match, ...not_match]).map((text) =>
    text.replace("·", "")
  ),
  ...[
    PEM,
    PEM.slice(0, 60),
    PEM.replaceAll("\n", "\\n"),
    "-----BEGIN ",
    "-----",
    "\n",
    " ",
    "ä",
    "ab",
  ],
];

const text = fc.array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ maxLength: 3 })), {
  maxLength: 8,
}).map((parts) => encode(parts.join("")));

const whole = (bytes: Uint8Array) => maskPieces(SOURCE.createMasker(), [bytes]);

Deno.test("every chunk size from 1 to 200 bytes gives the same", () => {
  const token = `eyJ${"a1".repeat(40)}.eyJ${"b2".repeat(40)}.${"c3".repeat(40)}`;
  const bytes = encode([`Authorization: Bearer ${token}`, ...FRAGMENTS].join("\nx "));
  const expected = decode(whole(bytes));
  for (let size = 1; size <= 200; size++) {
    assert.equal(decode(maskPieces(SOURCE.createMasker(), cut(bytes, size))), expected, `${size}`);
  }
});

Deno.test("any text gives the same however it is cut", () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(40), { maxLength: 30 }), (bytes, sizes) => {
      const pieces: Uint8Array[] = [];
      let at = 0;
      for (const size of sizes) pieces.push(bytes.subarray(at, at += size));
      pieces.push(bytes.subarray(at));
      assert.equal(decode(maskPieces(SOURCE.createMasker(), pieces)), decode(whole(bytes)));
    }),
    { numRuns: 400 },
  );
});

Deno.test("no known value is left in any text", () => {
  fc.assert(
    fc.property(text, (bytes) => {
      const masked = decode(whole(bytes));
      for (const { value } of KNOWN) assert.ok(!masked.includes(value), masked);
    }),
    { numRuns: 400 },
  );
});

Deno.test("no known value shows when the output pauses anywhere", () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (bytes, size) => {
      const masker = SOURCE.createMasker();
      const shown = cut(bytes, size).flatMap((piece) => [
        masker.push(piece).slice(),
        masker.idle().slice(),
      ]);
      const masked = decode(concat([...shown, masker.flush()]));
      for (const { value } of KNOWN) assert.ok(!masked.includes(value.slice(3)), masked);
    }),
    { numRuns: 400 },
  );
});

Deno.test("bytes without a secret come out as they went in, UTF-8 or not", () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 500 }),
      fc.integer({ min: 1, max: 50 }),
      (bytes, size) => {
        const masker = SOURCE.createMasker();
        assert.deepEqual(maskPieces(masker, cut(bytes, size)), bytes);
        assert.equal(masker.count(), 0);
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("what is held back stays bounded, whatever the text looks like", () => {
  const masker = SOURCE.createMasker();
  const floods = [" ", "A", "-", "/", ":", "a@", "\\n", "eyJ", "://x:", "YWJjYWJj"];
  const starts = ["://", "eyJ", "abca", "-----BEGIN PRIVATE KEY-----\n", "Authorization: Basic "];
  for (const flood of floods) {
    for (const start of starts) {
      masker.push(encode(start));
      for (const piece of cut(encode(flood.repeat(20_000 / flood.length)), 500)) {
        masker.push(piece);
        assert.ok(masker.held() <= 4096 + 500, `${start} ${flood} ${masker.held()}`);
      }
      masker.push(encode("\n\n"));
    }
  }
});
