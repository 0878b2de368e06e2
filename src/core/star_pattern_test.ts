import { equal } from "node:assert/strict";
import fc from "fast-check";
import { matchesStars } from "./star_pattern.ts";

Deno.test("matchesStars() takes a star for any characters", () => {
  for (
    const [pattern, name] of [["*", ""], ["a*", "a"], ["a*c", "abbc"], ["*_TOKEN_*", "X_TOKEN_Y"], [
      "**",
      "x",
    ]] as const
  ) {
    equal(matchesStars(pattern, name), true, pattern);
  }
  for (const [pattern, name] of [["a", "ab"], ["a*c", "ab"], ["", "a"], ["*a", "ab"]] as const) {
    equal(matchesStars(pattern, name), false, pattern);
  }
});

Deno.test("matchesStars() agrees with an expression", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "*"), maxLength: 8 });
  fc.assert(fc.property(text, text, (pattern, name) => {
    const source = pattern.split("*").join(".*");
    equal(matchesStars(pattern, name), new RegExp(`^${source}$`).test(name), `${pattern} ${name}`);
  }));
});
