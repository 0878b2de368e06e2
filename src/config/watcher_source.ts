/**
 * The watcher rules and the search that uses them, loaded for calls they may concern.
 * @module
 */
import index from "../../configs/late_index.json" with { type: "json" };
import type { Arg } from "../core/arg.ts";
import type { Late } from "../core/late.ts";
import type { FindWatcher, WatcherSearch } from "../core/watcher/watcher_search.ts";
import type { WatcherRules } from "../core/watcher/watcher_rules.ts";

const PROGRAMS = new Set(index.watchers.programs);

/** The built-in search: answers at once for what no rule can concern, else once it is loaded. */
export function builtinWatchers(): WatcherSearch & Late {
  let search: FindWatcher | undefined;
  let isWanted = false;
  return {
    get isWanted() {
      return isWanted;
    },
    find(args, context) {
      if (!mayConcern(args)) return undefined;
      isWanted = search === undefined;
      return search?.(args, context);
    },
    async load() {
      const [code, data] = await Promise.all([
        import("../core/watcher/find_watcher.ts"),
        import("../../configs/watchers.json", { with: { type: "json" } }),
      ]);
      const rules: WatcherRules = data.default;
      search = (args, context) => code.findWatcher(args, { ...context, rules });
      isWanted = false;
    },
  };
}

/** Whether a rule names the program, by any spelling, or a flag is there that concerns all programs. */
function mayConcern(args: readonly Arg[]): boolean {
  const name = args[0]?.text ?? "";
  const base = name.slice(name.lastIndexOf("/") + 1);
  const spellings = [name, base, ...[name, base].map((text) => text.replace(/(.)@.*$/, "$1"))];
  return spellings.some((text) => PROGRAMS.has(text)) ||
    args.some((arg) => index.watchers.flags.some((flag) => arg.shown.startsWith(flag)));
}
