/**
 * What bubblewrap's arguments allow, worked out from the arguments alone: the last mount over a path
 * decides about it.
 * @module
 */
import { isInside, parentOf } from "../../src/core/paths.ts";

/** What a command inside may do with a place. */
export type Access = "write" | "read" | "none" | "private";

/** One mount in the order of the arguments. */
export interface EvaluatedMount {
  readonly path: string;
  readonly access: Access;
}

/** Reads the mounts; throws on an option that is not known here. */
export function readMounts(args: readonly string[]): EvaluatedMount[] {
  const mounts: EvaluatedMount[] = [];
  let perms = "";
  const words = [...args];
  const next = (): string => words.shift() ?? "";
  while (words.length > 0) {
    const option = next();
    if (/^--(unshare-|disable-userns|new-session|die-with-parent)/.test(option)) continue;
    if (option === "--cap-drop" || option === "--chdir") next();
    else if (option === "--perms") perms = next();
    else if (option === "--dev" || option === "--proc") {
      mounts.push({ path: next(), access: "private" });
    } else if (option === "--tmpfs") {
      mounts.push({ path: next(), access: perms === "000" ? "none" : "private" });
    } else if (option === "--remount-ro") {
      // Only what is closed to its owner is made read-only; anything else would be a gap here.
      const path = next();
      if (mounts.at(-1)?.path !== path || mounts.at(-1)?.access !== "none") throw new Error(path);
    } else if (/^--(ro-)?bind(-try)?$/.test(option)) {
      const source = next();
      const path = next();
      const access = !option.startsWith("--ro-") ? "write" : "read";
      if (source !== path && source !== "/dev/null") throw new Error(`${source} on ${path}`);
      mounts.push({ path, access: source === "/dev/null" ? "none" : access });
    } else throw new Error(`unknown option ${option}`);
  }
  return mounts;
}

/** What may be done with a path. */
export function accessOf(mounts: readonly EvaluatedMount[], path: string): Access {
  return mounts.findLast((mount) => isInside(path, mount.path))?.access ?? "none";
}

/** Whether an existing path may be renamed or removed: no mount point, seen or covered, is. */
export function canMove(mounts: readonly EvaluatedMount[], path: string): boolean {
  return !mounts.some((mount) => mount.path === path) &&
    accessOf(mounts, parentOf(path)) === "write";
}
