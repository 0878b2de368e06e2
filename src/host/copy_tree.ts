/**
 * Copying what stands in one held directory into another.
 * @module
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  futimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  type Stats,
  symlinkSync,
} from "node:fs";
import { kindOf } from "./remove_tree.ts";
import { FileProblem, isSystemError } from "./system_error.ts";
import { createTemporaryDirectory } from "./temporary_file.ts";
import { type FilePlace, openSource, readPieces, writeAll } from "./write_file.ts";

const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const OPEN_DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const PERMISSIONS = 0o777;
const ALL_BITS = 0o7777;
const OWNER_BITS = 0o700;

/** Whether owner, exact mode and times go along, as when something is moved to another disk. */
export interface CopyOptions {
  readonly exact: boolean;
}

/**
 * Copies a file, link or directory to a new name and gives the bytes of content; links are copied as
 * they are. The copy is made aside and takes its name when it is complete.
 * Throws errors of the system, `FileProblem` for a pipe or device, `PathChanged`.
 */
export function copyAside(from: FilePlace, to: FilePlace & CopyOptions): number {
  using temporary = createTemporaryDirectory(to.directory);
  using aside = to.directory.enter(temporary.name);
  const bytes = copyEntry(from, { directory: aside, name: "copy", exact: to.exact });
  renameSync(aside.at("copy"), to.directory.at(to.name));
  to.directory.sync();
  return bytes;
}

function copyEntry(from: FilePlace, to: FilePlace & CopyOptions): number {
  const source = from.directory.at(from.name);
  switch (kindOf(source)) {
    case "link":
      symlinkSync(readlinkSync(source), to.directory.at(to.name));
      return 0;
    case "file":
      return copyContent(from, to);
    case "directory":
      return copyDirectory(from, to);
    case "special":
      throw new FileProblem(`"${from.name}" in it is a pipe or device`);
  }
}

function copyContent(from: FilePlace, to: FilePlace & CopyOptions): number {
  using source = openSource(from);
  const mode = source.info.mode & PERMISSIONS;
  const descriptor = openSync(to.directory.at(to.name), CREATE, mode);
  try {
    const bytes = writeAll(descriptor, readPieces(source));
    if (!to.exact) return bytes;
    refuseChanged(source.descriptor, source.info);
    keepAttributes(descriptor, source.info);
    fsyncSync(descriptor);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

/** The original is removed after this: what somebody wrote into it meanwhile would be lost. */
function refuseChanged(descriptor: number, before: Stats): void {
  const now = fstatSync(descriptor);
  if (now.size !== before.size || now.mtimeMs !== before.mtimeMs) {
    throw new FileProblem("it changed while it was copied");
  }
}

function copyDirectory(from: FilePlace, to: FilePlace & CopyOptions): number {
  using source = from.directory.enter(from.name);
  const descriptor = openSync(source.at(""), OPEN_DIRECTORY);
  try {
    const info = fstatSync(descriptor);
    mkdirSync(to.directory.at(to.name), { mode: info.mode & PERMISSIONS | OWNER_BITS });
    using target = to.directory.enter(to.name);
    let bytes = 0;
    for (const name of readdirSync(source.at(""))) {
      bytes += copyEntry({ directory: source, name }, { ...to, directory: target, name });
    }
    finishDirectory(target.at(""), { model: info, exact: to.exact });
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}

function finishDirectory(
  path: string,
  by: { readonly model: Stats; readonly exact: boolean },
): void {
  const descriptor = openSync(path, OPEN_DIRECTORY);
  try {
    if (by.exact) keepAttributes(descriptor, by.model);
    // The umask has had its say; now the bits go that the copy needed and the source lacks.
    else fchmodSync(descriptor, fstatSync(descriptor).mode & by.model.mode & ALL_BITS);
  } finally {
    closeSync(descriptor);
  }
}

/** Owner first: changing it takes mode bits away. Only root can keep another's; then no rights are left to it. */
function keepAttributes(descriptor: number, model: Stats): void {
  let kept = ALL_BITS;
  try {
    fchownSync(descriptor, model.uid, model.gid);
  } catch (error) {
    if (!isSystemError(error, "EPERM")) throw error;
    kept = PERMISSIONS;
  }
  fchmodSync(descriptor, model.mode & kept);
  futimesSync(descriptor, model.atime, model.mtime);
}
