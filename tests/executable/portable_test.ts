import { deepEqual, equal, match, notEqual } from "node:assert/strict";
import { TestEnv } from "../support/test_env.ts";
import { buildIfPossible, HOST_TARGET, withHead } from "./executable.ts";

const portable = await buildIfPossible(HOST_TARGET);
const ignore = portable === undefined;

/** A world with the executable in it, and nothing unpacked yet. */
function world(): { readonly env: TestEnv; readonly program: string; readonly cache: string } {
  const env = new TestEnv();
  const program = `${env.root}/execguard`;
  Deno.writeFileSync(program, portable?.bytes ?? new Uint8Array(), { mode: 0o755 });
  return { env, program, cache: `${env.home}/.cache/execguard` };
}

const VERSION = /^execguard \d+\.\d+\.\d+\n$/;
const names = (folder: string) => [...Deno.readDirSync(folder)].map(({ name }) => name);

Deno.test("the first start unpacks once, privately; later ones use it", { ignore }, async () => {
  const { env, program, cache } = world();
  using _ = env;
  const first = await env.exec([program, "version"]);
  match(first.stdout, VERSION);
  equal(first.stderr, "");
  deepEqual(names(cache), [portable?.content]);
  const tree = `${cache}/${portable?.content}`;
  equal((Deno.statSync(cache).mode ?? 0) & 0o777, 0o700);
  equal((Deno.statSync(tree).mode ?? 0) & 0o777, 0o700);
  const { ino } = Deno.statSync(tree);
  match((await env.exec([program, "version"])).stdout, VERSION);
  equal(Deno.statSync(tree).ino, ino);
  deepEqual(names(env.work), []);
});

Deno.test("after the first start a usual one finds all compiled, and no log to read", {
  ignore,
}, async () => {
  const { env, program, cache } = world();
  using _ = env;
  const logs = () =>
    names(`${cache}/${portable?.content}/.deno/cache`).filter((name) => name.endsWith("-wal"))
      .map((name) => Deno.statSync(`${cache}/${portable?.content}/.deno/cache/${name}`).size);
  equal((await env.exec([program, "version"])).code, 0);
  equal(logs().length > 0, true);
  const usual = [["allowlist-check", "--", "sh", "-c", "ls"], ["run", "--", "true"]];
  for (const args of usual) equal((await env.exec([program, ...args])).code, 0);
  // Parts of the list came in by program; the parser would take 2 MB there, what starts a command 700 KB.
  equal(Math.max(...logs()) < 100_000, true, logs().join(" "));
});

Deno.test("arguments, streams and exit codes pass through the head", { ignore }, async () => {
  const { env, program } = world();
  using _ = env;
  const argv = ["printf", "<%s>", "", "a b", "*", "$(id)", "--json", "é"];
  const result = await env.exec([program, "run", "--mode", "auto", "--", ...argv]);
  equal(result.stdout, "<><a b><*><$(id)><--json><é>");
  const cat = await env.exec([program, "run", "--", "cat"], { stdin: "in\n" });
  equal(cat.stdout, "in\n");
  const failing = ["run", "--mode", "auto", "--", "sh", "-c", "exit 7"];
  equal((await env.exec([program, ...failing])).code, 7);
});

Deno.test("two first starts at once both work and leave one tree", { ignore }, async () => {
  const { env, program, cache } = world();
  using _ = env;
  const starts = [1, 2, 3].map(() => env.exec([program, "version"]));
  for (const { code, stdout, stderr } of await Promise.all(starts)) {
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
    match(stdout, VERSION);
  }
  deepEqual(names(cache), [portable?.content]);
});

Deno.test(
  "the caller's variables steer neither the unpacking nor the runtime",
  { ignore },
  async () => {
    const { env, program, cache } = world();
    using _ = env;
    env.write(`${env.root}/evil/tar`, "#!/bin/sh\ntouch ~/ran\n", 0o755);
    env.write(`${env.root}/evil/find`, "#!/bin/sh\ntouch ~/ran\n", 0o755);
    const variables = {
      PATH: `${env.root}/evil:/usr/bin:/bin`,
      TAR_OPTIONS: "--exclude=main.ts",
      NODE_OPTIONS: "--require=/nowhere.js",
      DENO_DIR: `${env.root}/evil`,
      IFS: "/",
      eg_tree: `${env.root}/evil`,
      eg_content: "evil",
    };
    const started = [program, "run", "--", "printenv", "NODE_OPTIONS"];
    for (const _ of [1, 2]) {
      const { code, stdout, stderr } = await env.exec(started, { env: variables });
      deepEqual({ code, stderr }, { code: 0, stderr: "" });
      equal(stdout, "--require=/nowhere.js\n");
    }
    deepEqual(names(cache), [portable?.content]);
    deepEqual(names(env.home).toSorted().filter((name) => name === "ran"), []);
  },
);

