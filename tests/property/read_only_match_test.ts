import { strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { literalArg } from "../../src/core/arg.ts";
import { matchReadOnly } from "../../src/core/read_only/match_read_only.ts";
import { makeReadOnlyList } from "../../src/core/read_only/read_only_list.ts";
import { READ_ONLY_FILES } from "../../src/config/read_only_files.ts";

const list = makeReadOnlyList(READ_ONLY_FILES);
const entries = READ_ONLY_FILES.flatMap(({ file }) => file.entries);
const kindOf = (argv: readonly string[]) => matchReadOnly(argv.map(literalArg), list).kind;

/** Argvs of the list that match, of entries that look at their flags. */
const matching = fc.constantFrom(
  ...entries.filter((entry) => entry.any_words !== true).flatMap((entry) => entry.match),
);
/** No program has a flag like these. */
const unlisted = fc.constantFrom(
  "--zz-unlisted",
  "--zz-unlisted=x",
  "--output-zz",
  "-\u00a7",
  "-\u00a7x",
);

Deno.test("a flag that is not listed never matches, wherever it stands before --", () => {
  fc.assert(
    fc.property(matching, unlisted, fc.nat(), (argv, flag, seed) => {
      const end = argv.indexOf("--") < 0 ? argv.length : argv.indexOf("--");
      const at = 1 + seed % end;
      const changed = [...argv.slice(0, at), flag, ...argv.slice(at)];
      // Behind a flag that takes any text, or as a program, the word is data; then nothing is proved.
      const taken = kindOf(changed) === "match" && !isTextBefore(argv, at);
      strictEqual(taken, false, JSON.stringify(changed));
    }),
    { numRuns: 3000 },
  );
});

/** Whether the word before an index is a flag that may take it as its value, or that of find's expression. */
function isTextBefore(argv: readonly string[], at: number): boolean {
  return argv[at - 1]?.startsWith("-") === true || argv[at - 2]?.startsWith("--arg") === true;
}

Deno.test("another program's name never matches by the words after it", () => {
  fc.assert(fc.property(matching, fc.string({ minLength: 1 }), (argv, name) => {
    const other = [`${name}\u00a7`, ...argv.slice(1)];
    strictEqual(kindOf(other), "miss");
  }));
});

Deno.test("a long flag's value counts the same after = and as the next word", () => {
  const values = fc.stringMatching(/^[a-z0-9][a-z0-9.]{0,6}$/);
  const flags = fc.constantFrom(
    "--max-count",
    "--skip",
    "--since",
    "--author",
    "--grep",
    "--format",
    "--date",
  );
  fc.assert(fc.property(flags, values, (flag, value) => {
    strictEqual(
      kindOf(["git", "log", `${flag}=${value}`]),
      kindOf(["git", "log", flag, value]),
    );
  }));
});

Deno.test("flags of a cluster count as they do one by one", () => {
  const letters = fc.array(fc.constantFrom(..."bcdfghikmMnrRsuVzoTS"), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(fc.property(letters, (cluster) => {
    // -k and -S of sort take a value, so they may only stand last.
    fc.pre(!cluster.slice(0, -1).some((letter) => "kS".includes(letter)));
    const joined = kindOf(["sort", `-${cluster.join("")}`, "1", "f"]);
    const apart = kindOf(["sort", ...cluster.map((letter) => `-${letter}`), "1", "f"]);
    strictEqual(joined, apart);
  }));
});

Deno.test("no argv makes the look-up throw, and what matches names a listed form", () => {
  const forms = new Set(entries.flatMap((entry) => entry.forms));
  const names = fc.constantFrom(
    "git",
    "sed",
    "awk",
    "find",
    "tar",
    "jq",
    "ip",
    "docker",
    "ls",
    "uniq",
  );
  const words = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom("-", "--", "-n", "log", "-C", "status", "addr", "-f", "p"),
    ),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(names, words, (name, rest) => {
      const found = matchReadOnly([name, ...rest].map(literalArg), list);
      strictEqual(found.kind === "miss" || forms.has(found.rule), true);
    }),
    { numRuns: 2000 },
  );
});
