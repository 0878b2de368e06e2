/**
 * Which trash folders something may go to.
 * @module
 */
import { isInside, parentOf } from "../core/paths.ts";

/** One trash folder for one thing. */
export interface TrashPlace {
  /** Canonical path of the folder that holds `files` and `info`. */
  readonly directory: string;
  /** The path its note tells: absolute in the home trash, else relative to the mount's top directory. */
  readonly origin: string;
  readonly how: "rename" | "copy";
}

/** Where the home trash is. */
export interface HomeTrash {
  /** Canonical path of the home trash; undefined without a home. */
  readonly directory: string | undefined;
}

/** The freedesktop trash with a note for each item, or the one folder `~/.Trash`. */
export type TrashStyle = "freedesktop" | "user";

const STICKY = 0o1000;

/** Path of the home trash, links not followed; undefined without a home. `dataHome` is `XDG_DATA_HOME`. */
export function homeTrashPath(by: {
  readonly style: TrashStyle;
  readonly home: string | undefined;
  readonly dataHome: string | undefined;
}): string | undefined {
  const { style, home, dataHome } = by;
  if (style === "user") return home && `${home}/.Trash`;
  const data = dataHome?.startsWith("/") ? dataHome : home && `${home}/.local/share`;
  return data && `${data}/Trash`;
}

/**
 * The trash folders for something at a canonical path, best first: the home trash on the same file
 * system; else the one of its mount, shared by an administrator or of this user alone; last a copy in
 * the home trash. Source: freedesktop.org Trash specification 1.0; ecosystem.md, appendix C.
 */
export function trashPlaces(path: string, home: HomeTrash): readonly TrashPlace[] {
  const device = Deno.lstatSync(path).dev;
  const { directory } = home;
  if (directory !== undefined && deviceOf(directory) === device) {
    return [{ directory, origin: path, how: "rename" }];
  }
  const top = topDirectory(path, device);
  const origin = path.slice(top === "/" ? 1 : top.length + 1);
  const base = top === "/" ? "" : top;
  const uid = Deno.uid();
  const shared = isSharedTrash(`${base}/.Trash`) ? [`${base}/.Trash/${uid}`] : [];
  return [
    ...[...shared, `${base}/.Trash-${uid}`].map((own): TrashPlace => ({
      ...{ directory: own, origin, how: "rename" },
    })),
    ...(directory === undefined ? [] : [{ directory, origin: path, how: "copy" } as const]),
  ];
}

/** Whether a path is a trash folder that could be meant here, lies in one, or holds one. */
export function touchesTrash(path: string, home: HomeTrash): boolean {
  const isOwn = home.directory !== undefined &&
    (isInside(path, home.directory) || isInside(home.directory, path));
  return isOwn || new RegExp(`/\\.Trash(?:-${Deno.uid()})?(?:/|$)`).test(path);
}

/** The device of a folder that may still have to be made: that of the nearest one above it. */
function deviceOf(path: string): number {
  try {
    return Deno.statSync(path).dev;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound) || path === "/") throw error;
    return deviceOf(parentOf(path));
  }
}

function topDirectory(path: string, device: number): string {
  let top = parentOf(path);
  while (top !== "/" && Deno.lstatSync(parentOf(top)).dev === device) top = parentOf(top);
  return top;
}

/** The specification demands the sticky bit, and that it is no link. */
function isSharedTrash(path: string): boolean {
  try {
    const info = Deno.lstatSync(path);
    return info.isDirectory && ((info.mode ?? 0) & STICKY) !== 0;
  } catch {
    return false;
  }
}
