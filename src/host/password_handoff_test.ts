import assert from "node:assert/strict";
import { createHandoff, sealFor } from "./password_handoff.ts";

const SECRET = new TextEncoder().encode("Corr3ct-Horse");

Deno.test("a sealed password is opened by the one it was sealed for", async () => {
  const handoff = await createHandoff();
  const sealed = await sealFor(handoff.publicKey, SECRET);
  assert.deepEqual(await handoff.open(sealed), SECRET);
});

Deno.test("a sealed password is opened by nobody else, and not when it was changed", async () => {
  const [mine, other] = [await createHandoff(), await createHandoff()];
  const sealed = await sealFor(mine.publicKey, SECRET);
  assert.equal(await other.open(sealed), undefined);
  const last = sealed.endsWith("0") ? "1" : "0";
  assert.equal(await mine.open(sealed.slice(0, -1) + last), undefined);
});

Deno.test("a password is sealed differently each time", async () => {
  const { publicKey } = await createHandoff();
  assert.notEqual(await sealFor(publicKey, SECRET), await sealFor(publicKey, SECRET));
});
