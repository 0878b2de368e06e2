/**
 * A machine made of a plain object, and a shell splitter for the plain scripts of these tests.
 * @module
 */
import rules from "../../configs/watchers.json" with { type: "json" };
import { type Arg, literalArg } from "../../src/core/arg.ts";
import { absolutePath } from "../../src/core/paths.ts";
import type { Facts } from "../../src/core/ports.ts";
import { findWatcher, type WatcherFinding } from "../../src/core/watcher/find_watcher.ts";
import type { ScriptCall, SplitScript } from "../../src/core/watcher/session.ts";

/** Files by absolute path; an object is written as JSON. */
export type Tree = Readonly<Record<string, string | object>>;

/** Facts about a tree of files; `asked` counts the questions. */
export function fakeFacts(tree: Tree): Facts & { readonly asked: () => number } {
  const files = new Map(
    Object.entries(tree).map(([path, content]) =>
      [path, typeof content === "string" ? content : JSON.stringify(content)] as const
    ),
  );
  let asked = 0;
  return {
    home: "/home/me",
    asked: () => asked,
    realPath: (path) => path,
    kind: (path) => (asked++, files.has(path) ? "file" : "missing"),
    findProgram: () => undefined,
    readText(path, maxBytes) {
      asked++;
      const text = files.get(path);
      return text !== undefined && text.length <= maxBytes ? text : undefined;
    },
    listDirectory(path) {
      asked++;
      const below = [...files.keys()].filter((file) => file.startsWith(`${path}/`));
      const names = new Set(below.map((file) => file.slice(path.length + 1).split("/")[0] ?? ""));
      return names.size === 0 ? undefined : [...names];
    },
  };
}

/** Simple commands with quotes, joined by `&&`, `||`, `;`, `|`, `&`; `cd DIR` is followed. Anything else does not parse. */
export const splitPlain: SplitScript = (text, cwds) => {
  if (/[`$(){}<>\\]/.test(text.replace(/'[^']*'/g, "").replaceAll("\\'", ""))) return undefined;
  const calls: ScriptCall[] = [];
  let here = cwds;
  for (const words of splitCommands(text)) {
    const named = words.filter((word, index) => index > 0 || !/^\w+=/.test(word));
    const args = named.map((word) => literalArg(word));
    if (named[0] === "cd") here = here.map((cwd) => absolutePath(named[1] ?? "/", cwd));
    else if (args.length > 0) calls.push({ args, cwds: here });
  }
  return calls;
};

function splitCommands(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  const tokens = text.matchAll(/&&|\|\||[;|&\n]|((?:'[^']*'|"[^"]*"|\\'|[^\s;|&'"])+)/g);
  for (const [, word] of tokens) {
    if (word === undefined) commands.push([]);
    else commands.at(-1)?.push(word.replace(/'([^']*)'|"([^"]*)"|\\(')/g, "$1$2$3"));
  }
  return commands;
}

/** What the search says about a call in `/work` (or `cwd`) of a tree. */
export function searchIn(
  tree: Tree,
  options: {
    readonly argv: readonly (string | Arg)[];
    readonly cwd?: string;
    readonly facts?: Facts;
  },
): WatcherFinding | undefined {
  const args = options.argv.map((word) => typeof word === "string" ? literalArg(word) : word);
  return findWatcher(args, {
    cwds: [options.cwd ?? "/work"],
    facts: options.facts ?? fakeFacts(tree),
    rules,
    splitScript: splitPlain,
  });
}
