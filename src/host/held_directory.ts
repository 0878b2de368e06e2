/**
 * Working in a directory that nobody can exchange meanwhile.
 * @module
 */
import { closeSync, constants, fstatSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { absolutePath, baseName, parentOf } from "../core/paths.ts";
import { exists } from "./presence.ts";
import { isSystemError } from "./system_error.ts";

const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** An open directory; names in it stay names in it, whatever its path comes to mean. */
export interface HeldDirectory extends Disposable {
  /** Canonical path at the time of opening. */
  readonly path: string;
  /** A path of a name in it, or of the directory itself for `""`, to hand to the system. */
  at(name: string): string;
  /** Opens a directory in it; a link is none. */
  enter(name: string): HeldDirectory;
  /** Makes the changes of names in it last. */
  sync(): void;
}

/**
 * Opens a directory by its canonical path; undefined when a link stands somewhere on the path now.
 *
 * On Linux the directory is reached through its descriptor (`/proc/self/fd/N`), as openat(2) would: a
 * link put in the place of it or of a parent changes nothing any more. Without `/proc` (macOS) only a
 * look before and after is possible. A runtime that may not use descriptors, because it was not given
 * all permissions, is refused instead. Throws errors of the system.
 */
export function holdDirectory(path: string): HeldDirectory | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, DIRECTORY);
  } catch (error) {
    if (isLink(path)) return undefined;
    throw error;
  }
  const anchor = anchorOf(descriptor, path);
  if (anchor !== undefined) return held(path, { descriptor, anchor });
  closeSync(descriptor);
  return undefined;
}

/** As {@link holdDirectory}; makes the directory and its parents where they are missing. */
export function makeDirectory(path: string): HeldDirectory | undefined {
  const missing: string[] = [];
  let existing = path;
  while (existing !== "/" && !exists(existing)) {
    missing.unshift(baseName(existing));
    existing = parentOf(existing);
  }
  let directory = holdDirectory(existing);
  for (const name of missing) {
    if (directory === undefined) return undefined;
    using parent = directory;
    directory = makeIn(parent, name);
  }
  return directory;
}

function makeIn(parent: HeldDirectory, name: string): HeldDirectory | undefined {
  try {
    mkdirSync(parent.at(name));
  } catch (error) {
    if (!isSystemError(error, "EEXIST")) throw error;
  }
  if (isLink(parent.at(name))) return undefined;
  return parent.enter(name);
}

/** The path through which names are reached; undefined when the directory is not the one that was meant. */
function anchorOf(descriptor: number, path: string): string | undefined {
  const link = `/proc/self/fd/${descriptor}`;
  try {
    // The kernel's own word for where the open directory is.
    return Deno.readLinkSync(link) === path ? link : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    const info = fstatSync(descriptor);
    const now = Deno.lstatSync(path);
    const isSame = now.dev === info.dev && now.ino === info.ino;
    return isSame && Deno.realPathSync(path) === path ? path : undefined;
  }
}

function held(
  path: string,
  by: { readonly descriptor: number; readonly anchor: string },
): HeldDirectory {
  const { descriptor, anchor } = by;
  const at = (name: string) => `${anchor}/${name}`;
  return {
    path,
    at,
    enter(name) {
      const inner = openSync(at(name), DIRECTORY);
      const inside = absolutePath(name, path);
      const link = `/proc/self/fd/${inner}`;
      return held(inside, { descriptor: inner, anchor: anchor === path ? inside : link });
    },
    sync: () => fsyncSync(descriptor),
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}
