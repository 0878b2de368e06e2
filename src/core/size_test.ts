import assert from "node:assert/strict";
import { parseSize, showSize } from "./size.ts";

Deno.test("parseSize() takes bytes and powers of 1024", () => {
  const rows = { "1": 1, "64K": 65536, "1.5G": 1610612736, "512m": 536870912, "0.5K": 512 };
  for (const [text, value] of Object.entries(rows)) {
    assert.deepEqual(parseSize(text), { ok: true, value }, text);
  }
});

Deno.test("parseSize() refuses what is no amount above 0", () => {
  const wrong = [
    "",
    "0",
    "-1",
    "0M",
    "G",
    "1T",
    "1MB",
    " 1",
    "1e9",
    "1,5G",
    "0x10",
    "9007199254740992",
  ];
  for (const value of wrong) {
    assert.deepEqual(parseSize(value), {
      ok: false,
      refusal: { code: "request-bad-size", data: { value } },
    });
  }
});

Deno.test("showSize() is exact, and read again as the same", () => {
  for (const shown of ["1", "1023", "1K", "1500000", "200M", "3G", "1536M"]) {
    const read = parseSize(shown);
    assert.equal(read.ok && showSize(read.value), shown);
  }
});
