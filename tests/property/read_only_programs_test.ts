/**
 * The real sed and awk as judges of the recognisers: a program that is taken for read-only leaves nothing behind.
 *
 * `READ_ONLY_RUNS` programs (300) are made for each language from pieces that write, run, hide and end things.
 * @module
 */
import { deepStrictEqual } from "node:assert/strict";
import fc from "fast-check";
import { readAwk } from "../../src/core/read_only/recognisers/awk.ts";
import { readSed } from "../../src/core/read_only/recognisers/sed.ts";
import { isInstalled } from "../support/programs.ts";

const RUNS = Number(Deno.env.get("READ_ONLY_RUNS") ?? 300);
/** A program that does not end prints for ever; it is stopped then, and has shown enough. */
const PATIENCE_MS = 1000;

const SED_PIECES = [
  ..."{};\n!pdN=\\/[]ws #",
  "w made",
  "s/a/b/",
  "s/a/b/w made",
  "s/[/]/x/",
  "s/[/]/wx/",
  "s/[^/]*$//",
  "s/[]/]/x/",
  "s/[\\]/;w made\n/]/x/",
  "s/[[:alpha:]/;]/x/",
  "y/[/]/;w made\n",
  "a text",
  "a\\\n",
  "i\\\ntext",
  "c\\",
  "bx",
  ":x;",
  "ta;",
  "$!",
  "/a/",
  "\\,a,",
  "/[/]/",
  "# w made",
  "\nw made\n",
  "\\\nw made",
  "\\\\\nw made",
  "]/w made",
];

const AWK_PIECES = [
  ...'(){}[];\n/"\\#~!<>?:,%^=+-$x1',
  "print ",
  'printf "x" ',
  '> "made"',
  '>> "made"',
  '| "touch made"',
  '"touch made" | getline',
  'system("touch made")',
  '; system("touch made") ;',
  "getline x",
  "/a/",
  "/[/]/",
  '/"/',
  '"/"',
  "/[\\]/]/",
  "/[[:alpha:]/]/",
  "if (1) ",
  "for (;0;) ",
  "else ",
  "length ",
  "BEGIN",
  "END",
  "a[1]",
  "f(1)",
  "return ",
  "++",
  "&&",
  "||",
  "\\\n",
];

interface Language {
  readonly title: string;
  readonly read: (text: string) => string | undefined;
  readonly program: fc.Arbitrary<string>;
  /** Commands that may be installed, each with the words before the program. */
  readonly commands: readonly (readonly string[])[];
}

const joined = (pieces: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength }).map((parts) => parts.join(""));

const LANGUAGES: readonly Language[] = [
  {
    title: "sed",
    read: readSed,
    program: joined(SED_PIECES, 7),
    commands: [["sed"], ["busybox", "sed"]],
  },
  {
    title: "awk",
    read: readAwk,
    program: fc.tuple(fc.constantFrom("{", "BEGIN{", ""), joined(AWK_PIECES, 9)).map((parts) =>
      `${parts.join("")}${parts[0] === "" ? "" : "}"}`
    ),
    commands: [["mawk"], ["gawk"], ["original-awk"], ["busybox", "awk"], ["awk"]],
  },
];

for (const language of LANGUAGES) {
  const installed = language.commands.filter(([command]) => isInstalled(command ?? ""));
  Deno.test({
    name: `what is read-only ${language.title} leaves nothing behind`,
    ignore: installed.length === 0,
    fn: async () => {
      const directory = await Deno.makeTempDir();
      await Deno.writeTextFile(`${directory}/in`, 'a b\n[]/ "\n1 2\n');
      const accepted = language.program.filter((text) => language.read(text) === undefined);
      try {
        await fc.assert(
          fc.asyncProperty(accepted, async (text) => {
            for (const command of installed) {
              await run([...command, text, "in"], directory);
              const left = await takeLeft(directory);
              deepStrictEqual(left, [], `${command.join(" ")} ${JSON.stringify(text)}`);
            }
          }),
          { numRuns: RUNS },
        );
      } finally {
        await Deno.remove(directory, { recursive: true });
      }
    },
  });
}

async function run(argv: readonly string[], directory: string): Promise<void> {
  const [command = "", ...args] = argv;
  await new Deno.Command(command, {
    args,
    cwd: directory,
    stdin: "null",
    stdout: "null",
    stderr: "null",
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).output();
}

/** Names of files that were not there before; taken away, so that the next program starts afresh. */
async function takeLeft(directory: string): Promise<readonly string[]> {
  const left = [...Deno.readDirSync(directory)].map((entry) => entry.name).filter((name) =>
    name !== "in"
  );
  for (const name of left) await Deno.remove(`${directory}/${name}`);
  return left;
}
