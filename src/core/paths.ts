/**
 * Lexical path arithmetic on absolute POSIX paths; nothing here asks the machine.
 * @module
 */
import type { PathTier } from "./types.ts";

/** Characters that some file systems leave out when they compare names. Source: HFS+, "case-insensitive comparison". */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

// deno-lint-ignore no-control-regex -- all of ASCII
const ASCII = /^[\x00-\x7f]*$/;

/**
 * An absolute path without `.`, `..`, doubled or trailing slashes. A relative one is taken from `cwd`.
 *
 * @example
 * ```ts
 * import { absolutePath } from "./paths.ts";
 * absolutePath("../b//c/", "/a"); // "/b/c"
 * ```
 */
export function absolutePath(path: string, cwd: string): string {
  const kept: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${cwd}/${path}`).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") kept.pop();
    else kept.push(part);
  }
  return `/${kept.join("/")}`;
}

/** Whether a path is the directory itself or below it; both absolute and normal. */
export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === "/" ? "/" : `${directory}/`);
}

/** The directory of a path; `/` for `/`. */
export function parentOf(path: string): string {
  const cut = path.lastIndexOf("/");
  return cut <= 0 ? "/" : path.slice(0, cut);
}

/** The last component of a path or bare name. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Number of components of a path. */
export function depthOf(path: string): number {
  return path === "/" ? 0 : path.split("/").length - 1;
}

/**
 * One spelling for all that some file system takes for the same name: case, width and ignored characters go. Upper case
 * on the way, since it spells out letters that stand for two, such as ß.
 */
export function foldPath(path: string): string {
  if (ASCII.test(path)) return path.toLowerCase();
  const plain = path.normalize("NFKC").replace(IGNORABLE, "");
  return plain.toLowerCase().toUpperCase().toLowerCase();
}

/** Where a canonical path lies: in the work directory, elsewhere in home, or outside. */
export function tierOf(
  path: string,
  places: { readonly cwd: string; readonly home: string | undefined },
): PathTier {
  const inHome = places.home !== undefined && isInside(path, places.home);
  // A work directory outside home is not trusted more than any other place outside home.
  if (inHome && isInside(path, places.cwd)) return "work";
  return inHome ? "home" : "outside";
}
