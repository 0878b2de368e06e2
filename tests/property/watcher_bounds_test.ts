import assert from "node:assert/strict";
import fc from "fast-check";
import rules from "../../configs/watchers.json" with { type: "json" };
import { literalArg } from "../../src/core/arg.ts";
import { findWatcher } from "../../src/core/watcher/find_watcher.ts";
import { fakeFacts, searchIn, splitPlain, type Tree } from "./watcher_fakes.ts";

/** Parses and questions a search needs at most: its budget of 3000, and one question beyond it. */
const MOST = 3001;

/** How much a search does in a hostile tree that hides a watcher behind endless work. */
function workIn(
  tree: Tree,
  argv: readonly string[],
): { readonly asked: number; readonly parsed: number } {
  const facts = fakeFacts(tree);
  let parsed = 0;
  findWatcher(argv.map((word) => literalArg(word)), {
    cwds: ["/work"],
    facts,
    rules,
    splitScript: (text, cwds) => (parsed++, splitPlain(text, cwds)),
  });
  return { asked: facts.asked(), parsed };
}

const many = (count: number, make: (index: number) => readonly [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));

const hostile: readonly {
  readonly name: string;
  readonly tree: Tree;
  readonly argv: readonly string[];
}[] = [
  {
    name: "every script runs every script",
    tree: {
      "/work/package.json": { scripts: many(5000, (index) => [`s${index}`, "run-p * && tsc"]) },
    },
    argv: ["npm", "run", "s0"],
  },
  {
    name: "patterns that nearly match long names",
    tree: {
      "/work/package.json": {
        scripts: {
          ...many(900, (index) => [`${"a".repeat(120)}${index}`, "tsc"]),
          x: `run-p ${Array.from({ length: 500 }, () => "*a*a*a*a*a*a*b").join(" ")}`,
        },
      },
    },
    argv: ["npm", "run", "x"],
  },
  {
    name: "a long script again and again with other arguments",
    tree: {
      "/work/package.json": {
        scripts: {
          x: Array.from({ length: 500 }, (_, index) => `npm run y -- ${index}`).join(" && "),
          y: `echo ${"y".repeat(200_000)}`,
        },
      },
    },
    argv: ["npm", "run", "x"],
  },
  {
    name: "a workspace of many folders with large packages",
    tree: {
      "/work/package.json": { workspaces: Array.from({ length: 500 }, () => "**/*/**") },
      ...many(300, (index) => [
        `/work/p${index}/package.json`,
        JSON.stringify({ scripts: { dev: "npm run dev --workspaces" }, pad: "x".repeat(20_000) }),
      ]),
    },
    argv: ["npm", "run", "dev", "--workspaces"],
  },
  {
    name: "a very deep directory",
    tree: {},
    argv: ["npm", "--prefix", "a/".repeat(20_000), "run", "x"],
  },
  {
    name: "a very long chain of runners",
    tree: {},
    argv: Array.from({ length: 50_000 }, () => "npx"),
  },
  {
    name: "concurrently around many commands",
    tree: {},
    argv: ["concurrently", ...Array.from({ length: 20_000 }, () => "tsc && tsc")],
  },
];

for (const { name, tree, argv } of hostile) {
  Deno.test(`findWatcher() stays within its budget: ${name}`, () => {
    const { asked, parsed } = workIn(tree, argv);
    assert.ok(asked <= MOST && parsed <= MOST, `${asked} questions, ${parsed} scripts parsed`);
  });
}

const word = fc.oneof(
  fc.constantFrom(
    "npm",
    "run",
    "npx",
    "yarn",
    "pnpm",
    "-w",
    "-C",
    "--prefix",
    "--",
    "--watch",
    "-c",
  ),
  fc.constantFrom(
    "concurrently",
    "npm:*",
    "run-p",
    "a:*",
    "a",
    "cross-env",
    "A=b",
    "--watch=false",
  ),
  fc.string({ maxLength: 6 }),
);
const argv = fc.array(word, { minLength: 1, maxLength: 8 });
const tree = fc.dictionary(fc.constantFrom("a", "a:b", "b", "prea"), argv).map((scripts) => ({
  "/work/package.json": {
    scripts: Object.fromEntries(
      Object.entries(scripts).map(([name, words]) => [name, words.join(" ")]),
    ),
  },
}));

Deno.test("findWatcher() ends for any words and scripts, and its chain starts with the call", () => {
  fc.assert(
    fc.property(argv, tree, (words, files) => {
      const found = searchIn(files, { argv: words });
      if (found === undefined) return;
      assert.ok(found.chain.length > 0 && found.why.length > 0);
      // deno-lint-ignore no-control-regex
      assert.doesNotMatch(found.chain.join(""), /[\x00-\x1f\x7f]/);
    }),
    { numRuns: 300 },
  );
});

Deno.test("findWatcher() finds for a script what it finds for the call in it", () => {
  fc.assert(
    fc.property(argv, (words) => {
      const call = searchIn({}, { argv: words.map((each) => each.replaceAll("'", "")) });
      const text = words.map((each) => `'${each.replaceAll("'", "")}'`).join(" ");
      const isAssignment = /^'\w+=/.test(text);
      const script = searchIn({ "/work/package.json": { scripts: { "x y": text } } }, {
        argv: ["npm", "run", "x y"],
      });
      if (!isAssignment) assert.equal(script === undefined, call === undefined);
    }),
    { numRuns: 300 },
  );
});

Deno.test("findWatcher() never takes words behind -- of a plain program for flags", () => {
  fc.assert(fc.property(argv, (words) => {
    assert.equal(searchIn({}, { argv: ["mytool", "--", ...words] }), undefined);
  }));
});
