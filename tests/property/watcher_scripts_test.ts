import assert from "node:assert/strict";
import { searchIn, type Tree } from "./watcher_fakes.ts";

interface Case {
  readonly name: string;
  readonly tree: Tree;
  readonly argv: readonly string[];
  readonly cwd?: string;
  /** The expected chain; undefined when nothing is found. */
  readonly chain: readonly string[] | undefined;
}

const scripts = (entries: Readonly<Record<string, string>>) => ({ scripts: entries });
const dev = scripts({ dev: "vite build --watch" });
const chained = scripts({
  a: "npm run b",
  b: "npm run c",
  c: "npm run d",
  d: "npm run e",
  e: "tsc -w",
});
const monorepo: Tree = {
  "/work/package.json": {
    name: "root",
    workspaces: ["packages/*", "!packages/old", "site"],
    scripts: { dev: "vite build" },
  },
  "/work/packages/a/package.json": { name: "@x/a", scripts: { dev: "tsc -w", build: "tsc" } },
  "/work/packages/b/package.json": { name: "@x/b", scripts: { dev: "tsc" } },
  "/work/site/package.json": { name: "site", scripts: { dev: "next dev" } },
  "/work/node_modules/x/package.json": { name: "x", scripts: { dev: "tsc -w" } },
};
const pnpmRepo: Tree = {
  "/work/package.json": { name: "root", scripts: { dev: "rollup -cw" } },
  "/work/pnpm-workspace.yaml":
    "packages:\n  # comment\n  - 'apps/**'\n  - \"libs/lib-*\"\ncatalog:\n  - none\n",
  "/work/apps/web/package.json": { name: "web", scripts: { dev: "next dev" } },
  "/work/libs/lib-a/package.json": { name: "@x/lib-a", scripts: { dev: "tsc -w" } },
  "/work/libs/other/package.json": { name: "other", scripts: { dev: "nodemon" } },
};

