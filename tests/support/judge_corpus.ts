/**
 * The corpus of verdicts, judged on a machine that exists only in the test.
 * @module
 */
import { buildPolicy, NO_ADDITIONS } from "../../src/config/policy.ts";
import watcherData from "../../configs/watchers.json" with { type: "json" };
import { READ_ONLY_FILES } from "../../src/config/read_only_files.ts";
import { makeReadOnlyList } from "../../src/core/read_only/read_only_list.ts";
import { findWatcher } from "../../src/core/watcher/find_watcher.ts";
import type { Policy } from "../../src/core/policy.ts";
import { judge } from "../../src/core/judge.ts";
import type { Decision, Verdict } from "../../src/core/types.ts";
import { parseScript } from "../../src/shell/parse_script.ts";
import { fakeFacts } from "./fake_facts.ts";

/** One row: an argv and the decision it must get; `doubt` where people may differ, `ok` other fine answers. */
export interface CorpusRow {
  readonly id: string;
  readonly argv: readonly string[];
  readonly expect: Decision;
  readonly why: string;
  readonly kind: string;
  readonly doubt?: unknown;
  readonly ok?: readonly Decision[];
  /** Work directory relative to home, when it is not the usual one. */
  readonly cwd_rel?: string;
}

/** A row with the verdict it got. */
export interface JudgedRow {
  readonly row: CorpusRow;
  readonly verdict: Verdict;
  readonly agrees: boolean;
}

const HOME = "/home/dev";

/** The rows of a corpus file, one JSON object a line. */
export function readCorpus(text: string): readonly CorpusRow[] {
  return text.split("\n").filter((line) => line.trim() !== "").map((line) =>
    JSON.parse(line) as CorpusRow
  );
}

/** Judges an argv in `/home/dev/work/project`, where nothing is installed and no file exists. */
export function judgeArgv(
  argv: readonly string[],
  settings: { readonly cwdRel?: string; readonly policy?: Policy } = {},
): Verdict {
  return judge({
    request: {
      argv,
      cwd: `${HOME}/${settings.cwdRel ?? "work/project"}`,
      network: false,
      sandbox: true,
      writePaths: [],
      mode: "safe",
      timeoutMs: 1_800_000,
      env: [],
    },
    policy: settings.policy ?? builtinPolicy,
    facts: fakeFacts({ home: HOME }),
    parseScript,
    watchersAllowed: false,
  });
}

const builtinPolicy = buildPolicy({
  additions: NO_ADDITIONS,
  readOnly: makeReadOnlyList(READ_ONLY_FILES),
  watchers: { find: (args, question) => findWatcher(args, { ...question, rules: watcherData }) },
  own: {
    configFile: `${HOME}/.config/execguard/config.jsonc`,
    privateDirectories: [`${HOME}/.config/execguard`, `${HOME}/.local/state/execguard`],
    programDirectories: [`${HOME}/.cache/execguard`],
  },
});

/** Judges every row. */
export function judgeCorpus(rows: readonly CorpusRow[]): readonly JudgedRow[] {
  return rows.map((row) => {
    const verdict = judgeArgv(row.argv, row.cwd_rel === undefined ? {} : { cwdRel: row.cwd_rel });
    return { row, verdict, agrees: [row.expect, ...row.ok ?? []].includes(verdict.decision) };
  });
}

/** How well the verdicts agree, in parts of 1. */
export function agreement(judged: readonly JudgedRow[]): number {
  return judged.filter((item) => item.agrees).length / judged.length;
}
