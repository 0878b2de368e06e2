import assert from "node:assert/strict";
import { createTailBuffer } from "./tail_buffer.ts";

const encode = (text: string) => new TextEncoder().encode(text);

function fill(maxBytes: number, chunks: readonly string[]): { text: string; truncated: boolean } {
  const tail = createTailBuffer(maxBytes);
  for (const chunk of chunks) tail.push(encode(chunk));
  return { text: tail.text(), truncated: tail.truncated() };
}

Deno.test("createTailBuffer() keeps a short stream whole", () => {
  assert.deepEqual(fill(10, ["ab", "", "cd"]), { text: "abcd", truncated: false });
  assert.deepEqual(fill(4, ["ab", "cd"]), { text: "abcd", truncated: false });
  assert.deepEqual(fill(4, []), { text: "", truncated: false });
});

Deno.test("createTailBuffer() keeps the last bytes of a long one and says so", () => {
  assert.deepEqual(fill(4, ["ab", "cde"]), { text: "bcde", truncated: true });
  assert.deepEqual(fill(4, ["abcdefgh"]), { text: "efgh", truncated: true });
});

Deno.test("createTailBuffer() keeps the same for every chunk size", () => {
  const whole = "0123456789".repeat(9_999);
  for (const size of [1, 7, 4096, 99_990]) {
    const chunks = whole.match(new RegExp(`.{1,${size}}`, "g")) ?? [];
    assert.deepEqual(fill(20_000, chunks), { text: whole.slice(-20_000), truncated: true });
  }
});

Deno.test("createTailBuffer() never starts inside a character", () => {
  assert.deepEqual(fill(4, ["aé日b"]), { text: "日b", truncated: true });
  assert.deepEqual(fill(3, ["😀😀"]), { text: "", truncated: true });
  assert.deepEqual(fill(2, ["日", "x", "y"]), { text: "xy", truncated: true });
});

Deno.test("createTailBuffer() shows bytes that are not UTF-8 as U+FFFD and keeps a byte order mark", () => {
  const tail = createTailBuffer(8);
  tail.push(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff));
  assert.equal(tail.text(), "\ufeffa\ufffd");
});
