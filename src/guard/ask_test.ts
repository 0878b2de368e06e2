import assert from "node:assert/strict";
import type { Terminal } from "../core/approval/ports.ts";
import { askSecret, askYes } from "./ask.ts";

/** A terminal on which keys are typed in the given pieces; then it is gone. */
function typing(...pieces: readonly string[]): Terminal & { shown(): string } {
  let shown = "";
  const rest = [...pieces];
  return {
    write: (text) => Promise.resolve(void (shown += text)),
    read() {
      const piece = rest.shift();
      return Promise.resolve(piece === undefined ? undefined : new TextEncoder().encode(piece));
    },
    close: () => Promise.resolve(),
    shown: () => shown,
  };
}

const ALL = { rememberable: true };
const NO = { kind: "no", reason: "" };

Deno.test("askYes() takes a line typed key by key", async () => {
  assert.deepEqual(await askYes(typing("y", "e", "s", "\r"), ALL), { kind: "yes" });
  assert.deepEqual(await askYes(typing("n too risky\r"), ALL), { kind: "no", reason: "too risky" });
});

Deno.test("askYes() takes nothing, ^C, ^D and a terminal that is gone as no", async () => {
  for (const keys of [["\r"], ["y\x03"], ["y\x04"], [], ["y"]]) {
    assert.deepEqual(await askYes(typing(...keys), ALL), NO);
  }
});

Deno.test("askYes() asks again what is unclear, and then it is no", async () => {
  assert.deepEqual(await askYes(typing("what?\r", "y\r"), ALL), { kind: "yes" });
  assert.deepEqual(await askYes(typing("1\r", "2\r", "3\r", "y\r"), ALL), NO);
});

Deno.test("askYes() takes no answer that was typed ahead of its question", async () => {
  const terminal = typing("what?\ry\r");
  assert.deepEqual(await askYes(terminal, ALL), NO);
  assert.equal(terminal.shown().match(/Run it\?/g)?.length, 2);
});

Deno.test("askYes() remembers only where that is offered", async () => {
  assert.deepEqual(await askYes(typing("r\r"), ALL), { kind: "remember" });
  const terminal = typing("r\r", "r\r", "r\r");
  assert.deepEqual(await askYes(terminal, { rememberable: false }), NO);
  assert.equal(terminal.shown().includes("r ="), false);
});

Deno.test("askSecret() gives the bytes and shows none of them", async () => {
  const terminal = typing("s3cr", "et\x7f\x7fät\r");
  const secret = await askSecret(terminal, "Password");
  assert.equal(new TextDecoder().decode(secret), "s3crät");
  assert.equal(/s3c|ä/.test(terminal.shown()), false);
});

Deno.test("askSecret() gives nothing for an empty line or a key that means no", async () => {
  for (const keys of ["\r", "secret\x03", "\x04"]) {
    assert.equal(await askSecret(typing(keys), "Password"), undefined);
  }
});
