/**
 * The shape of `configs/watchers.json`: which calls never end because they wait for files to
 * change, and how other programs start them. Types only.
 *
 * The data is handed in, never imported here. Every rule says why and has examples; both are checked
 * by tests. Names in `programs` are base names or npm packages without a version; `*` in `words`,
 * `operands` and script names stands for any characters. Source of the rules: spec.md, section 9.
 * @module
 */

/** A call: the program, then its arguments. */
export type ExampleCall = readonly string[];

/** What every rule has. */
export interface Rule {
  /** The reason, for a person who reads the file. */
  readonly why: string;
  /** Calls that are watchers; for `never` and `values` because the rule does not reach them. */
  readonly matches: readonly ExampleCall[];
  /** Calls that are none. */
  readonly passes: readonly ExampleCall[];
}

/** A rule about named programs, optionally only when one of the `words` sequences comes first. */
export interface ProgramRule extends Rule {
  /** Base names, or npm packages. */
  readonly programs: readonly string[];
  /** Sequences of first operands (`compose watch`); flags between them are skipped. */
  readonly words?: readonly (readonly string[])[];
}

/** Flags that make any program a watcher, and the values that switch them off. */
export interface GenericRule extends Rule {
  /** Long flags. */
  readonly flags: readonly string[];
  /** Lower-case values behind `=`. */
  readonly off: readonly string[];
}

/** Folders of installed programs: one called by a path elsewhere is not known by its name alone. */
export interface InstalledRule extends Rule {
  /** Names of folders anywhere in the path. */
  readonly folders: readonly string[];
}

/** Flags of programs whose next word is a value, never a flag or an operand. */
export interface ValueRule extends ProgramRule {
  /** Short and long flags. */
  readonly flags: readonly string[];
}

/** A program that is a watcher: always, with one of `flags`, or with one of `operands`. */
export interface ToolRule extends ProgramRule {
  /** Needs one of these flags, switched on. */
  readonly flags?: readonly string[];
  /** Needs one of these operands, anywhere. */
  readonly operands?: readonly string[];
  /** Letters that may stand before a one-letter flag in a cluster (`-cw`). */
  readonly clusters?: string;
  /** Flags before the next operand, or that operand itself, with which the call ends. */
  readonly unless?: readonly string[];
}

/** A program that starts the command written in its arguments (`npx`, `cross-env`, `bundle exec`). */
export interface PrefixRule extends ProgramRule {
  /** `NAME=value` words come before the command. */
  readonly assignments?: boolean;
  /** Operands before the command. */
  readonly skip?: number;
  /** Flags whose value is shell text to run instead. */
  readonly texts?: readonly string[];
  /** Only when the command's path holds this; a script suffix is then cut off. */
  readonly below?: string;
}

/** A program that runs scripts of `package.json`. */
export interface ManagerRule extends Rule {
  /** Base names. */
  readonly programs: readonly string[];
  /** Words before the name of a script. */
  readonly run: readonly string[];
  /** Words before a program to run. */
  readonly exec: readonly string[];
  /** Words that run a script by themselves: its name, then other spellings. */
  readonly scripts: readonly (readonly string[])[];
  /** The program's own commands. When given, any other word is a script, else a program. */
  readonly own?: readonly string[];
  /** Flags whose value is the directory to start in. */
  readonly directories: readonly string[];
  /** Flags or words whose value names a workspace. */
  readonly workspaces: readonly string[];
  /** Flags or words that mean every workspace. */
  readonly everywhere: readonly string[];
  /** Flags that mean the workspace root. */
  readonly root?: readonly string[];
  /** Flags of `exec` whose value is shell text. */
  readonly texts?: readonly string[];
  /** Flags after the name are still the manager's; only what follows `--` is the script's. */
  readonly anywhere?: boolean;
}

/** The whole file. */
export interface WatcherRules {
  /** `--watch` of any program. */
  readonly generic: GenericRule;
  /** Where programs are known by their names. */
  readonly installed: InstalledRule;
  /** Calls in which a watch flag is data, or which end by themselves. */
  readonly never: readonly ProgramRule[];
  /** Flags that take the next word. */
  readonly values: readonly ValueRule[];
  /** Watchers by name, subcommand or flag of their own. */
  readonly tools: readonly ToolRule[];
  /** Programs that start the command in their arguments. */
  readonly prefixes: readonly PrefixRule[];
  /** Programs each of whose operands is a command text. */
  readonly texts: readonly ProgramRule[];
  /** Programs whose operands are names of scripts. */
  readonly lists: readonly ProgramRule[];
  /** Programs that run scripts of `package.json`. */
  readonly managers: readonly ManagerRule[];
}
