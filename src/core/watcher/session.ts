/**
 * What the search for a watcher hands around: calls, where they stand, and what it may ask. Types only.
 * @module
 */
import type { Arg } from "../arg.ts";
import type { PackageReader } from "./package_file.ts";
import type { WatcherRules } from "./watcher_rules.ts";

/** One call with the directories it may start in. */
export interface ScriptCall {
  /** The program first, without transparent wrappers. */
  readonly args: readonly Arg[];
  /** Absolute. */
  readonly cwds: readonly string[];
}

/**
 * Parses shell text and gives the calls in it, started in one of `cwds`: wrappers unwrapped (but
 * `watch` kept), nested `sh -c` opened, `cd` followed. Undefined when it does not parse.
 */
export type SplitScript = (
  text: string,
  cwds: readonly string[],
) => readonly ScriptCall[] | undefined;

/** What one search works with. */
export interface Session extends PackageReader {
  /** The content of `configs/watchers.json`. */
  readonly rules: WatcherRules;
  /** How shell text is taken apart. */
  readonly splitScript: SplitScript;
  /** Scripts that were opened; none is opened twice with the same arguments. */
  readonly visited: Set<string>;
  /** False where scripts are nested too deep. */
  readonly opensScripts: boolean;
}

/** The script a call was found in. */
export interface ScriptOrigin {
  /** Name of the script. */
  readonly name: string;
  /** Absolute directory of its package. */
  readonly directory: string;
}

/** A call that another one starts. */
export interface Start extends ScriptCall {
  /** The script it stands in. */
  readonly script?: ScriptOrigin;
}

/** A call on its way to be opened. */
export interface Opening {
  /** The call itself. */
  readonly call: ScriptCall;
  /** Flags of its program that take the next word. */
  readonly valued: ReadonlySet<string>;
  /** What the search works with. */
  readonly session: Session;
}

/** A call opened. */
export interface Opened {
  /** Words the program reads itself; the others were handed on. */
  readonly own: readonly Arg[];
  /** What it starts, as far as that is certain. */
  readonly starts: readonly Start[];
}
