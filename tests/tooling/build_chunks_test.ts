import { deepEqual, rejects } from "node:assert/strict";
import { joinChunks } from "../../scripts/build_chunks.ts";
import { TestEnv } from "../support/test_env.ts";

type Bundle = Readonly<Record<string, string>>;

function filesOf(bundle: Bundle) {
  return Object.entries(bundle).map(([path, text]) => ({
    path,
    bytes: new TextEncoder().encode(text),
    isExecutable: false,
  }));
}

/** What a program prints whose main module waits for a part that imports back what main has imported. */
const BUNDLE: Bundle = {
  "main.js": `
    import { count, SECRET } from "./chunk-00000001.js";
    count("main");
    console.log(await (await import("./part-00000002.js")).part());
    console.log((await import("./rare-00000003.js")).rare, SECRET);`,
  "chunk-00000001.js": `
    import { join } from "node:path";
    let calls = 0;
    export const SECRET = join("a", "b");
    export const count = (who) => who + ++calls;`,
  "part-00000002.js": `
    import { count } from "./chunk-00000001.js";
    import { own } from "./chunk-00000004.js";
    export const part = async () => count(own);`,
  "chunk-00000004.js": `export const own = "part";`,
  "rare-00000003.js": `
    import { count } from "./chunk-00000001.js";
    import { own } from "./chunk-00000004.js";
    export const rare = own + count("rare");`,
};

Deno.test("joinChunks() makes one file of what is loaded together, and each module runs once", async () => {
  const made = await joinChunks(filesOf(BUNDLE), { first: ["main"], then: ["part"] });
  deepEqual(made.map(({ path }) => path).toSorted(), [
    "first.js",
    "main.js",
    "rare-00000003.js",
    "then.js",
  ]);
  using env = new TestEnv();
  made.forEach(({ path, bytes }) => env.write(path, new TextDecoder().decode(bytes)));
  const { stdout } = await env.exec([Deno.execPath(), "run", `${env.work}/main.js`]);
  deepEqual(stdout, "part2\npartrare3 a/b\n");
});

Deno.test("joinChunks() makes the same of the same", async () => {
  const make = () => joinChunks(filesOf(BUNDLE), { first: ["main"], then: ["part"] });
  deepEqual(await make(), await make());
});

Deno.test("joinChunks() refuses a name of no module, or of two", async () => {
  await rejects(joinChunks(filesOf(BUNDLE), { first: ["gone"] }), /0 modules .* called gone/);
  await rejects(joinChunks(filesOf(BUNDLE), { first: ["chunk"] }), /2 modules .* called chunk/);
});

Deno.test("joinChunks() refuses a module that is not there", async () => {
  const broken = { ...BUNDLE, "part-00000002.js": `export * from "./gone.js";` };
  await rejects(joinChunks(filesOf(broken), { first: ["main"] }), /gone\.js/);
});
