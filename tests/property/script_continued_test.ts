/**
 * Shells join a line that ends in a backslash with the next one before they look for tokens: put anywhere in a script, such
 * an end changes nothing. So it is read as if it was not there, or refused.
 * @module
 */
import assert from "node:assert/strict";
import type { ShellName } from "../../src/core/script.ts";
import { parseScript } from "../../src/shell/parse_script.ts";
import { readScripts } from "../oracle/script_files.ts";

const SHELLS: readonly ShellName[] = ["bash", "dash", "mksh", "zsh"];
const MAX_LENGTH = 80;

/** In quotes and comments the end is text, behind a backslash it is another spelling; those are left out. */
const SCRIPTS = ["tricks", "everyday_sh", "everyday_bash"].flatMap(readScripts)
  .filter((text) => text.length <= MAX_LENGTH && !/['\\#]/.test(text));

/** What a script runs, without places; undefined when it does not run. */
function readingOf(text: string, shell: ShellName): string | undefined {
  const parsed = parseScript(text, shell);
  if (!parsed.ok || parsed.value.items.some(({ kind }) => kind === "refused")) return undefined;
  const told = new Set(["at", "spelling"]);
  return JSON.stringify(parsed.value.items, (key, value) => told.has(key) ? undefined : value);
}

for (const shell of SHELLS) {
  Deno.test(`parseScript() reads continued lines as ${shell} does, or refuses them`, () => {
    assert.ok(SCRIPTS.length > 300);
    const misread = SCRIPTS.flatMap((text) => {
      const whole = readingOf(text, shell);
      const splits = Array.from(
        text.slice(1),
        (_, at) => `${text.slice(0, at + 1)}\\\n${text.slice(at + 1)}`,
      );
      return splits.filter((split) => ![whole, undefined].includes(readingOf(split, shell)));
    });
    assert.deepEqual(misread, []);
  });
}
