/**
 * Real shells as the judge of the parser: whatever a script runs must have been reported, or the script refused.
 *
 * `ORACLE_RUNS` scripts are made for each shell (5000 for dash and Bash, a tenth for the others), from `ORACLE_SEED`.
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Script } from "../../src/core/script.ts";
import { parseScript } from "../../src/shell/parse_script.ts";
import { readCorpusScripts, readScripts } from "./script_files.ts";
import { findMisses, isBeyondParser } from "./find_misses.ts";
import { canConfine, runScripts } from "./run_scripts.ts";
import { scriptArbitrary } from "./script_arbitrary.ts";
import { listShells, type RealShell } from "./shells.ts";

const RUNS = Number(Deno.env.get("ORACLE_RUNS") ?? 5000);
const SEED = Number(Deno.env.get("ORACLE_SEED") ?? 20260101);
const MAIN_SHELLS = new Set(["dash", "bash"]);
const CONFINED = canConfine();

interface Accepted {
  readonly text: string;
  readonly script: Script;
}

for (const shell of listShells()) {
  const ignore = !shell.installed || !CONFINED;

  Deno.test({
    name: `${shell.title} runs nothing of the written scripts that was not reported`,
    ignore,
    fn: async () => {
      const files = ["tricks", "everyday_sh", "everyday_bash"].flatMap(readScripts);
      await checkAll(shell, [...files, ...readCorpusScripts()]);
    },
  });

  Deno.test({
    name: `${shell.title} runs nothing of generated scripts that was not reported`,
    ignore,
    fn: async () => {
      const numRuns = MAIN_SHELLS.has(shell.title) ? RUNS : Math.ceil(RUNS / 10);
      const grammar = shell.parsedAs === "bash" ? "bash" : "posix";
      console.log(`seed ${SEED}, ${numRuns} scripts (ORACLE_SEED, ORACLE_RUNS)`);
      await checkAll(shell, fc.sample(scriptArbitrary(grammar), { numRuns, seed: SEED }));
    },
  });
}

async function checkAll(shell: RealShell, scripts: readonly string[]): Promise<void> {
  const accepted = [...new Set(scripts)].flatMap((text): readonly Accepted[] => {
    const parsed = parseScript(text, shell.parsedAs);
    return parsed.ok && !isBeyondParser(parsed.value) ? [{ text, script: parsed.value }] : [];
  });
  // Refused scripts need no run; if nearly all were, the test would say nothing.
  assert.ok(accepted.length > scripts.length / 6, `only ${accepted.length} accepted`);
  const runs = await runScripts(shell, accepted.map(({ text }) => text));
  const misses = accepted.flatMap(({ text, script }, index) => {
    const missed = findMisses(script, runs[index] ?? [])
      .filter(([name]) => shell.nullCommands?.includes(name) !== true);
    return missed.length > 0 ? [{ text, missed }] : [];
  });
  assert.deepEqual(misses, []);
}
