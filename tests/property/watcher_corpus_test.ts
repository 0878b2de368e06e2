import assert from "node:assert/strict";
import { literalArg } from "../../src/core/arg.ts";
import { searchIn, splitPlain } from "./watcher_fakes.ts";

interface Row {
  readonly id: string;
  readonly argv: readonly string[];
  readonly watcher: boolean;
}

/** The rows `watcher-*` of the corpus of verdicts: those that are denied are watchers. */
const rows: readonly Row[] = [
  { id: "watcher-002", argv: ["tsc", "--watch=true"], watcher: true },
  { id: "watcher-003", argv: ["vitest", "--watch"], watcher: true },
  { id: "watcher-004", argv: ["node", "--watch", "app.js"], watcher: true },
  { id: "watcher-005", argv: ["deno", "run", "--watch", "main.ts"], watcher: true },
  { id: "watcher-006", argv: ["chokidar", "src/**", "-c", "npm test"], watcher: true },
  { id: "watcher-007", argv: ["npx", "chokidar", "src"], watcher: true },
  { id: "watcher-008", argv: ["npm", "run", "dev", "--", "--watch"], watcher: true },
  { id: "watcher-010", argv: ["env", "CI=1", "tsc", "--watch"], watcher: true },
  { id: "watcher-011", argv: ["kubectl", "get", "pods", "-w"], watcher: true },
  { id: "watcher-012", argv: ["tsc", "-w"], watcher: true },
  { id: "watcher-013", argv: ["cargo", "watch", "-x", "test"], watcher: true },
  { id: "watcher-015", argv: ["jest", "--watchAll"], watcher: true },
  { id: "watcher-016", argv: ["sh", "-c", "tsc --watch"], watcher: true },
  { id: "watcher-018", argv: ["sh", "-c", "tsc --watch &"], watcher: true },
  { id: "watcher-019", argv: ["grep", "-rn", "-e", "--watch", "docs"], watcher: false },
  { id: "watcher-020", argv: ["rg", "--", "--watch", "src"], watcher: false },
  { id: "watcher-021", argv: ["tsc", "--watchFile", "x"], watcher: false },
  { id: "watcher-022", argv: ["git", "log", "--grep=--watch"], watcher: false },
  { id: "watcher-023", argv: ["echo", "use --watch"], watcher: false },
];

/** What the judge does before it asks: `env` unwrapped, the calls of `sh -c` taken out. */
function judgedCalls(argv: readonly string[]): readonly (readonly string[])[] {
  if (argv[0] === "env") return [argv.slice(2)];
  if (argv[0] !== "sh") return [argv];
  const calls = splitPlain(argv[2] ?? "", ["/work"]) ?? [];
  return calls.map((call) => call.args.map((arg) => arg.shown));
}

for (const row of rows) {
  Deno.test(`${row.id} ${row.argv.join(" ")}`, () => {
    const found = judgedCalls(row.argv).map((argv) => searchIn({}, { argv }));
    assert.equal(found.some((finding) => finding !== undefined), row.watcher);
  });
}

Deno.test("findWatcher() names the flag, and the call once", () => {
  assert.deepEqual(searchIn({}, { argv: ["tsc", "-p", "a b", "--watch"] }), {
    why: "tsc --watch",
    chain: ['tsc -p "a b" --watch'],
  });
});

Deno.test("findWatcher() takes an unknown word for no flag and an unknown program for no watcher", () => {
  const unknown = {
    text: undefined,
    alternatives: [[{ hole: "unknown" as const }]],
    splits: true,
    shown: "$x",
  };
  assert.equal(searchIn({}, { argv: ["tsc", unknown] }), undefined);
  assert.equal(searchIn({}, { argv: [unknown, "--watch"] }), undefined);
  assert.equal(searchIn({}, { argv: ["npm", "run", unknown] }), undefined);
  const glued = { ...unknown, alternatives: [["--watch=", { hole: "unknown" as const }]] };
  assert.equal(searchIn({}, { argv: ["tsc", glued] }), undefined);
  assert.notEqual(searchIn({}, { argv: ["tsc", unknown, "-w"] }), undefined);
  assert.notEqual(searchIn({}, { argv: [literalArg("watch"), unknown] }), undefined);
});
