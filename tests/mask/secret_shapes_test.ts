import assert from "node:assert/strict";
import { SECRET_SHAPES } from "../../src/config/builtin_secrets.ts";
import { maskText } from "./mask_text.ts";

/** The dot that keeps an example from looking like a real key. */
const LEFT_OUT = "·";

for (const [index, shape] of SECRET_SHAPES.entries()) {
  for (const example of shape.match) {
    const text = example.replace(LEFT_OUT, "");
    Deno.test(`shape ${index} ${shape.name} masks ${example}`, () => {
      const masked = maskText(text);
      assert.match(masked, new RegExp(`\\[masked:${shape.name}#[0-9a-f]{4}\\]`));
      const secret = text.slice(masked.indexOf("[masked:")).slice(0, 12);
      assert.ok(!masked.includes(secret), masked);
    });
  }
  for (const text of shape.not_match) {
    Deno.test(`shape ${index} ${shape.name} leaves ${text}`, () => {
      assert.equal(maskText(text), text);
    });
  }
}

Deno.test("every shape says why and has examples of both kinds", () => {
  for (const shape of SECRET_SHAPES) {
    assert.ok(shape.why.length > 10, shape.name);
    assert.ok(shape.match.length > 0 && shape.not_match.length > 0, shape.name);
    assert.match(shape.name, /^[a-z0-9-]+$/);
  }
});
