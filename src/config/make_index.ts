/**
 * The index by which parts of the policy are found without loading them all: made of the same files it points into.
 * @module
 */
import type { NamedFile } from "../core/read_only/read_only_list.ts";
import type { WatcherRules } from "../core/watcher/watcher_rules.ts";

/** The shape of `configs/late_index.json`. */
export interface LateIndex {
  readonly why: string;
  /** Theme file → programs it has forms of. */
  readonly read_only: Readonly<Record<string, readonly string[]>>;
  readonly watchers: {
    /** Programs that some watcher rule names. */
    readonly programs: readonly string[];
    /** Flags that concern every program. */
    readonly flags: readonly string[];
  };
}

const WHY =
  "Made by scripts/golden.ts from read_only_commands/*.json and watchers.json: which of them a program needs.";

/** Makes the index; `configs/late_index.json` must be equal to it. */
export function makeIndex(files: readonly NamedFile[], rules: WatcherRules): LateIndex {
  const programs = files.map(({ name, file }) => {
    const forms = file.entries.flatMap((entry) => entry.forms);
    return [name, [...new Set(forms.map((form) => form.split(" ")[0] ?? ""))].sort()] as const;
  });
  const named = [rules.tools, rules.prefixes, rules.texts, rules.lists, rules.managers].flat();
  return {
    why: WHY,
    read_only: Object.fromEntries(programs),
    watchers: {
      programs: [...new Set(named.flatMap((rule) => rule.programs))].sort(),
      flags: [...rules.generic.flags],
    },
  };
}
