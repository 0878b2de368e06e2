import { deepStrictEqual } from "node:assert/strict";
import plugin from "../../scripts/layers_plugin.ts";

/** A file of the project, what it says, and the rules that must speak. */
type Row = readonly [path: string, source: string, ...rules: string[]];

const ROWS: readonly Row[] = [
  // Ranks.
  ["src/core/judge.ts", `import type { Argv } from "./types.ts";`],
  ["src/core/rules/sudo.ts", `import { judge } from "../judge.ts";`],
  ["src/guard/admit.ts", `import { judge } from "../core/judge.ts";`],
  ["src/cli/main.ts", `import { admit } from "../guard/admit.ts";`],
  ["main.ts", `import { main } from "./src/cli/main.ts";`],
  ["src/mod.ts", `export { judge } from "./core/judge.ts";`],
  ["src/core/judge.ts", `import { admit } from "../guard/admit.ts";`, "imports"],
  ["src/core/judge.ts", `import type { Admit } from "../guard/admit.ts";`, "imports"],
  ["src/core/judge.ts", `export { admit } from "../guard/admit.ts";`, "imports"],
  ["src/core/judge.ts", `export * from "../guard/admit.ts";`, "imports"],
  ["src/core/judge.ts", `type A = import("../guard/admit.ts").Admit;`, "imports"],
  ["src/core/judge.ts", `await import("../guard/admit.ts");`, "imports"],
  ["src/core/judge.ts", "const n = 'x'; await import(`../${n}.ts`);", "imports"],
  ["src/core/rules/sudo.ts", `import { a } from "../../shell/parse.ts";`, "imports"],
  ["src/core/judge_test.ts", `import { a } from "../shell/parse.ts";`],
  ["src/core/judge_test.ts", `import { a } from "../host/files.ts";`, "imports"],
  ["src/shell/parse.ts", `import { a } from "../config/policy.ts";`, "imports"],
  ["src/host/files.ts", `import { a } from "../platform/linux.ts";`, "imports"],
  ["src/guard/admit.ts", `import { a } from "../cli/main.ts";`, "imports"],
  ["src/cli/main.ts", `import { a } from "../mod.ts";`, "imports"],
  ["src/cli/main.ts", `import { a } from "../../tests/support/test_env.ts";`, "imports"],
  ["src/cli/main_test.ts", `import { a } from "../../tests/support/test_env.ts";`],

  // Packages and rule files.
  ["src/shell/parse.ts", `import sh from "mvdan-sh";`],
  ["src/config/schema.ts", `import { z } from "zod/mini";`],
  ["src/core/glob.ts", `import picomatch from "picomatch";`, "imports"],
  ["src/config/schema.ts", `import { z } from "npm:zod@4.6.7/mini";`, "imports"],
  ["src/core/tail_test.ts", `import fc from "fast-check";`],
  ["src/core/tail.ts", `import fc from "fast-check";`, "imports"],
  ["src/config/d.ts", `import d from "../../configs/policy.json" with { type: "json" };`],
  ["src/core/d.ts", `import d from "../../configs/policy.json" with { type: "json" };`, "imports"],

  ["main.ts", `import deno from "./deno.json" with { type: "json" };`],
  ["src/cli/help.ts", `import deno from "../../deno.json" with { type: "json" };`, "imports"],

  // The machine.
  ["src/core/paths.ts", `import { join } from "node:path/posix";`],
  ["src/core/paths.ts", `import { join } from "node:path";`, "machine"],
  ["src/core/paths.ts", `const a = Deno.cwd();`, "machine"],
  ["src/core/paths.ts", `const a = globalThis.Deno;`, "machine"],
  ["src/core/paths.ts", `type A = Deno.FileInfo;`, "machine"],
  ["src/core/paths_test.ts", `import "node:assert/strict"; Deno.test("a", () => {});`],
  ["src/host/files.ts", `import { statSync } from "node:fs"; Deno.readTextFileSync("a");`],
  ["main.ts", `Deno.exit(Deno.build.os === "linux" ? 0 : 1);`],
  ["src/mod.ts", `const a = Deno.build.os;`],
  ["src/mod.ts", `Deno.exit(0);`, "wiring"],
  ["src/host/files.ts", `Deno.exit(0);`, "wiring"],
  ["src/host/files.ts", `const a = Deno.build.os;`, "wiring"],
  ["src/cli/main.ts", `Deno.exit(0);`, "machine", "wiring"],

  // Writes.
  ["main.ts", `Deno.openSync("a", { read: true });`],
  ["main.ts", `Deno.openSync("a", { write: true });`, "writes"],
  ["main.ts", `await Deno.writeTextFile("a", "b");`, "writes"],
  ["main.ts", `const { rename } = await import("node:fs/promises");`, "writes"],
  ["src/cli/main.ts", `Deno.removeSync("a");`, "machine", "writes"],
  ["src/host/write_file.ts", `import { writeSync } from "node:fs"; Deno.removeSync("a");`],
  ["src/host/files.ts", `Deno.writeTextFileSync("a", "b");`, "writes"],
  ["src/host/files.ts", `Deno.openSync("a", { append: true });`, "writes"],
  ["src/host/files.ts", `Deno["removeSync"]("a");`, "writes"],
  ["src/host/files.ts", `const { remove } = Deno;`, "writes"],
  ["src/host/files.ts", `import { renameSync } from "node:fs";`, "writes"],
  ["src/host/files.ts", `import { openSync } from "node:fs";`, "writes"],
  ["src/host/files.ts", `import * as fs from "node:fs";`, "writes"],
  ["src/host/files.ts", `import fs from "node:fs";`, "writes"],
  ["src/host/files.ts", `import { promises } from "node:fs";`, "writes"],
  ["src/host/files.ts", `const { rm } = await import("node:fs/promises");`, "writes"],
  ["src/guard/admit.ts", `import { rmSync } from "node:fs";`, "machine", "writes"],
  ["src/guard/admit.ts", `host.remove("a");`],

  // Exports, and what is free.
  ["src/core/judge.ts", `export default 1;`, "named-exports"],
  ["src/core/judge.ts", `const a = 1; export { a as default };`, "named-exports"],
  ["src/core/judge.ts", `/** Judges. */ export function judge() {}`],
  [
    "src/core/judge.ts",
    `/** Judges. */\n// deno-lint-ignore no-x\nexport const a = 1;`,
    "documented-exports",
  ],
  ["src/core/judge.ts", `export function judge() {}`, "documented-exports"],
  ["src/core/judge.ts", `/* judges */ export type Judge = string;`, "documented-exports"],
  ["scripts/golden.ts", `Deno.writeTextFileSync("a", "b"); export default 1;`],
  ["tests/property/a_test.ts", `import "npm:x"; import "../../src/host/files.ts";`],
];

for (const [path, source, ...rules] of ROWS) {
  const verdict = rules.length === 0 ? "accepts" : `refuses (${rules.join(", ")})`;
  Deno.test(`layers plugin ${verdict}: ${path}: ${source}`, () => {
    const found = Deno.lint.runPlugin(plugin, path, source);
    const ids = [...new Set(found.map((diagnostic) => diagnostic.id))].sort();
    deepStrictEqual(ids, rules.map((rule) => `layers/${rule}`).sort());
  });
}
