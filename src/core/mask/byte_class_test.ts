import assert from "node:assert/strict";
import { byteClass, endOfRun } from "./byte_class.ts";

const members = (text: string) =>
  Array.from(byteClass(text)).flatMap((member, byte) =>
    member === 1 && byte < 128 ? [String.fromCharCode(byte)] : []
  ).join("");

Deno.test("byteClass() reads ranges, and a dash at either end as itself", () => {
  assert.equal(members("a-c_-"), "-_abc");
  assert.equal(members("-x"), "-x");
});

Deno.test("byteClass() with ^ takes everything else, bytes above ASCII included", () => {
  const table = byteClass("^a-z");
  assert.equal(table[0x61], 0);
  assert.equal(table[0x41], 1);
  assert.equal(table[0xff], 1);
});

Deno.test("endOfRun() stops at the first other byte and at the limit", () => {
  const bytes = new TextEncoder().encode("aaab");
  const of = byteClass("a");
  assert.equal(endOfRun(bytes, { of, from: 0, end: 4 }), 3);
  assert.equal(endOfRun(bytes, { of, from: 0, end: 2 }), 2);
  assert.equal(endOfRun(bytes, { of, from: 3, end: 4 }), 3);
});
