/**
 * The search for watchers as the judge asks for it. Types only: the search itself is loaded late.
 * @module
 */
import type { Arg } from "../arg.ts";
import type { WatcherContext, WatcherFinding } from "./find_watcher.ts";

/** What the judge hands over; the rules come with the search. */
export type WatcherQuestion = Omit<WatcherContext, "rules">;

/** Finds the watcher that a call is or certainly starts. */
export type FindWatcher = (
  args: readonly Arg[],
  question: WatcherQuestion,
) => WatcherFinding | undefined;

/** The search, wherever its rules come from. */
export interface WatcherSearch {
  readonly find: FindWatcher;
}
