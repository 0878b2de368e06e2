/**
 * Copying, moving and removing, guarded.
 * @module
 */
import { lstatSync, renameSync, unlinkSync } from "node:fs";
import type { Access } from "../core/denied_path.ts";
import type { FileChange, FileRules, TreeOptions } from "../core/guarded_files.ts";
import { absolutePath, isInside } from "../core/paths.ts";
import type { Refusal, Result } from "../core/types.ts";
import { copyAside } from "./copy_tree.ts";
import { changed, holdParent, locate, makeParent, type Target } from "./file_target.ts";
import { kindOf, removeTree, walkTree } from "./remove_tree.ts";
import { exists } from "./presence.ts";
import { FileProblem, isSystemError } from "./system_error.ts";
import { type FilePlace, openSource, readPieces, replaceFile } from "./write_file.ts";

const PERMISSIONS = 0o777;

/** What is done from where to where. */
interface Way {
  readonly from: Target;
  readonly to: Target;
}

/** Copies; see `GuardedFiles.copy`. Throws as the parts do. */
export function copy(
  paths: { readonly source: string; readonly destination: string },
  by: { readonly rules: FileRules; readonly options: TreeOptions },
): Result<FileChange> {
  const { rules, options } = by;
  const from = locate(paths.source, { rules, follow: true });
  const to = locateDestination(paths.destination, { rules, source: from, follow: true });
  const refusal = from.refuse(from, "read") ?? to.refuse(to, "write");
  if (refusal !== undefined) return { ok: false, refusal };
  using source = holdParent(from);
  const fromPlace = { directory: source, name: from.name };
  if (from.isDirectory) {
    if (options.recursive !== true) {
      throw new FileProblem("Is a directory; copying it needs recursive");
    }
    return copyDirectory({ from, to }, fromPlace);
  }
  using file = openSource(fromPlace);
  using target = makeParent(to);
  const toPlace = { directory: target, name: to.name };
  refuseSame(fromPlace, toPlace);
  const mode = file.info.mode & PERMISSIONS;
  return changed(to.real, replaceFile(toPlace, { content: readPieces(file), mode }));
}

function copyDirectory({ from, to }: Way, place: FilePlace): Result<FileChange> {
  const refusal = refuseInside({ from, to }, { place, access: "read" });
  if (refusal !== undefined) return { ok: false, refusal };
  using target = makeParent(to);
  if (exists(target.at(to.name))) throw new FileProblem("File exists");
  return changed(to.real, copyAside(place, { directory: target, name: to.name, exact: false }));
}

/** Moves; see `GuardedFiles.move`. Throws as the parts do. */
export function move(
  paths: { readonly source: string; readonly destination: string },
  rules: FileRules,
): Result<FileChange> {
  const from = locate(paths.source, { rules, follow: false });
  const to = locateDestination(paths.destination, { rules, source: from, follow: false });
  const refusal = from.refuse(from, "write") ?? to.refuse(to, "write");
  if (refusal !== undefined) return { ok: false, refusal };
  using source = holdParent(from);
  const fromPlace = { directory: source, name: from.name };
  const inside = kindOf(source.at(from.name)) === "directory"
    ? from.refuseTree() ?? refuseInside({ from, to }, { place: fromPlace, access: "write" })
    : undefined;
  if (inside !== undefined) return { ok: false, refusal: inside };
  using target = makeParent(to);
  const toPlace = { directory: target, name: to.name };
  if (from.real === to.real) throw new FileProblem("source and destination are the same file");
  const bytes = rename(fromPlace, toPlace);
  target.sync();
  source.sync();
  return changed(to.real, bytes);
}

/** Renames, or copies to another disk and removes the original; gives the bytes that were copied. */
function rename(from: FilePlace, to: FilePlace): number {
  const source = from.directory.at(from.name);
  if (isSameFile(from, to)) {
    // The system renames one name of a file to another by doing nothing.
    unlinkSync(source);
    return 0;
  }
  try {
    renameSync(source, to.directory.at(to.name));
    return 0;
  } catch (error) {
    if (!isSystemError(error, "EXDEV")) throw error;
  }
  const bytes = copyAside(from, { ...to, exact: true });
  removeEntry(from);
  return bytes;
}

/** Removes; see `GuardedFiles.remove`. Throws as the parts do. */
export function remove(
  path: string,
  by: { readonly rules: FileRules; readonly options: TreeOptions },
): Result<FileChange> {
  const target = locate(path, { rules: by.rules, follow: false });
  const refusal = target.refuse(target, "write");
  if (refusal !== undefined) return { ok: false, refusal };
  using directory = holdParent(target);
  const place = { directory, name: target.name };
  if (kindOf(directory.at(target.name)) === "directory") {
    if (by.options.recursive !== true) {
      throw new FileProblem("Is a directory; removing it needs recursive");
    }
    const inside = target.refuseTree() ??
      refuseInside({ from: target, to: target }, { place, access: "write" });
    if (inside !== undefined) return { ok: false, refusal: inside };
  }
  removeEntry(place);
  return changed(target.real, 0);
}

function removeEntry({ directory, name }: FilePlace): void {
  if (kindOf(directory.at(name)) === "directory") removeTree(directory, name);
  else unlinkSync(directory.at(name));
}

/** A destination that is a directory, or a link to one, is the place to put the source in. */
function locateDestination(
  path: string,
  by: { readonly rules: FileRules; readonly source: Target; readonly follow: boolean },
): Target {
  const { rules, source, follow } = by;
  const there = locate(path, { rules, follow: true });
  if (there.isDirectory) return locate(`${there.real}/${source.name}`, { rules, follow });
  if (path.endsWith("/")) throw new FileProblem("Not a directory");
  return follow ? there : locate(path, { rules, follow });
}

/** A directory may hold nothing that could not be used, at its old place and its new one. */
function refuseInside(
  { from, to }: Way,
  by: { readonly place: FilePlace; readonly access: Access },
): Refusal | undefined {
  if (from !== to && isInside(to.real, from.real)) {
    throw new FileProblem("a directory cannot be put into itself");
  }
  using top = by.place.directory.enter(by.place.name);
  for (const entry of walkTree(top)) {
    const old = absolutePath(entry.path, from.real);
    const next = absolutePath(entry.path, to.real);
    const refusal = from.refuse({ written: old, real: old }, by.access) ??
      to.refuse({ written: next, real: next }, "write");
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function refuseSame(from: FilePlace, to: FilePlace): void {
  if (isSameFile(from, to)) throw new FileProblem("source and destination are the same file");
}

function isSameFile(from: FilePlace, to: FilePlace): boolean {
  if (!exists(to.directory.at(to.name))) return false;
  const [left, right] = [from, to].map(({ directory, name }) => lstatSync(directory.at(name)));
  return left?.dev === right?.dev && left?.ino === right?.ino;
}
