/**
 * How many scripts a second are read once the parsers are warm. Run: `deno bench -A tests/bench/parse_script_bench.ts`.
 * @module
 */
import { parseScript } from "../../src/shell/parse_script.ts";
import type { ShellName } from "../../src/core/script.ts";

const ONE_LINERS: readonly string[] = [
  "ls -la",
  "git status && git log --oneline | head -5",
  "cd src && grep -rn 'foo bar' . | sort | uniq -c > /tmp/out",
  'for f in *.txt; do echo "$f"; wc -l "$f"; done',
  "if [ -f package.json ]; then npm test -- --run; fi",
];

for (const shell of ["sh", "bash", "zsh"] satisfies readonly ShellName[]) {
  Deno.bench(`parseScript, ${ONE_LINERS.length} one-liners for ${shell}`, () => {
    for (const text of ONE_LINERS) parseScript(text, shell);
  });
}
