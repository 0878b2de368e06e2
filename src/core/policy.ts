/**
 * The policy in force as the judge uses it: built-in data and the user's additions, compiled.
 * @module
 */
import type { OwnPlaces } from "./ports.ts";
import type { Late } from "./late.ts";
import type { Limits } from "./limits.ts";
import type { OptionTable } from "./options.ts";
import type { ReadOnlyList } from "./read_only/types.ts";
import type { SandboxRules } from "./sandbox_rules.ts";
import type { SensitiveEntry, SensitivePaths } from "./sensitive.ts";
import type { ShellName } from "./script.ts";
import { matchesStars } from "./star_pattern.ts";
import type { TeamPolicy } from "./team/team_policy.ts";
import type { Mode } from "./types.ts";
import type { WatcherSearch } from "./watcher/watcher_search.ts";

/** Names, and name patterns with `*` (`mkfs.*`). */
export interface NamePatterns {
  readonly exact: ReadonlySet<string>;
  readonly patterns: readonly string[];
}

/** One program that runs another argv (see `configs/wrappers.json`). */
export interface WrapperRule {
  readonly name: string;
  /** Words of the name beyond the first: `run` of `poetry run`. */
  readonly subcommand: string | undefined;
  readonly options: OptionTable;
  /** Options that are understood but never read-only. */
  readonly impure: ReadonlySet<string>;
  readonly operands: number;
  readonly readOnly: boolean;
  readonly assignments: boolean;
  /** What the wrapper alone, without an inner argv, is: its own allowlist entry, or bare redirections (`exec >f`). */
  readonly alone: "listed" | "redirects" | "opaque";
  readonly scriptFlags: ReadonlySet<string>;
  readonly splitFlags: ReadonlySet<string>;
  readonly lookupFlags: ReadonlySet<string>;
  readonly replaceFlags: ReadonlySet<string>;
  /** Whether further words come from the input (xargs). */
  readonly appends: boolean;
  /** The inner words are joined and given to a shell (watch, parallel). */
  readonly joined: boolean;
  readonly endsAt: ReadonlySet<string>;
  /** The words after a script flag are no inner argv (script -c TEXT FILE). */
  readonly trailingIgnored: boolean;
}

/** Wrapper rules by the first word of their name, those with a subcommand first. */
export interface WrapperTable {
  has(name: string): boolean;
  get(name: string): readonly WrapperRule[];
}

/** The part of the policy about shells and their builtins. */
export interface ShellPolicy {
  readonly judged: ReadonlyMap<string, ShellName>;
  readonly opaque: ReadonlySet<string>;
  readonly longOptionsWithValue: ReadonlySet<string>;
  readonly startFileOptions: ReadonlySet<string>;
  readonly plainBuiltins: ReadonlySet<string>;
  readonly evaluatingBuiltins: ReadonlySet<string>;
  readonly assigningBuiltins: ReadonlySet<string>;
  readonly loaders: ReadonlySet<string>;
  readonly sourcing: ReadonlySet<string>;
  /** Builtin → options whose value is run later. */
  readonly callbacks: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Everything the judge decides by. */
export interface Policy {
  readonly denied: NamePatterns;
  readonly shells: ShellPolicy;
  readonly interpreters: NamePatterns;
  readonly wrappers: WrapperTable;
  readonly hostileVariables: NamePatterns;
  readonly evaluatedVariables: ReadonlySet<string>;
  readonly sensitive: SensitivePaths;
  /** The same list as data, for what the sandbox hides. */
  readonly sensitiveEntries: readonly SensitiveEntry[];
  readonly readOnly: ReadOnlyList;
  readonly watchers: WatcherSearch;
  /** The parts above that are loaded when they are first asked. */
  readonly late: readonly Late[];
  /** Settings of a repository by which a reading git starts a program, and values that are known to be fine. */
  readonly gitPrograms: {
    readonly settings: ReadonlySet<string>;
    readonly harmlessValues: readonly string[];
  };
  /** execguard's own files: nothing of them is removed or opened for writing by a command. */
  readonly own: OwnPlaces;
  /** What the sandbox protects and masks whatever the request. */
  readonly sandbox: SandboxRules;
  /** The team profile; its parts are undefined unless the settings switch them on. */
  readonly team: TeamPolicy;
  readonly settings: Settings;
}

/** Plain values of the config that are not about single commands. */
export interface Settings {
  readonly mode: Mode;
  readonly maxMode: Mode;
  /** What a person must give for a yes besides sitting at a terminal, which a caller can forge. */
  readonly approveRequires: "terminal" | "passphrase";
  readonly writeScope: "home" | "workdir";
  /** Directories outside home that may be work directories with write access. */
  readonly workRoots: readonly string[];
  readonly envPass: readonly string[];
  readonly envScrub: readonly string[];
  /** `expose_path` as written, `~/` expanded: sensitive places that stay visible. */
  readonly exposedPaths: readonly string[];
  /** Whether git operations that reach beyond one's own worktree are refused. */
  readonly gitPolicy: "off" | "worktree";
  /** Whether commands that damage what a team shares are refused. */
  readonly shellDeny: "off" | "agentary";
  /** Tool → a limit in milliseconds that is lower than the built-in one. */
  readonly timeouts: Readonly<Record<string, number>>;
  /** The most that a command may use besides time; a request only lowers it. */
  readonly limits: Limits;
  /** How many background tasks of a session may run at once; by default it depends on the machine. */
  readonly pool?: number;
  /** Words in a background task's output that are told; by default the usual words of trouble. */
  readonly keywords?: readonly string[];
  /** The command that says whether a hit is worth telling. */
  readonly decider?: readonly string[];
}

/** Sorts names by whether they hold a `*`, which stands for any characters. */
export function compileNames(
  groups: readonly { readonly names: readonly string[] }[],
): NamePatterns {
  const names = groups.flatMap((group) => group.names);
  return {
    exact: new Set(names.filter((name) => !name.includes("*"))),
    patterns: names.filter((name) => name.includes("*")),
  };
}

/** Whether a name is one of them. */
export function includesName(names: NamePatterns, name: string): boolean {
  return names.exact.has(name) || names.patterns.some((pattern) => matchesStars(pattern, name));
}
