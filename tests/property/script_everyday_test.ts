/**
 * Everyday scripts are read without complaint, and what changes nothing for a shell changes nothing for the reading.
 * @module
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { ScriptItem, ShellName } from "../../src/core/script.ts";
import { parseScript } from "../../src/shell/parse_script.ts";
import { readScripts } from "../oracle/script_files.ts";

const EVERYDAY: readonly (readonly [file: string, shells: readonly ShellName[]])[] = [
  ["everyday_sh", ["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"]],
  ["everyday_bash", ["bash"]],
];

/** The items without their places. */
function itemsOf(text: string, shell: ShellName): readonly ScriptItem[] {
  const result = parseScript(text, shell);
  assert.ok(result.ok, `${text}: ${JSON.stringify(result)}`);
  return JSON.parse(JSON.stringify(result.value.items, (key, value) => key === "at" ? 0 : value));
}

for (const [file, shells] of EVERYDAY) {
  for (const shell of shells) {
    Deno.test(`parseScript() accepts every script of ${file} for ${shell}`, () => {
      for (const text of readScripts(file)) {
        const refused = itemsOf(text, shell).filter(({ kind }) => kind === "refused");
        assert.deepEqual(refused, [], text);
      }
    });
  }

  Deno.test(`comments, blank lines and a group change nothing in ${file}`, () => {
    for (const text of readScripts(file)) {
      const items = itemsOf(text, "bash");
      for (
        const same of [`\n\n  ${text}`, `${text}\n# it's "\n`, `{\n${text}\n}`, `(\n${text}\n)`]
      ) {
        assert.deepEqual(itemsOf(same, "bash"), items, same);
      }
    }
  });

  Deno.test(`a substitution holds the same commands in ${file}`, () => {
    // A here-document there is refused when more follows, and a line feed in an array is read again by Bash.
    for (const text of readScripts(file).filter((it) => !/<<|\\/.test(it))) {
      const [, ...inner] = itemsOf(`: $(\n${text}\n)`, "bash");
      assert.deepEqual(inner, itemsOf(text, "bash"), text);
    }
  });
}

Deno.test("parseScript() answers any text, with a known code", () => {
  const noise = fc.string({
    unit: fc.constantFrom(..."abrm \n\t'\"\\`$(){}[]<>|&;#!=*?~-+:/@%^é\0\r"),
  });
  const known = /^script-(empty|parse|ambiguous|too-large|control-character)$/;
  fc.assert(
    fc.property(
      noise,
      fc.constantFrom<ShellName>("sh", "bash", "dash", "ksh", "zsh"),
      (text, shell) => {
        const result = parseScript(text, shell);
        return result.ok ? result.value.items.length > 0 : known.test(result.refusal.code);
      },
    ),
    { numRuns: 3000, seed: 7 },
  );
});
