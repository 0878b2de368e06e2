import { equal } from "node:assert/strict";

Deno.test("later() keeps a program running that has nothing else to wait for, unless called off", async () => {
  const module = new URL("../../src/core/later.ts", import.meta.url);
  const output = async (then: string): Promise<string> => {
    const text = `const { later } = await import("${module}");
      const cancel = later(30, () => console.log("acted")); ${then}`;
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", "--no-config", "--no-lock", text],
    }).output();
    return new TextDecoder().decode(stdout);
  };
  equal(await output(""), "acted\n");
  equal(await output("cancel();"), "");
});
