import { equal } from "node:assert/strict";
import { globsIntersect, tokenizeGlob } from "./glob.ts";

const meets = (left: string, right: string) =>
  globsIntersect(tokenizeGlob(left), tokenizeGlob(right));

Deno.test("globsIntersect() finds a name that both patterns match", () => {
  for (
    const [left, right] of [
      ["*", ".env"],
      [".e*", ".env"],
      [".e?v", ".env"],
      [".[e]nv", ".env"],
      ["s*.p?m", "*.pem"],
      ["", ""],
      ["**", "a*"],
      ["id_*", "id_rsa"],
      [".env.*", ".env*"],
    ] as const
  ) equal(meets(left, right), true, `${left} ${right}`);
});

Deno.test("globsIntersect() finds none where there is none", () => {
  for (
    const [left, right] of [["*.ts", "*.pem"], [".e?", ".env"], ["env", ".env"], ["a*b", "a*c"], [
      "",
      "?",
    ]] as const
  ) equal(meets(left, right), false, `${left} ${right}`);
});

Deno.test("tokenizeGlob() takes a bracket without an end as a character", () => {
  equal(meets("[a", "[a"), true);
  equal(meets("[]a]x", "ax"), true);
});
