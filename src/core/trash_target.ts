/**
 * One operand of `rm` as it stands on the machine, and what the trash never takes.
 * @module
 */
import { isInside } from "./paths.ts";
import { compileSensitivePaths, isSensitivePath, type SensitiveEntry } from "./sensitive.ts";

/** What an operand of `rm` names. A link is one itself, whatever it leads to. */
export type TrashTarget =
  | { readonly kind: "missing" }
  /** Ends in `.` or `..`, or its directory cannot be looked at. */
  | { readonly kind: "unnamed" }
  | {
    readonly kind: "file" | "directory";
    /** The canonical path of its directory, and its own name. */
    readonly place: string;
    /** For a directory: nothing is in it. */
    readonly isEmpty: boolean;
    readonly isMountPoint: boolean;
    /** It is, holds or lies in a trash folder. */
    readonly touchesTrash: boolean;
  };

/** What must stay where it is; all paths canonical. */
export interface TrashLimits {
  readonly cwd: string;
  readonly home: string | undefined;
  /** execguard's own config, state, cache and program. */
  readonly ownDirectories: readonly string[];
  /** The policy's list; only what the sandbox hides counts. */
  readonly sensitiveEntries: readonly SensitiveEntry[];
}

/**
 * Why something never goes to the trash, or undefined when it may.
 *
 * Credentials stay, alone or inside a directory of home: the trash lies in home, where every command in
 * the sandbox can read, while their own places are hidden from it.
 * Source: spec.md, section 5; ecosystem.md, appendix C.
 */
export function whyKeptFromTrash(target: TrashTarget, limits: TrashLimits): string | undefined {
  if (target.kind === "missing") return undefined;
  if (target.kind === "unnamed") return "it is . or .., or its directory cannot be looked at";
  const { place } = target;
  const { cwd, home, ownDirectories } = limits;
  if (place === "/") return "it is the root of the file system";
  if (home !== undefined && isInside(home, place)) return "it is or holds the home directory";
  if (isInside(cwd, place)) return "it is or holds the work directory";
  if (target.isMountPoint) return "it is a mount point";
  if (target.touchesTrash) return "it is, holds or lies in a trash folder";
  if (ownDirectories.some((own) => isInside(own, place) || isInside(place, own))) {
    return "it is, holds or belongs to execguard's own files";
  }
  const hidden = limits.sensitiveEntries.filter(({ hide }) => hide);
  if (isSensitivePath(place, compileSensitivePaths(hidden))) return "it holds credentials";
  const inside = home === undefined ? undefined : hidden
    .filter(({ match }) => !match.startsWith("/") && !match.includes("*"))
    .find(({ match }) => isInside(`${home}/${match}`, place));
  return inside === undefined ? undefined : `it may hold credentials, in ${inside.match}`;
}
