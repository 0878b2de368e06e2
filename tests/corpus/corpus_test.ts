import { deepEqual, equal } from "node:assert/strict";
import differences from "./differences.json" with { type: "json" };
import { agreement, judgeCorpus, readCorpus } from "../support/judge_corpus.ts";

const given = judgeCorpus(readCorpus(read("verdicts.jsonl")));
const own = judgeCorpus(readCorpus(read("rules.jsonl")));

function read(name: string): string {
  return Deno.readTextFileSync(new URL(name, import.meta.url));
}

Deno.test("no row that expects something else is read_only", () => {
  const loose = given.filter((item) => item.verdict.decision === "read_only" && !item.agrees);
  deepEqual(loose.map((item) => item.row.id), []);
});

Deno.test("no everyday row is refused", () => {
  const refused = given.filter((item) =>
    item.verdict.decision === "deny" && item.row.kind.startsWith("fp-")
  );
  deepEqual(refused.map((item) => item.row.id), []);
});

Deno.test("every row without doubt gets the decision it expects", () => {
  const sure = given.filter((item) => item.row.doubt === undefined);
  equal(sure.length >= 600, true);
  deepEqual(sure.filter((item) => !item.agrees).map((item) => item.row.id), []);
});

Deno.test("every difference is explained, and nothing else is", () => {
  deepEqual(
    given.filter((item) => !item.agrees).map((item) => item.row.id),
    Object.keys(differences),
  );
  equal(agreement(given) > 0.99, true);
});

for (const { row, verdict, agrees } of own) {
  Deno.test(`${row.id}: ${row.why}`, () => {
    equal(
      agrees,
      true,
      `${JSON.stringify(row.argv)} is ${verdict.decision}, expected ${row.expect}`,
    );
  });
}

Deno.test("a verdict is not empty, keeps the argv, and is decided by its strictest finding", () => {
  const order = ["read_only", "confirm", "password", "deny"];
  for (const { row, verdict } of [...given, ...own]) {
    deepEqual(verdict.argv, row.argv);
    const strictest = Math.max(
      ...verdict.findings.map((finding) => order.indexOf(finding.decision)),
    );
    equal(verdict.decision, order[strictest], row.id);
  }
});
