/**
 * Going through directories without following a link.
 * @module
 */
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import type { HeldDirectory } from "./held_directory.ts";

/** One thing below a directory. */
export interface TreeEntry {
  /** Relative to the top. */
  readonly path: string;
  readonly kind: "file" | "directory" | "link" | "special";
}

/** Everything below a directory, each directory before what it holds. Links are entries, not ways. */
export function* walkTree(directory: HeldDirectory, above = ""): Iterable<TreeEntry> {
  for (const name of readdirSync(directory.at(""))) {
    const path = `${above}${name}`;
    const kind = kindOf(directory.at(name));
    yield { path, kind };
    if (kind !== "directory") continue;
    using inner = directory.enter(name);
    yield* walkTree(inner, `${path}/`);
  }
}

/** What stands at a path, a link being one itself. */
export function kindOf(path: string): TreeEntry["kind"] {
  const info = lstatSync(path);
  if (info.isSymbolicLink()) return "link";
  if (info.isDirectory()) return "directory";
  return info.isFile() ? "file" : "special";
}

/** Removes a directory and everything in it; a link put in the place of a directory is removed as a link. */
export function removeTree(parent: HeldDirectory, name: string): void {
  {
    using directory = parent.enter(name);
    for (const inner of readdirSync(directory.at(""))) {
      if (kindOf(directory.at(inner)) === "directory") removeTree(directory, inner);
      else unlinkSync(directory.at(inner));
    }
  }
  rmdirSync(parent.at(name));
}
