/**
 * The installed programs as judges of the read-only list: what an entry matches leaves nothing behind.
 *
 * For each form `READ_ONLY_LIST_RUNS` (1) argv are made of its flags, values and operands that exist, would be made, or
 * would be run; each runs in a sandbox that can write the work directory and home alone.
 * @module
 */
import { deepStrictEqual, notDeepStrictEqual, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { READ_ONLY_FILES } from "../../src/config/read_only_files.ts";
import { literalArg } from "../../src/core/arg.ts";
import { neutralGitEnvironment } from "../../src/core/git_environment.ts";
import { lookUp } from "../../src/core/read_only/match_read_only.ts";
import { makeReadOnlyList } from "../../src/core/read_only/read_only_list.ts";
import type { ReadOnlyEntry, ReadOnlyFile } from "../../src/core/read_only/types.ts";
import { NO_SANDBOX } from "../sandbox/bwrap_world.ts";
import { isInstalled } from "../support/programs.ts";
import { TestEnv } from "../support/test_env.ts";

const RUNS = Number(Deno.env.get("READ_ONLY_LIST_RUNS") ?? 1);
const SEED = Number(Deno.env.get("READ_ONLY_LIST_SEED") ?? 1);
/** Most made argv match nothing: a value is of the wrong kind, or a flag that is needed is missing. */
const TRIES = 8;

const VALUES = "made made/y ./x f d 1 2 0 a . HEAD %s %H name short always auto never a.tar"
  .split(" ");
const OPERANDS =
  "f g d d/h . made - ./x .a a.tar a.gz f.json p.awk s.sh 1 1,2p /a/p HEAD HEAD~1 main a root lo"
    .split(" ");

const MAKE_WORLD = `
printf 'a b 1\\nb c 2\\nhello\\n' >f; printf 'a\\nb\\n' >g; mkdir d; cp f d/h
printf '{"a":1}\\n' >f.json; echo '{print}' >p.awk; echo ls >s.sh
printf '#!/bin/sh\\n: >ran\\n' >x; chmod +x x; tar -cf a.tar f g; gzip -c f >a.gz
git add f g d; echo changed >>g; git branch a; git tag 1`;

/** What programs keep in home whatever they are asked: logs, caches, settings made at the first start. */
const KEPT_IN_HOME = [
  ".npm",
  ".subversion",
  ".terraform.d",
  ".rpmdb",
  ".cache",
  ".config",
  ".local",
];

const list = makeReadOnlyList(READ_ONLY_FILES);

for (const { name, file } of READ_ONLY_FILES) {
  const forms = file.entries.flatMap((entry) => entry.forms.map((form) => ({ form, entry })))
    .filter(({ form }) => isInstalled(form.split(" ")[0] ?? ""));
  Deno.test({
    name: `what ${name}.json matches leaves nothing behind`,
    ignore: NO_SANDBOX || forms.length === 0,
    fn: async () => {
      using env = new TestEnv();
      env.git();
      const made = await env.exec(["sh", "-c", MAKE_WORLD]);
      strictEqual(made.code, 0, made.stderr);
      await assertItWouldShow(env);
      const before = lookAround(env);
      for (const { form, entry } of forms) {
        for (const argv of argvOf(form, { entry, file })) {
          await runInside(argv, env);
          deepStrictEqual(lookAround(env), before, JSON.stringify(argv));
        }
      }
    },
  });
}

/** A sandbox that starts nothing, or programs that can write nowhere, would leave nothing behind either. */
async function assertItWouldShow(env: TestEnv): Promise<void> {
  for (const path of [`${env.work}/probe`, `${env.home}/probe`]) {
    const before = lookAround(env);
    await runInside(["touch", path], env);
    notDeepStrictEqual(lookAround(env), before, path);
    Deno.removeSync(path);
  }
}

/** Argv of a form that the list takes. */
function argvOf(
  form: string,
  { entry, file }: { readonly entry: ReadOnlyEntry; readonly file: ReadOnlyFile },
): readonly (readonly string[])[] {
  const flags = flagsOf(entry, file);
  const flag = flags.length === 0 ? fc.constant([]) : fc.constantFrom(...flags).chain(flagWords);
  const needed = entry.needs === undefined
    ? fc.constant([])
    : fc.constantFrom(...entry.needs).map((need) => [need]);
  const argv = fc.tuple(
    needed,
    fc.array(flag, { maxLength: 3 }),
    fc.array(fc.constantFrom(...OPERANDS), { maxLength: 3 }),
  ).map(([need, given, operands]) => [...form.split(" "), ...need, ...given.flat(), ...operands]);
  const made = fc.sample(argv, { numRuns: RUNS * TRIES, seed: SEED });
  // With a dash word in it a form is all there is.
  return [...made, form.split(" ")]
    .filter((words) => lookUp(words.map(literalArg), list).kind === "match").slice(0, RUNS);
}

/** The flags of an entry as the list writes them, such as `-v`, `--depth=<number>` and `--color[=]`. */
function flagsOf(entry: ReadOnlyEntry, file: ReadOnlyFile): readonly string[] {
  return (entry.flags ?? []).flatMap((line) => line.split(" ")).flatMap((word) =>
    word.startsWith("@") ? (file.flag_sets?.[word.slice(1)] ?? []).join(" ").split(" ") : [word]
  );
}

/** Ways to write a flag with its value, or without one that it need not have. */
function flagWords(flag: string): fc.Arbitrary<readonly string[]> {
  const [, name = "", value] = /^(--?[^=[]*)(\[=\]|=)?/.exec(flag) ?? [];
  if (value === undefined) return fc.constant([name]);
  const glue = name.startsWith("--") ? "=" : "";
  const apart = value === "=" ? (text: string) => [name, text] : () => [name];
  return fc.tuple(fc.constantFrom(...VALUES), fc.boolean()).map(([text, isApart]) =>
    isApart ? apart(text) : [`${name}${glue}${text}`]
  );
}

async function runInside(argv: readonly string[], env: TestEnv): Promise<void> {
  const { work, home } = env;
  const mounts =
    `--ro-bind / / --dev /dev --proc /proc --bind ${work} ${work} --bind ${home} ${home}`;
  const rest = `--unshare-all --die-with-parent --new-session --chdir ${work} -- timeout -k 1 3`;
  const words = `bwrap ${mounts} ${rest}`.split(" ");
  // Some print without end.
  const silent = ["sh", "-c", 'exec "$@" >/dev/null 2>&1', "sh"];
  await env.exec([...words, ...silent, ...argv], {
    env: neutralGitEnvironment({}),
    stdin: "a b\n",
  });
}

/** One character for one byte: what is not UTF-8 is told apart too. */
const bytesAsText = new TextDecoder("latin1");

/** Every name with its mode and content; of home without what programs keep there. */
function lookAround(env: TestEnv): Readonly<Record<string, string>> {
  const seen: Record<string, string> = {};
  const look = (directory: string, skipped: readonly string[]): void => {
    for (const { name, isDirectory, isFile } of Deno.readDirSync(directory)) {
      if (skipped.includes(name)) continue;
      const path = `${directory}/${name}`;
      const content = isFile ? bytesAsText.decode(Deno.readFileSync(path)) : "";
      seen[path] = `${Deno.lstatSync(path).mode} ${content}`;
      if (isDirectory) look(path, []);
    }
  };
  look(env.work, []);
  look(env.home, KEPT_IN_HOME);
  return seen;
}