for (
  const [what, change] of [
    ["a changed program", (tree: string) => append(`${tree}/program/main.js`)],
    ["another file, with a time that is long past", (tree: string) => {
      append(`${tree}/main.ts`);
      Deno.utimeSync(`${tree}/main.ts`, 1e9, 1e9);
    }],
    ["a changed runtime", (tree: string) => append(`${tree}/${runtimeIn(tree)}`)],
    ["a changed part that is loaded late", (tree: string) => {
      append(
        `${tree}/program/${names(`${tree}/program`).find((name) => /^parse_script/.test(name))}`,
      );
    }],
    ["a missing file", (tree: string) => Deno.removeSync(`${tree}/main.ts`)],
    ["a missing lock file", (tree: string) => Deno.removeSync(`${tree}/deno.lock`)],
    ["a missing part that is loaded late", (tree: string) => {
      const late = names(`${tree}/program`).find((name) => /^parse_script/.test(name));
      Deno.removeSync(`${tree}/program/${late}`);
    }],
    ["a missing seal", (tree: string) => Deno.removeSync(`${tree}/.deno/sealed`)],
    ["a newer seal", (tree: string) => Deno.utimeSync(`${tree}/.deno/sealed`, 1e9, 1e9)],
    ["an added file", (tree: string) => Deno.writeTextFileSync(`${tree}/program/x.json`, "{}")],
    ["a link in the place of the tree", (tree: string) => {
      Deno.renameSync(tree, `${tree}.moved`);
      Deno.symlinkSync(`${tree}.moved`, tree);
    }],
  ] as const
) {
  Deno.test(`a tampered cache is built anew: ${what}`, { ignore }, async () => {
    const { env, program, cache } = world();
    using _ = env;
    await env.exec([program, "version"]);
    const tree = `${cache}/${portable?.content}`;
    const before = Deno.lstatSync(tree).ino;
    change(tree);
    const { stdout, stderr } = await env.exec([program, "version"]);
    match(stdout, VERSION);
    equal(stderr, "");
    const { ino } = Deno.lstatSync(tree);
    notEqual(ino, before);
    match((await env.exec([program, "version"])).stdout, VERSION);
    equal(Deno.lstatSync(tree).ino, ino);
  });
}

Deno.test(
  "starts at once on a tampered cache all work and leave one tree",
  { ignore },
  async () => {
    const { env, cache } = world();
    using _ = env;
    // Each looks at what is there, and brings its own tree half a second to four seconds later.
    const slow = withHead(
      portable?.bytes ?? new Uint8Array(),
      (head) => head.replace(/^(?= +env -i )/m, () => "sleep $(($$ % 4)).5;"),
    );
    const program = `${env.root}/slow`;
    Deno.writeFileSync(program, slow, { mode: 0o755 });
    await env.exec([program, "version"]);
    append(`${cache}/${portable?.content}/main.ts`);
    const starts = [1, 2, 3, 4].map(() => env.exec([program, "run", "--", "ls", "-a"]));
    for (const { code, stdout, stderr } of await Promise.all(starts)) {
      deepEqual({ code, stdout, stderr }, { code: 0, stdout: ".\n..\n", stderr: "" });
    }
    deepEqual(names(cache), [portable?.content]);
  },
);

function append(path: string): void {
  Deno.writeTextFileSync(path, "\nconsole.log('tampered');\n", { append: true });
}

function runtimeIn(tree: string): string {
  return `.deno/${names(`${tree}/.deno`).find((name) => name.startsWith("deno-"))}`;
}

Deno.test("a damaged executable is refused before anything is unpacked", { ignore }, async () => {
  const { env, program, cache } = world();
  using _ = env;
  const bytes = new Uint8Array(portable?.bytes ?? []);
  const at = bytes.length - 1000;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  Deno.writeFileSync(program, bytes);
  const { code, stderr } = await env.exec([program, "version"]);
  equal(code, 125);
  equal(stderr, "execguard: Cannot start: this executable is damaged; install it anew\n");
  Deno.truncateSync(program, bytes.length - 1_000_000);
  equal((await env.exec([program, "run", "--json", "--", "ls"])).json().status, "internal");
  throwsNotFound(cache);
});

function throwsNotFound(path: string): void {
  try {
    Deno.lstatSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  throw new Error(`${path} exists`);
}
