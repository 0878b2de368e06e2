/**
 * Prints how far the verdicts agree with the corpus, and every difference: `deno task corpus [FILE]`.
 * @module
 */
import { messageOf } from "../src/core/codes.ts";
import { agreement, judgeCorpus, readCorpus } from "../tests/support/judge_corpus.ts";

const file = Deno.args[0] ?? new URL("../tests/corpus/verdicts.jsonl", import.meta.url);
const judged = judgeCorpus(readCorpus(Deno.readTextFileSync(file)));
const percent = (part: number) => `${(100 * part).toFixed(1)} %`;

for (const { row, verdict, agrees } of judged) {
  if (agrees) continue;
  const doubt = row.doubt === undefined ? "" : " (doubtful)";
  console.log(`${row.id}${doubt}: ${JSON.stringify(row.argv)}`);
  console.log(`  expected ${row.expect}, got ${verdict.decision}: ${messageOf(verdict.strictest)}`);
}
const sure = judged.filter((item) => item.row.doubt === undefined);
const loose = judged.filter((item) => item.verdict.decision === "read_only" && !item.agrees);
const refused = judged.filter((item) =>
  item.verdict.decision === "deny" && item.row.kind.startsWith("fp-")
);
console.log(`rows ${judged.length}: agreement ${percent(agreement(judged))}`);
console.log(`rows without doubt ${sure.length}: agreement ${percent(agreement(sure))}`);
console.log(`false read_only ${loose.length}, denied fp-* ${refused.length}`);
