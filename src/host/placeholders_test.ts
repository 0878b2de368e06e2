import assert from "node:assert/strict";
import { makePlaceholders } from "./placeholders.ts";

/** A directory of the test's own, gone afterwards. */
function inDirectory(check: (directory: string) => void): () => void {
  return () => {
    const directory = Deno.makeTempDirSync();
    try {
      check(directory);
    } finally {
      Deno.removeSync(directory, { recursive: true });
    }
  };
}

function make(...paths: Parameters<typeof makePlaceholders>[0]): { release(): void } {
  const result = makePlaceholders(paths);
  assert.ok(result.ok);
  return result.value;
}

function tree(directory: string): string[] {
  return [...Deno.readDirSync(directory)].map(({ name }) => name).toSorted();
}

Deno.test(
  "makePlaceholders() makes files and directories with those above, and takes them away",
  inDirectory((at) => {
    const kept = make({ path: `${at}/a/b/c` }, { path: `${at}/f`, content: ".\n" });
    assert.equal(Deno.readTextFileSync(`${at}/f`), ".\n");
    assert.ok(Deno.statSync(`${at}/a/b/c`).isDirectory);
    kept.release();
    assert.deepEqual(tree(at), []);
  }),
);

Deno.test(
  "makePlaceholders() keeps a name until the last one that needs it is done",
  inDirectory((at) => {
    const placeholder = { path: `${at}/f`, content: ".\n" };
    const first = make(placeholder);
    const second = make(placeholder);
    first.release();
    assert.deepEqual(tree(at), ["f"]);
    second.release();
    assert.deepEqual(tree(at), []);
  }),
);

Deno.test(
  "makePlaceholders() leaves what was there before and what was changed",
  inDirectory((at) => {
    Deno.mkdirSync(`${at}/before`);
    const kept = make(
      ...["before", "filled"].map((name) => ({ path: `${at}/${name}` })),
      { path: `${at}/changed`, content: ".\n" },
    );
    Deno.writeTextFileSync(`${at}/filled/x`, "");
    Deno.writeTextFileSync(`${at}/changed`, "mine");
    kept.release();
    assert.deepEqual(tree(at), ["before", "changed", "filled"]);
  }),
);

Deno.test(
  "makePlaceholders() takes away what a killed execguard left",
  inDirectory((at) => {
    const placeholder = { path: `${at}/f`, content: ".\n" };
    const module = new URL("./placeholders.ts", import.meta.url).href;
    const code = `const { makePlaceholders } = await import("${module}");
      makePlaceholders([${JSON.stringify(placeholder)}]); Deno.kill(Deno.pid, "SIGKILL");`;
    new Deno.Command(Deno.execPath(), { args: ["eval", "--no-check", code] }).outputSync();
    assert.deepEqual(tree(at), ["f"]);
    make(placeholder).release();
    assert.deepEqual(tree(at), []);
  }),
);

Deno.test(
  "makePlaceholders() refuses when a name cannot be made, and leaves nothing",
  inDirectory((at) => {
    Deno.writeTextFileSync(`${at}/file`, "");
    const result = makePlaceholders([{ path: `${at}/made` }, { path: `${at}/file/x` }]);
    assert.equal(result.ok ? "" : result.refusal.code, "sandbox-failed");
    assert.deepEqual(tree(at), ["file"]);
  }),
);
