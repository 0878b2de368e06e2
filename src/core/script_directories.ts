/**
 * Where the commands of a script may run: the work directory and every directory it changes to.
 * @module
 */
import type { Arg } from "./arg.ts";
import { absolutePath, isInside } from "./paths.ts";
import type { Facts } from "./ports.ts";

/** More directories than this count as "anywhere". */
const MAX_DIRECTORIES = 16;

/** One `cd` and whether it may leave the tree of the work directory. */
export interface DirectoryChange {
  readonly leaves: boolean;
  readonly target: string;
}

/** Every directory after any number of the changes, in any order; `leaves` marks changes out of `root`. */
export interface ScriptDirectories {
  readonly cwds: readonly string[];
  changeOf(args: readonly Arg[]): DirectoryChange;
}

/** Works out the directories of a script from its `cd` commands, without following control flow. */
export function readDirectories(
  changes: readonly (readonly Arg[])[],
  by: { readonly start: readonly string[]; readonly root: string; readonly facts: Facts },
): ScriptDirectories {
  const cwds = new Set(by.start);
  // In source order, and once more for a change inside a loop or a function.
  for (const args of [...changes, ...changes]) {
    const paths = targetsOf(args, { from: [...cwds], facts: by.facts }) ?? [];
    for (const path of paths.slice(0, MAX_DIRECTORIES)) cwds.add(path);
    if (cwds.size > MAX_DIRECTORIES) break;
  }
  const overflow = cwds.size > MAX_DIRECTORIES;
  const all = [...cwds];
  return {
    cwds: all.slice(0, MAX_DIRECTORIES),
    changeOf(args) {
      const targets = overflow ? undefined : targetsOf(args, { from: all, facts: by.facts });
      const target = operandOf(args)?.shown ?? "~";
      if (targets === undefined) return { target, leaves: true };
      return { target, leaves: targets.some((path) => !staysInside(path, by)) };
    },
  };
}

function staysInside(path: string, by: { readonly root: string; readonly facts: Facts }): boolean {
  const real = by.facts.realPath(path);
  return isInside(path, by.root) && real !== undefined && isInside(real, by.root);
}

/** The directories one `cd` may lead to; undefined when that is known only at run time. */
function targetsOf(
  args: readonly Arg[],
  by: { readonly from: readonly string[]; readonly facts: Facts },
): readonly string[] | undefined {
  const operand = operandOf(args);
  if (operand === undefined) return by.facts.home === undefined ? undefined : [by.facts.home];
  const paths: string[] = [];
  for (const pattern of operand.alternatives) {
    if (!pattern.every((part) => typeof part === "string")) return undefined;
    const text = pattern.join("");
    // `cd -` goes back to one of the directories that are known already.
    if (text !== "-") paths.push(...by.from.map((cwd) => absolutePath(text, cwd)));
  }
  return paths;
}

function operandOf(args: readonly Arg[]): Arg | undefined {
  return args.slice(1).find((arg) => !/^-([LPe@]+|-)$/.test(arg.text ?? ""));
}
