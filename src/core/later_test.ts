import { deepEqual, equal } from "node:assert/strict";
import { later } from "./later.ts";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

Deno.test("later() acts once, in the order of the waits, at once for one that is over", async () => {
  const acted: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  later(40, () => {
    acted.push("last");
    resolve();
  });
  later(-5, () => acted.push("over"));
  later(1.5, () => acted.push("soon"));
  deepEqual(acted, []);
  await promise;
  deepEqual(acted, ["over", "soon", "last"]);
});

Deno.test("later() does not act once it was called off", async () => {
  let acted = 0;
  const cancel = later(1, () => acted++);
  cancel();
  cancel();
  await pause(30);
  equal(acted, 0);
});
