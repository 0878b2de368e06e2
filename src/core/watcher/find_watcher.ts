/**
 * Foreground watchers: commands that never end because they wait for files to change.
 * @module
 */
import type { Arg } from "../arg.ts";
import { escapeForDisplay, quoteForDisplay } from "../display.ts";
import { absolutePath, isInside } from "../paths.ts";
import type { Facts } from "../ports.ts";
import { createBudget } from "./budget.ts";
import { matchWatcher } from "./match_watcher.ts";
import { openCall } from "./open_call.ts";
import type { ScriptOrigin, SplitScript, Start } from "./session.ts";
import type { WatcherRules } from "./watcher_rules.ts";

/** What the search is handed. */
export interface WatcherContext {
  /** Absolute directories the call may start in. */
  readonly cwds: readonly string[];
  /** Read-only questions about the machine. */
  readonly facts: Facts;
  /** The content of `configs/watchers.json`. */
  readonly rules: WatcherRules;
  /** How the text of a package script is taken apart. */
  readonly splitScript: SplitScript;
}

/** A watcher that a call is or starts; all texts are safe to show. */
export interface WatcherFinding {
  /** What never ends, for the message: `tsc --watch`, or a command and the script it stands in. */
  readonly why: string;
  /** Every call on the way, the judged one first. */
  readonly chain: readonly string[];
}

/** Scripts within scripts are followed so deep. Source: spec.md, section 9. */
const MAX_LEVELS = 4;
/** Work of one judgement, in the units of {@link createBudget}; far above what real repositories need. */
const BUDGET = 3000;
/** Words that are counted as one unit of work. */
const WORDS_PER_UNIT = 64;
const MAX_SHOWN = 120;

interface Step extends Start {
  /** How many scripts were opened on the way here. */
  readonly level: number;
  readonly parent: Step | undefined;
}

/**
 * Finds the watcher that a call is, or certainly starts: by its flags, its name, through `npx` and
 * other programs that run a command, and through the scripts of `package.json`.
 *
 * `args[0]` is the program without transparent wrappers. Only what is certain counts: words that are
 * not known, scripts that cannot be read, and what lies beyond four scripts or the work limit are no
 * finding. The refusal is `command-watcher`. Source: spec.md, section 9.
 */
export function findWatcher(
  args: readonly Arg[],
  context: WatcherContext,
): WatcherFinding | undefined {
  const shared = { ...context, budget: createBudget(BUDGET), visited: new Set<string>() };
  const steps: Step[] = [{ args, cwds: context.cwds, level: 0, parent: undefined }];
  // A list that grows while it is walked: the nearest watcher is found first, and depth costs no stack.
  for (const step of steps) {
    if (!shared.budget.spend(1 + step.args.length / WORDS_PER_UNIT)) return undefined;
    const session = { ...shared, opensScripts: step.level < MAX_LEVELS };
    const { own, starts } = openCall(step, session);
    const watcher = matchWatcher([...step.args.slice(0, 1), ...own], context.rules);
    if (watcher !== undefined) return describe(watcher, { step, cwd: context.cwds[0] });
    for (const start of starts) steps.push(follow(start, step));
  }
  return undefined;
}

function follow(start: Start, parent: Step): Step {
  const level = parent.level + (start.script === undefined ? 0 : 1);
  return { ...start, level, parent };
}

function describe(
  watcher: string,
  found: { readonly step: Step; readonly cwd: string | undefined },
): WatcherFinding {
  const path: Step[] = [];
  for (let step: Step | undefined = found.step; step !== undefined; step = step.parent) {
    path.unshift(step);
  }
  // The innermost script is the one to change.
  const inScript = path.findLast((step) => step.script !== undefined);
  const why = inScript?.script === undefined
    ? clip(escapeForDisplay(watcher))
    : `"${showCall(inScript.args)}" in ${showScript(inScript.script, found.cwd)}`;
  return { why, chain: path.map((step) => showCall(step.args)) };
}

function showScript(script: ScriptOrigin, cwd: string | undefined): string {
  const file = absolutePath("package.json", script.directory);
  const isBelow = cwd !== undefined && isInside(file, cwd);
  const where = isBelow ? file.slice(cwd === "/" ? 1 : cwd.length + 1) : file;
  return `the script ${quoteForDisplay(clip(script.name))} of ${escapeForDisplay(clip(where))}`;
}

function showCall(args: readonly Arg[]): string {
  const words = args.map(({ shown }) =>
    /^[^\s"]+$/.test(shown) ? escapeForDisplay(shown) : quoteForDisplay(shown)
  );
  return clip(words.join(" "));
}

function clip(text: string): string {
  if (text.length <= MAX_SHOWN) return text;
  // Half of a surrogate pair must not be left over.
  return `${text.slice(0, MAX_SHOWN).replace(/[\ud800-\udbff]$/, "")}…`;
}
