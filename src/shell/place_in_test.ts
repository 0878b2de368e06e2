import assert from "node:assert/strict";
import { placeIn } from "./place_in.ts";

Deno.test("placeIn() counts lines and columns from 1", () => {
  const place = placeIn("ab\n\nc");
  const places = [0, 1, 2, 3, 4, 5].map((offset) => place(offset)).map((
    it,
  ) => [it.line, it.column]);
  assert.deepEqual(places, [[1, 1], [1, 2], [1, 3], [2, 1], [3, 1], [3, 2]]);
});

Deno.test("placeIn() takes bytes and gives UTF-16 units", () => {
  const place = placeIn("é😀x\né");
  assert.deepEqual([0, 2, 6, 8].map((offset) => place(offset)), [
    { line: 1, column: 1 },
    { line: 1, column: 2 },
    { line: 1, column: 4 },
    { line: 2, column: 1 },
  ]);
});