const cases: readonly Case[] = [
  {
    name: "a script",
    tree: { "/work/package.json": dev },
    argv: ["npm", "run", "dev"],
    chain: ["npm run dev", "vite build --watch"],
  },
  {
    name: "the nearest package upward",
    tree: { "/work/package.json": dev },
    argv: ["npm", "run", "dev"],
    cwd: "/work/src/deep",
    chain: ["npm run dev", "vite build --watch"],
  },
  {
    name: "a nearer package without the script hides it",
    tree: { "/work/package.json": dev, "/work/src/package.json": {} },
    argv: ["npm", "run", "dev"],
    cwd: "/work/src",
    chain: undefined,
  },
  {
    name: "a nearer package that is not JSON hides it",
    tree: { "/work/package.json": dev, "/work/src/package.json": "{" },
    argv: ["npm", "run", "dev"],
    cwd: "/work/src",
    chain: undefined,
  },
  {
    name: "a package of more than 1 MiB is not read",
    tree: { "/work/package.json": { ...dev, x: "x".repeat(1 << 20) } },
    argv: ["npm", "run", "dev"],
    chain: undefined,
  },
  {
    name: "a byte order mark",
    tree: { "/work/package.json": `\uFEFF${JSON.stringify(dev)}` },
    argv: ["npm", "run", "dev"],
    chain: ["npm run dev", "vite build --watch"],
  },
  {
    name: "scripts that are no text",
    tree: { "/work/package.json": { scripts: { dev: ["tsc -w"], __proto__: null } } },
    argv: ["npm", "run", "dev"],
    chain: undefined,
  },
  {
    name: "npm --prefix",
    tree: { "/work/sub/package.json": dev },
    argv: ["npm", "--prefix", "sub", "run", "dev"],
    chain: ["npm --prefix sub run dev", "vite build --watch"],
  },
  {
    name: "npm --prefix=, behind the name",
    tree: { "/work/sub/package.json": dev },
    argv: ["npm", "run", "dev", "--prefix=./x/../sub"],
    chain: ["npm run dev --prefix=./x/../sub", "vite build --watch"],
  },
  {
    name: "npm -C with an absolute path",
    tree: { "/other/package.json": dev },
    argv: ["npm", "-C", "/other", "run", "dev"],
    chain: ["npm -C /other run dev", "vite build --watch"],
  },
  {
    name: "pnpm -C",
    tree: { "/work/sub/package.json": dev },
    argv: ["pnpm", "-C", "sub", "dev"],
    chain: ["pnpm -C sub dev", "vite build --watch"],
  },
  {
    name: "yarn --cwd",
    tree: { "/work/sub/package.json": dev },
    argv: ["yarn", "--cwd", "sub", "dev"],
    chain: ["yarn --cwd sub dev", "vite build --watch"],
  },
  {
    name: "bun --cwd",
    tree: { "/work/sub/package.json": dev },
    argv: ["bun", "--cwd=sub", "run", "dev"],
    chain: ["bun --cwd=sub run dev", "vite build --watch"],
  },
  {
    name: "a pre script",
    tree: { "/work/package.json": scripts({ pretest: "tsc -w", test: "mocha" }) },
    argv: ["npm", "t"],
    chain: ["npm t", "tsc -w"],
  },
  {
    name: "a post script",
    tree: { "/work/package.json": scripts({ postbuild: "chokidar src", build: "tsc" }) },
    argv: ["yarn", "build"],
    chain: ["yarn build", "chokidar src"],
  },
  {
    name: "a pre script does not get the arguments",
    tree: { "/work/package.json": scripts({ pretest: "tsc", test: "echo" }) },
    argv: ["npm", "t", "--", "--watch"],
    chain: undefined,
  },
  {
    name: "arguments reach the last command of a script",
    tree: { "/work/package.json": scripts({ x: "echo && tsc" }) },
    argv: ["npm", "run", "x", "--", "-w"],
    chain: ["npm run x -- -w", "tsc -w"],
  },
  {
    name: "arguments do not reach the first command of a script",
    tree: { "/work/package.json": scripts({ x: "tsc && echo" }) },
    argv: ["npm", "run", "x", "--", "-w"],
    chain: undefined,
  },
  {
    name: "quotes in arguments stay data",
    tree: { "/work/package.json": scripts({ x: "echo" }) },
    argv: ["npm", "run", "x", "--", "a'; tsc -w; 'b"],
    chain: undefined,
  },
  {
    name: "arguments through two scripts",
    tree: { "/work/package.json": scripts({ x: "npm run y --", y: "tsc" }) },
    argv: ["npm", "run", "x", "--", "--watch"],
    chain: ["npm run x -- --watch", "npm run y -- --watch", "tsc --watch"],
  },
  {
    name: "the same script again with other arguments",
    tree: {
      "/work/package.json": scripts({
        dev: "npm run build && npm run build -- --watch",
        build: "tsc",
      }),
    },
    argv: ["npm", "run", "dev"],
    chain: ["npm run dev", "npm run build -- --watch", "tsc --watch"],
  },
  {
    name: "a cycle",
    tree: { "/work/package.json": scripts({ a: "npm run b", b: "npm run a" }) },
    argv: ["npm", "run", "a"],
    chain: undefined,
  },
  {
    name: "a script that runs itself with more and more arguments",
    tree: { "/work/package.json": scripts({ a: "npm run a -- x" }) },
    argv: ["npm", "run", "a"],
    chain: undefined,
  },
  {
    name: "the fourth script is opened",
    tree: { "/work/package.json": chained },
    argv: ["npm", "run", "b"],
    chain: ["npm run b", "npm run c", "npm run d", "npm run e", "tsc -w"],
  },
  {
    name: "the fifth script is not",
    tree: { "/work/package.json": chained },
    argv: ["npm", "run", "a"],
    chain: undefined,
  },
  {
    name: "cd in a script",
    tree: {
      "/work/package.json": scripts({ dev: "cd sub && npm run x" }),
      "/work/sub/package.json": scripts({ x: "tsc -w" }),
    },
    argv: ["npm", "run", "dev"],
    chain: ["npm run dev", "npm run x", "tsc -w"],
  },
  {
    name: "no package at all, behind --",
    tree: {},
    argv: ["pnpm", "run", "dev", "--", "--watch"],
    chain: ["pnpm run dev -- --watch", "dev --watch"],
  },
  {
    name: "a script that does not parse, told to watch",
    tree: { "/work/package.json": scripts({ dev: "$(x)" }) },
    argv: ["yarn", "dev", "--watch"],
    chain: ["yarn dev --watch"],
  },
  {
    name: "a script that does not parse and is called like a watcher",
    tree: { "/work/package.json": scripts({ watch: "$(x)" }) },
    argv: ["yarn", "watch"],
    chain: undefined,
  },
  {
    name: "a script called like a watcher",
    tree: { "/work/package.json": scripts({ nodemon: "node a.js" }) },
    argv: ["yarn", "nodemon"],
    chain: undefined,
  },
  {
    name: "a script called like a command of the manager",
    tree: { "/work/package.json": scripts({ install: "tsc -w" }) },
    argv: ["yarn", "install"],
    chain: undefined,
  },
  {
    name: "cross-env and npx inside a script",
    tree: {
      "/work/package.json": scripts({ dev: "cross-env A=b npx -y -p typescript tsc --watch" }),
    },
    argv: ["npm", "run", "dev"],
    chain: [
      "npm run dev",
      "cross-env A=b npx -y -p typescript tsc --watch",
      "npx -y -p typescript tsc --watch",
      "tsc --watch",
    ],
  },
  {
    name: "run-p with a pattern",
    tree: { "/work/package.json": scripts({ dev: "run-p watch:*", "watch:ts": "tsc --watch" }) },
    argv: ["npm", "run", "dev"],
    chain: ["npm run dev", "run-p watch:*", "tsc --watch"],
  },
  {
    name: "concurrently with quotes in quotes",
    tree: {
      "/work/package.json": scripts({
        dev: "concurrently 'npm:build' 'concurrently \"npm:watch-*\"'",
        build: "tsc",
        "watch-ts": "tsc -w",
      }),
    },
    argv: ["npm", "run", "dev"],
    chain: [
      "npm run dev",
      'concurrently npm:build "concurrently \\"npm:watch-*\\""',
      "concurrently npm:watch-*",
      "tsc -w",
    ],
  },
  {
    name: "rimraf first",
    tree: { "/work/package.json": scripts({ dev: "rimraf out && tsc -w" }) },
    argv: ["npm", "run", "dev"],
    chain: ["npm run dev", "tsc -w"],
  },
  {
    name: "servers are no watchers",
    tree: {
      "/work/package.json": scripts({ dev: "next dev", start: "vite", serve: "webpack serve" }),
    },
    argv: ["concurrently", "npm:dev", "npm:start", "npm:serve"],
    chain: undefined,
  },
  {
    name: "npm -w by name",
    tree: monorepo,
    argv: ["npm", "run", "dev", "-w", "@x/a"],
    chain: ["npm run dev -w @x/a", "tsc -w"],
  },
  {
    name: "npm -w by folder",
    tree: monorepo,
    argv: ["npm", "-w", "packages/a", "run", "dev"],
    chain: ["npm -w packages/a run dev", "tsc -w"],
  },
  {
    name: "npm -w of a harmless one",
    tree: monorepo,
    argv: ["npm", "--workspace=@x/b", "run", "dev"],
    chain: undefined,
  },
  {
    name: "npm --workspaces",
    tree: monorepo,
    argv: ["npm", "run", "dev", "--workspaces"],
    chain: ["npm run dev --workspaces", "tsc -w"],
  },
  {
    name: "npm --workspaces of a harmless script",
    tree: monorepo,
    argv: ["npm", "run", "build", "-ws"],
    chain: undefined,
  },
  {
    name: "npm in the root runs only the root",
    tree: monorepo,
    argv: ["npm", "run", "dev"],
    chain: undefined,
  },
  {
    name: "yarn workspace",
    tree: monorepo,
    argv: ["yarn", "workspace", "@x/a", "run", "dev"],
    chain: ["yarn workspace @x/a run dev", "tsc -w"],
  },
  {
    name: "yarn workspace without run",
    tree: monorepo,
    argv: ["yarn", "workspace", "@x/a", "dev"],
    chain: ["yarn workspace @x/a dev", "tsc -w"],
  },
  {
    name: "yarn workspaces foreach",
    tree: monorepo,
    argv: ["yarn", "workspaces", "foreach", "-A", "--jobs", "2", "run", "dev"],
    chain: ["yarn workspaces foreach -A --jobs 2 run dev", "tsc -w"],
  },
  {
    name: "bun --filter with a pattern",
    tree: monorepo,
    argv: ["bun", "--filter", "@x/*", "dev"],
    chain: ["bun --filter @x/* dev", "tsc -w"],
  },
  {
    name: "pnpm -r",
    tree: pnpmRepo,
    argv: ["pnpm", "-r", "dev"],
    chain: ["pnpm -r dev", "tsc -w"],
  },
  {
    name: "pnpm --filter",
    tree: pnpmRepo,
    argv: ["pnpm", "--filter", "lib-a", "dev"],
    chain: ["pnpm --filter lib-a dev", "tsc -w"],
  },
  {
    name: "pnpm --filter with dependents",
    tree: pnpmRepo,
    argv: ["pnpm", "--filter=...@x/lib-a", "run", "dev"],
    chain: ["pnpm --filter=...@x/lib-a run dev", "tsc -w"],
  },
  {
    name: "pnpm --filter of a harmless one",
    tree: pnpmRepo,
    argv: ["pnpm", "--filter", "web", "dev"],
    chain: undefined,
  },
  {
    name: "pnpm --filter by change is not certain",
    tree: pnpmRepo,
    argv: ["pnpm", "--filter", "[main]", "dev"],
    chain: undefined,
  },
  {
    name: "pnpm -w from below",
    tree: pnpmRepo,
    argv: ["pnpm", "-w", "dev"],
    cwd: "/work/apps/web",
    chain: ["pnpm -w dev", "rollup -cw"],
  },
  {
    name: "a folder outside the patterns",
    tree: pnpmRepo,
    argv: ["pnpm", "--filter", "other", "dev"],
    chain: undefined,
  },
];

