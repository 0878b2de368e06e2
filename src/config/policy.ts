/**
 * The policy in force: built-in data, extended by the user's config. Nothing of the user's shortens a
 * safety list, except `expose_path`.
 * @module
 */
import sandboxData from "../../configs/sandbox.json" with { type: "json" };
import teamData from "../../configs/team.json" with { type: "json" };
import type { SandboxRules } from "../core/sandbox_rules.ts";
import type { Decision } from "../core/types.ts";
import type { Late } from "../core/late.ts";
import type { ReadOnlyList } from "../core/read_only/types.ts";
import type { WatcherSearch } from "../core/watcher/watcher_search.ts";
import type { OwnPlaces } from "../core/ports.ts";
import { compileNames, type Policy, type Settings } from "../core/policy.ts";
import {
  compileSensitivePaths,
  type SensitiveEntry,
  type SensitiveGlobs,
} from "../core/sensitive.ts";
import { compileTeam } from "../core/team/team_policy.ts";
import {
  builtinShellPolicy,
  builtinWrappers,
  DENIED_COMMANDS,
  EVALUATED_VARIABLES,
  GIT_PROGRAMS,
  HOSTILE_VARIABLES,
  INTERPRETERS,
  type NameGroup,
  SENSITIVE_ENTRIES,
} from "./builtin_policy.ts";
import { builtinReadOnlyList } from "./read_only_list.ts";
import { builtinWatchers } from "./watcher_source.ts";

/** What a user's config adds, already in the form of the built-in data. */
export interface PolicyAdditions {
  readonly denied: readonly NameGroup[];
  readonly readOnlyFiles: Parameters<typeof builtinReadOnlyList>[0];
  readonly sensitive: readonly SensitiveEntry[];
  readonly globs: SensitiveGlobs;
  readonly settings: Partial<Settings>;
  /** Examples of the user's own entries, for `allowlist-check --test`. */
  readonly examples: readonly PolicyExample[];
}

/** An argv and what a rule says it must, or must not, be judged. */
export interface PolicyExample {
  /** The file the rule stands in. */
  readonly from: string;
  readonly argv: readonly string[];
  readonly decision: Decision;
  /** False: anything but that decision. */
  readonly is: boolean;
  /** What has to say so: the list alone, as its files promise; the whole judgement; or it with the team profile on. */
  readonly by: "list" | "judge" | "team";
}

/** Without a config. */
export const NO_ADDITIONS: PolicyAdditions = {
  denied: [],
  readOnlyFiles: [],
  sensitive: [],
  globs: { sensitive: [], exposed: [] },
  settings: {},
  examples: [],
};

/** Settings when nothing says otherwise (contract, section 1). */
export const DEFAULT_SETTINGS: Settings = {
  mode: "safe",
  maxMode: "auto",
  approveRequires: "terminal",
  writeScope: "home",
  workRoots: [],
  envPass: [],
  envScrub: [],
  exposedPaths: [],
  gitPolicy: "off",
  shellDeny: "off",
  timeouts: {},
  limits: {},
};

/** Everything a policy is built from. */
export interface PolicySource {
  readonly additions: PolicyAdditions;
  readonly own: OwnPlaces;
  /** The read-only list and the search for watchers, when they are here already: in tests. */
  readonly readOnly?: ReadOnlyList;
  readonly watchers?: WatcherSearch;
}

/** Builds the policy. */
export function buildPolicy(source: PolicySource): Policy {
  const { additions } = source;
  const settings = { ...DEFAULT_SETTINGS, ...additions.settings };
  const readOnly = source.readOnly ?? builtinReadOnlyList(additions.readOnlyFiles);
  const watchers = source.watchers ?? builtinWatchers();
  return {
    late: [readOnly, watchers].filter((part): part is typeof part & Late => "isWanted" in part),
    denied: compileNames([...DENIED_COMMANDS, ...additions.denied]),
    shells: builtinShellPolicy(),
    interpreters: compileNames([INTERPRETERS]),
    wrappers: builtinWrappers(),
    hostileVariables: compileNames([HOSTILE_VARIABLES]),
    evaluatedVariables: EVALUATED_VARIABLES,
    sensitive: compileSensitivePaths(
      [...SENSITIVE_ENTRIES, ...additions.sensitive],
      additions.globs,
    ),
    sensitiveEntries: [...SENSITIVE_ENTRIES, ...additions.sensitive],
    readOnly,
    watchers,
    gitPrograms: GIT_PROGRAMS,
    own: source.own,
    sandbox: sandboxData as SandboxRules,
    team: compileTeam(teamData, settings),
    settings,
  };
}
