import assert from "node:assert/strict";
import rules from "../../configs/watchers.json" with { type: "json" };
import type { Rule } from "../../src/core/watcher/watcher_rules.ts";
import { searchIn } from "./watcher_fakes.ts";

const sample = { "/work/package.json": rules.sample };
const sections: Readonly<
  Record<string, readonly (Rule & { readonly programs?: readonly string[] })[]>
> = {
  generic: [rules.generic],
  installed: [rules.installed],
  never: rules.never,
  values: rules.values,
  tools: rules.tools,
  prefixes: rules.prefixes,
  texts: rules.texts,
  lists: rules.lists,
  managers: rules.managers,
};

for (const [section, entries] of Object.entries(sections)) {
  for (const [index, rule] of entries.entries()) {
    const name = `${section}[${index}] ${rule.programs?.slice(0, 3).join(" ") ?? ""}`;
    Deno.test(`configs/watchers.json ${name}: its own examples hold`, () => {
      assert.ok(rule.why.length > 0 && rule.matches.length > 0 && rule.passes.length > 0);
      const missed = rule.matches.filter((argv) => searchIn(sample, { argv }) === undefined);
      const refused = rule.passes.filter((argv) => searchIn(sample, { argv }) !== undefined);
      assert.deepEqual({ missed, refused }, { missed: [], refused: [] });
    });
  }
}

for (const tool of rules.tools) {
  if ("flags" in tool && tool.flags !== undefined) {
    const words = "words" in tool ? tool.words?.[0] ?? [] : [];
    for (const program of tool.programs) {
      Deno.test(`${program} ${words.join(" ")} is a watcher with ${tool.flags}, not with them behind --`, () => {
        for (const flag of tool.flags) {
          assert.notEqual(searchIn({}, { argv: [program, flag, ...words] }), undefined, flag);
          if (flag === "-m") continue;
          assert.equal(searchIn({}, { argv: [program, ...words, "--", flag] }), undefined, flag);
        }
      });
    }
  }
  if ("flags" in tool || "operands" in tool) continue;
  for (const program of tool.programs) {
    Deno.test(`a bare ${program} of a rule without flags is a watcher, its --help is not`, () => {
      const words = "words" in tool ? tool.words?.[0] ?? [] : [];
      assert.notEqual(searchIn({}, { argv: [program, ...words] }), undefined);
      assert.equal(searchIn({}, { argv: [program, "--help"] }), undefined);
    });
  }
}
