import assert from "node:assert/strict";
import { trashInfo } from "./trash_info.ts";

Deno.test("trashInfo() keeps every name on one line", () => {
  const text = trashInfo("/a b/100%\nPath=x/日", new Date(2026, 10, 9, 8, 7, 6));
  assert.equal(
    text,
    "[Trash Info]\nPath=/a%20b/100%25%0APath%3Dx/%E6%97%A5\nDeletionDate=2026-11-09T08:07:06\n",
  );
});
