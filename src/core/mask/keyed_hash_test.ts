import assert from "node:assert/strict";
import { keyedHash, readKey } from "./keyed_hash.ts";

const KEY = readKey(Uint8Array.from({ length: 16 }, (_, index) => index));
const input = (length: number) => Uint8Array.from({ length }, (_, index) => index);

Deno.test("keyedHash() agrees with the vectors of the SipHash paper and its reference code", () => {
  assert.equal(keyedHash(input(15), KEY), "a129ca6149be45e5");
  assert.equal(keyedHash(input(0), KEY), "726fdb47dd0e0e31");
  assert.equal(keyedHash(input(1), KEY), "74f839c593dc67fd");
  assert.equal(keyedHash(input(8), KEY), "93f5f5799a932462");
});

Deno.test("keyedHash() differs under another key", () => {
  assert.notEqual(keyedHash(input(9), KEY), keyedHash(input(9), readKey(new Uint8Array(16))));
});
