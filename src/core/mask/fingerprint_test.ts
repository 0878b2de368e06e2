import assert from "node:assert/strict";
import { fingerprintOf, holdsFingerprinted } from "./fingerprint.ts";
import { readKey } from "./keyed_hash.ts";

const key = readKey(Uint8Array.from({ length: 16 }, (_, index) => index));
const encode = (text: string) => new TextEncoder().encode(text);
const fingerprints = ["s3cr3t-value", "päßwörter"].map((value) =>
  fingerprintOf(encode(value), key)
);

Deno.test("a fingerprint does not hold the value", () => {
  assert.match(fingerprints[0] ?? "", /^12:[0-9a-f]{2}:[0-9a-f]{16}$/);
});

Deno.test("holdsFingerprinted() finds a value anywhere in a text", () => {
  for (const text of ["s3cr3t-value", "-ps3cr3t-value", "a s3cr3t-values", "x=päßwörter"]) {
    assert.ok(holdsFingerprinted(text, { fingerprints, key }), text);
  }
});

Deno.test("holdsFingerprinted() finds neither parts nor other values, nor under another key", () => {
  for (const text of ["", "s3cr3t-valu", "3cr3t-value", "S3cr3t-value"]) {
    assert.ok(!holdsFingerprinted(text, { fingerprints, key }), text);
  }
  assert.ok(
    !holdsFingerprinted("s3cr3t-value", { fingerprints, key: readKey(new Uint8Array(16)) }),
  );
});

Deno.test("holdsFingerprinted() skips what is no fingerprint", () => {
  assert.ok(!holdsFingerprinted("s3cr3t-value", { fingerprints: ["", "12:zz:0", "x"], key }));
});