for (const row of cases) {
  Deno.test(`findWatcher() through package.json: ${row.name}`, () => {
    const { tree, argv } = row;
    const found = searchIn(tree, row.cwd === undefined ? { argv } : { argv, cwd: row.cwd });
    assert.deepEqual(found?.chain, row.chain);
  });
}

Deno.test("findWatcher() says which script of which file runs the watcher", () => {
  const tree = { "/work/sub/package.json": scripts({ dev: "npm run x", x: "tsc -w" }) };
  assert.equal(
    searchIn(tree, { argv: ["npm", "--prefix", "sub", "run", "dev"] })?.why,
    '"tsc -w" in the script "x" of sub/package.json',
  );
  assert.equal(
    searchIn(tree, { argv: ["npm", "run", "dev"], cwd: "/work/sub/src" })?.why,
    '"tsc -w" in the script "x" of /work/sub/package.json',
  );
});

Deno.test("findWatcher() escapes and shortens what a package says", () => {
  const name = `\u001b[2K\u202e${"n".repeat(500)}`;
  const found = searchIn({ "/work/package.json": scripts({ [name]: "tsc '\u001b[31m' -w" }) }, {
    argv: ["npm", "run", name],
  });
  assert.match(
    found?.why ?? "",
    /^"tsc \\x1b\[31m -w" in the script "\\x1b\[2K\\u\{202e\}n+…" of package\.json$/,
  );
  assert.ok((found?.why.length ?? 999) < 250);
});
