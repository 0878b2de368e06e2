import { equal } from "node:assert/strict";
import fc from "fast-check";
import { strictness } from "../../src/core/judge.ts";
import { judgeArgv, readCorpus } from "../support/judge_corpus.ts";

const rows = readCorpus(
  Deno.readTextFileSync(new URL("../corpus/verdicts.jsonl", import.meta.url)),
);
/** Scripts of the corpus that can stand in a list with others. */
const scripts = rows.filter((row) =>
  row.argv.length === 3 && row.argv[0] === "sh" && row.argv[1] === "-c"
)
  .map((row) => row.argv[2] ?? "").filter((text) => !/[\s\\]$|<<|[#&;|]\s*$/.test(text));
const plain = rows.filter((row) =>
  row.argv.length > 0 && !["sh", "bash"].includes(row.argv[0] ?? "")
)
  .map((row) => row.argv);

const decide = (...argv: string[]) => strictness(judgeArgv(argv).decision);
const script = fc.constantFrom(...scripts);
const settings = { numRuns: 300, seed: 20261130 };

Deno.test("a script is never judged softer than its parts", () => {
  fc.assert(
    fc.property(
      script,
      script,
      fc.constantFrom("; ", " && ", " || ", "\n", " | "),
      (left, right, between) => {
        const whole = decide("sh", "-c", `${left}${between}${right}`);
        const parts = Math.max(decide("sh", "-c", left), decide("sh", "-c", right));
        equal(whole >= parts, true, JSON.stringify(`${left}${between}${right}`));
      },
    ),
    settings,
  );
});

Deno.test("putting a script in a group, a subshell, a condition or another shell never softens it", () => {
  const wrap = fc.constantFrom<(text: string) => string>(
    (text) => `{ ${text}\n}`,
    (text) => `( ${text}\n)`,
    (text) => `if true; then ${text}\nfi`,
    (text) => `while true; do ${text}\ndone`,
    (text) => `f() { ${text}\n}`,
    (text) => `echo "$(${text}\n)"`,
    (text) => `sh -c '${text.replaceAll("'", "'\\''")}'`,
  );
  fc.assert(
    fc.property(script, wrap, (text, around) => {
      equal(decide("sh", "-c", around(text)) >= decide("sh", "-c", text), true, around(text));
    }),
    settings,
  );
});

Deno.test("blanks, newlines and comments around a script change nothing", () => {
  fc.assert(
    fc.property(script, fc.constantFrom(" ", "\n", "\t", "\n\n", "# note\n"), (text, blank) => {
      equal(decide("sh", "-c", `${blank}${text}\n# end`), decide("sh", "-c", text), text);
    }),
    settings,
  );
});

Deno.test("a wrapper never softens what it runs", () => {
  const wrapper = fc.constantFrom(
    ["env"],
    ["env", "A=1"],
    ["timeout", "5"],
    ["nice"],
    ["nohup"],
    ["stdbuf", "-oL"],
    ["setsid"],
    ["xargs"],
    ["time"],
    ["busybox"],
    ["command"],
    ["unshare", "-r"],
    ["flock", "l"],
    ["find", ".", "-exec"],
  );
  fc.assert(
    fc.property(wrapper, fc.constantFrom(...plain), (outside, inside) => {
      // What only the top level may do is refused under a wrapper; the rest keeps its decision or gets a stricter one.
      equal(
        decide(...outside, ...inside) >= Math.min(decide(...inside), 1),
        true,
        JSON.stringify([...outside, ...inside]),
      );
    }),
    settings,
  );
});

Deno.test("no argv makes the judge throw, and none is read_only without a reason", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "sh",
      "-c",
      "env",
      "xargs",
      "find",
      "-exec",
      "{}",
      ";",
      "rm",
      "sudo",
      "git",
      "log",
      "--",
      "-",
      "",
      "$x",
      "'",
      '"',
      "`",
      "$(",
      "<<E",
      "*",
    ),
    fc.string({ maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
      const verdict = judgeArgv(argv);
      equal(verdict.findings.length > 0, true);
      const allowing = ["allowlisted", "builtin"];
      if (verdict.decision === "read_only") {
        equal(verdict.findings.every((item) => allowing.includes(item.code)), true);
      }
    }),
    { ...settings, numRuns: 2000 },
  );
});
