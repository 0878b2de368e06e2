/**
 * From a path as it is written to a place that the rules allow.
 * @module
 */
import type { Access, NamedPath } from "../core/denied_path.ts";
import type { FileChange, FileRules } from "../core/guarded_files.ts";
import { absolutePath, baseName, parentOf } from "../core/paths.ts";
import type { Refusal, Result } from "../core/types.ts";
import { type HeldDirectory, holdDirectory, makeDirectory } from "./held_directory.ts";
import { FileProblem, PathChanged, problemOf } from "./system_error.ts";
import { sweepTemporaries } from "./temporary_file.ts";

/** A place that a path leads to. */
export interface Target extends NamedPath {
  /** Canonical directory it stands in. */
  readonly directory: string;
  readonly name: string;
  readonly isDirectory: boolean;
  /** Why anything here, or below it, may not be used so. */
  refuse(path: NamedPath, access: Access): Refusal | undefined;
  /** Why the directory here may not be moved or removed. */
  refuseTree(): Refusal | undefined;
}

/** How often a path may be exchanged between looking and opening before it counts as an attack. */
const MAX_TRIES = 100;

/**
 * The place a path leads to. `follow` says whether a link at its end is followed, as for writing, or
 * meant itself, as for moving and removing. Throws `FileProblem` for a path that leads nowhere.
 */
export function locate(
  path: string,
  by: { readonly rules: FileRules; readonly follow: boolean },
): Target {
  const { rules, follow } = by;
  if (path === "") throw new FileProblem("No such file or directory");
  if (path.includes("\0")) throw new FileProblem("a path cannot hold a NUL character");
  // `..` counts after links, so the path is not made shorter first.
  const absolute = path.startsWith("/") ? path : `${rules.directory()}/${path}`;
  const trimmed = follow ? absolute : absolute.replace(/\/+$/, "");
  const name = baseName(trimmed);
  if (!follow && /^\.{1,2}$/.test(name)) throw new FileProblem("it is no name of its own");
  const facts = rules.facts();
  const resolved = facts.realPath(follow ? absolute : trimmed.slice(0, -name.length) || "/");
  if (resolved === undefined) throw new FileProblem(unreachable(absolute));
  const real = follow ? resolved : absolutePath(name, resolved);
  const guard = rules.guard(parentOf(real), facts);
  return {
    written: absolutePath(absolute, "/"),
    real,
    directory: parentOf(real),
    name: baseName(real),
    isDirectory: facts.kind(real) === "directory",
    refuse: (place, access) =>
      guard.refuse(place, access) ?? (access === "write" ? rules.team?.(place.real) : undefined),
    refuseTree: () => guard.refuseTree(real),
  };
}

/** A link loop, or a directory that cannot be entered. */
function unreachable(path: string): string {
  try {
    Deno.statSync(path);
    return "it cannot be looked at";
  } catch (error) {
    return problemOf(error) ?? "it cannot be looked at";
  }
}

/** Opens the directory of a target that is there. Throws `PathChanged`, errors of the system. */
export function holdParent(target: Target): HeldDirectory {
  return steady(holdDirectory(target.directory));
}

/** Opens the directory of a target, which is made if need be, and clears away what killed writers left. */
export function makeParent(target: Target): HeldDirectory {
  const directory = steady(makeDirectory(target.directory));
  sweepTemporaries(directory);
  return directory;
}

function steady(directory: HeldDirectory | undefined): HeldDirectory {
  if (directory === undefined) throw new PathChanged();
  return directory;
}

/** The result of an operation that changed a file. */
export function changed(path: string, bytes: number): Result<FileChange> {
  return { ok: true, value: { path, bytes } };
}

/**
 * Does an operation, again from the start when a path was exchanged meanwhile; reasons of the system
 * become `file-failed`. What is no error of the system goes on as a bug.
 */
export function attempt<T>(
  operation: { readonly action: string; readonly path: string },
  act: () => Result<T>,
): Result<T> {
  const failed = (problem: string): Result<T> => ({
    ok: false,
    refusal: { code: "file-failed", data: { ...operation, problem } },
  });
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return act();
    } catch (error) {
      if (error instanceof PathChanged) continue;
      const problem = problemOf(error);
      if (problem === undefined) throw error;
      return failed(problem);
    }
  }
  return failed("its path is exchanged all the time");
}
