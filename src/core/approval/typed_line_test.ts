import assert from "node:assert/strict";
import { TypedLine } from "./typed_line.ts";

/** Types bytes and tells what came of it. */
function type(keys: string, secret = false) {
  const line = new TypedLine({ secret });
  let echo = "";
  let end: string | undefined;
  for (const byte of new TextEncoder().encode(keys)) {
    const effect = line.press(byte);
    echo += effect.echo;
    end = effect.end;
    if (end !== undefined) break;
  }
  return { text: line.text(), echo, end };
}

const CASES: readonly (readonly [string, string, ReturnType<typeof type>])[] = [
  ["takes a line at Enter", "yes\r", { text: "yes", echo: "yes", end: "entered" }],
  ["takes a line at a line feed", "n\n", { text: "n", echo: "n", end: "entered" }],
  ["keeps nothing behind Enter", "n\ry", { text: "n", echo: "n", end: "entered" }],
  ["cancels at ^C", "y\x03", { text: "y", echo: "y", end: "cancelled" }],
  ["cancels at ^D, in a line too", "y\x04", { text: "y", echo: "y", end: "cancelled" }],
  ["cancels at ^\\", "\x1c", { text: "", echo: "", end: "cancelled" }],
  ["takes a character back", "yx\x7f", { text: "y", echo: "yx\b \b", end: undefined }],
  ["takes nothing back from an empty line", "\x7f\x08y", { text: "y", echo: "y", end: undefined }],
  ["takes a whole character of several bytes back", "aé\x7f", {
    text: "a",
    echo: "aé\b \b",
    end: undefined,
  }],
  ["takes the line back at ^U", "no\x15y", { text: "y", echo: "no\b \b\b \by", end: undefined }],
  ["takes a word back at ^W", "n ab\x17c", {
    text: "n c",
    echo: "n ab\b \b\b \bc",
    end: undefined,
  }],
  ["swallows arrow keys", "\x1b[Ay\x1bOB", { text: "y", echo: "y", end: undefined }],
  ["swallows long sequences", "\x1b[1;5Cy\x1b[200~", { text: "y", echo: "y", end: undefined }],
  ["drops control characters", "\x00\x1ay\x07", { text: "y", echo: "y", end: undefined }],
  ["drops characters that reorder or hide", "n\u202ea\u200b", {
    text: "na",
    echo: "na",
    end: undefined,
  }],
];

for (const [name, keys, expected] of CASES) {
  Deno.test(`TypedLine ${name}`, () => assert.deepEqual(type(keys), expected));
}

Deno.test("TypedLine shows nothing of a secret and keeps every character of it", () => {
  assert.deepEqual(type("pä\u200bss\x7f\r", true), { text: "pä\u200bs", echo: "", end: "entered" });
});

Deno.test("TypedLine takes no more than an answer may be long", () => {
  assert.equal(type("x".repeat(5000)).text.length, 1024);
});

Deno.test("TypedLine forgets what was taken from it", () => {
  const line = new TypedLine({ secret: true });
  for (const byte of [97, 98]) line.press(byte);
  assert.deepEqual(Array.from(line.take()), [97, 98]);
  assert.equal(line.text(), "");
});
