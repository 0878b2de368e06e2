/**
 * What the search for a watcher hands around: calls, where they stand, and what it may ask. Types only.
 * @module
 */
import type { Arg } from "../arg.ts";
import type { PackageReader } from "./package_file.ts";
import type { WatcherRules } from "./watcher_rules.ts";

/** One call with the directories it may start in. */
export interface ScriptCall {
  readonly args: readonly Arg[];
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
  readonly rules: WatcherRules;
  readonly splitScript: SplitScript;
  /** Scripts that were opened; none is opened twice with the same arguments. */
  readonly visited: Set<string>;
  /** False where scripts are nested too deep. */
  readonly opensScripts: boolean;
}

/** The script a call was found in. */
export interface ScriptOrigin {
  readonly name: string;
  /** Absolute directory of its package. */
  readonly directory: string;
}

/** A call that another one starts; `script` when it stands in a package script. */
export interface Start extends ScriptCall {
  readonly script?: ScriptOrigin;
}

/** A call on its way to be opened. */
export interface Opening {
  readonly call: ScriptCall;
  /** Flags of its program that take the next word. */
  readonly valued: ReadonlySet<string>;
  readonly session: Session;
}

/** A call opened. */
export interface Opened {
  /** Words the program reads itself; the others were handed on. */
  readonly own: readonly Arg[];
  readonly starts: readonly Start[];
}
