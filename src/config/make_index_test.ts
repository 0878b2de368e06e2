import { deepEqual, equal } from "node:assert/strict";
import index from "../../configs/late_index.json" with { type: "json" };
import watcherData from "../../configs/watchers.json" with { type: "json" };
import { literalArg } from "../core/arg.ts";
import { findWatcher } from "../core/watcher/find_watcher.ts";
import { makeReadOnlyList } from "../core/read_only/read_only_list.ts";
import { makeIndex } from "./make_index.ts";
import { READ_ONLY_FILES } from "./read_only_files.ts";
import { builtinReadOnlyList } from "./read_only_list.ts";
import { builtinWatchers } from "./watcher_source.ts";

Deno.test("configs/late_index.json is what scripts/index.ts makes", () => {
  deepEqual(index, makeIndex(READ_ONLY_FILES, watcherData));
});

Deno.test("builtinReadOnlyList() wants a theme, loads it, and then knows what the whole list knows", async () => {
  const late = builtinReadOnlyList();
  equal(late.find("git"), undefined);
  equal(late.isWanted, true);
  await late.load();
  equal(late.isWanted, false);
  const whole = makeReadOnlyList(READ_ONLY_FILES);
  deepEqual([...late.find("git")?.forms.keys() ?? []], [...whole.find("git")?.forms.keys() ?? []]);
  equal(late.find("no-such-program"), undefined);
  equal(late.isWanted, false);
});

Deno.test("builtinWatchers() never passes over what the rules would have found", async () => {
  const late = builtinWatchers();
  const facts = {
    home: undefined,
    realPath: (path: string) => path,
    kind: () => "missing" as const,
    findProgram: () => undefined,
    readText: () => undefined,
    listDirectory: () => undefined,
  };
  const question = { cwds: ["/w"], facts, splitScript: () => undefined };
  for (const rule of [...watcherData.tools, ...watcherData.prefixes]) {
    for (const argv of rule.matches) {
      const args = argv.map(literalArg);
      if (findWatcher(args, { ...question, rules: watcherData }) === undefined) continue;
      if (late.find(args, question) === undefined) await late.load();
      equal(late.find(args, question) === undefined, false, argv.join(" "));
    }
  }
  const idle = builtinWatchers();
  equal(idle.find(["git", "status"].map(literalArg), question), undefined);
  equal(idle.isWanted, false);
});
