import { deepEqual, equal } from "node:assert/strict";
import { parseDuration } from "./duration.ts";

Deno.test("parseDuration() reads numbers with and without a unit", () => {
  const ms = (text: string) => {
    const parsed = parseDuration(text);
    return parsed.ok ? parsed.value : parsed.refusal.code;
  };
  deepEqual(["90s", "15m", "1.5h", "500ms", "3"].map(ms), [90_000, 900_000, 5_400_000, 500, 3000]);
  for (const text of ["", "soon", "0", "-1s", "1d", "1s ", "1e3", "99999999999999999h", "0x10"]) {
    equal(ms(text), "request-bad-timeout", text);
  }
});
