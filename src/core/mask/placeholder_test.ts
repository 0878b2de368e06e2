import assert from "node:assert/strict";
import { holdsPlaceholder, placeholder } from "./placeholder.ts";

Deno.test("placeholder() shows the name and four digits of the hash", () => {
  assert.equal(placeholder("API_TOKEN", "a129ca6149be45e5"), "[masked:API_TOKEN#a129]");
});

Deno.test("placeholder() takes no character of a name that could end it or the line", () => {
  assert.equal(placeholder("a]\nb", "a129ca6149be45e5"), "[masked:a__b#a129]");
});

Deno.test("holdsPlaceholder() knows its own placeholders, with and without a tag", () => {
  assert.ok(holdsPlaceholder(`Bearer ${placeholder("API_TOKEN", "a129ca6149be45e5")}`));
  assert.ok(holdsPlaceholder("[masked:github-token]"));
});

Deno.test("holdsPlaceholder() lets text about placeholders pass", () => {
  assert.equal(holdsPlaceholder("grep -F '[masked:' output.log"), false);
  assert.equal(holdsPlaceholder("[masked:NAME or KEY]"), false);
});
