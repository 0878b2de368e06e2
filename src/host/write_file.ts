/**
 * Writing one file in a held directory: whole, or not at all.
 * @module
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
  writeSync,
} from "node:fs";
import type { Content } from "../core/guarded_files.ts";
import { reopen, waitForLock } from "./file_lock.ts";
import type { HeldDirectory } from "./held_directory.ts";
import { FileProblem, isSystemError, PathChanged } from "./system_error.ts";
import { createTemporary, isStill, type Temporary } from "./temporary_file.ts";

/** A file in a held directory. */
export interface FilePlace {
  readonly directory: HeldDirectory;
  readonly name: string;
}

/** An open file. */
export interface OpenedFile extends Disposable {
  readonly descriptor: number;
  readonly info: Stats;
}

/** Mode of a new file before the umask, as every tool has it. */
const NEW_FILE_MODE = 0o666;
/** Mode bits that stay; a program that became another one is not run with somebody's rights. */
const KEPT_MODE = 0o1777;
/** How often a file may be exchanged under our hands before it counts as an attack. */
const MAX_TRIES = 1000;
const PIECE_BYTES = 256 * 1024;
const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/**
 * Replaces or makes a file and gives the bytes of its content.
 *
 * 1. What is there must be a file that may be written; a pipe or device is written itself. 2. The content
 * goes to a fresh file and is made to last. 3. Mode and owner of the file that is there now, which may be
 * another than in 1. 4. The fresh file takes the name. `mode` is that of a new file, before the umask.
 * Throws errors of the system and `FileProblem`.
 */
export function replaceFile(
  place: FilePlace,
  by: { readonly content: Content; readonly mode?: number },
): number {
  const { directory } = place;
  if (isSpecial(place)) return writeThrough(place, by.content);
  let model: Stats | undefined;
  {
    using old = openOld(place);
    model = old?.info;
  }
  const mode = model === undefined ? by.mode ?? NEW_FILE_MODE : 0o600;
  using fresh = createTemporary(directory, mode);
  if (model !== undefined) takeOver(fresh, model);
  const bytes = writeAll(fresh.descriptor, by.content);
  fsyncSync(fresh.descriptor);
  putInPlace(fresh, place);
  directory.sync();
  return bytes;
}

/**
 * Step 3 and 4; an append to the old file that came first is complete by then, a later one finds the new file.
 * A link that came in between is replaced itself.
 */
function putInPlace(fresh: Temporary, place: FilePlace): void {
  const { directory, name } = place;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    using old = openOld(place);
    if (old === undefined) return fresh.rename(name);
    using _lock = lockOld(old, place);
    if (!isStill(directory, { name, descriptor: old.descriptor })) continue;
    takeOver(fresh, old.info);
    return fresh.rename(name);
  }
  throw new FileProblem("it is exchanged all the time");
}

/**
 * Adds content at the end of a file, which is made if need be.
 *
 * The bytes go to the file itself, so that nothing that others add at the same time is lost. A file with
 * several names is replaced instead: the other name may be one that is denied.
 * Throws errors of the system, `FileProblem`, and `PathChanged` when the name means something else now.
 */
export function appendToFile(place: FilePlace, content: Uint8Array): number {
  const { directory, name } = place;
  if (isSpecial(place)) return writeThrough(place, [content]);
  using old = openOld(place) ?? createEmpty(place);
  if (old === undefined) throw new PathChanged();
  using _lock = lockOld(old, place);
  if (!isStill(directory, { name, descriptor: old.descriptor })) throw new PathChanged();
  if (fstatSync(old.descriptor).nlink > 1) return separate(place, { old, content });
  using file = reopen({ ...old, path: directory.at(name), access: "append" });
  if (file === undefined) throw new PathChanged();
  addAtEnd(file, content);
  return content.length;
}

function addAtEnd(file: Deno.FsFile, content: Uint8Array): void {
  const start = file.statSync().size;
  let written = 0;
  try {
    while (written < content.length) written += file.writeSync(content.subarray(written));
    file.syncSync();
  } catch (error) {
    // Half a line is worse than none, unless somebody else has added something after it.
    if (file.statSync().size === start + written) file.truncateSync(start);
    throw error;
  }
}

/** Gives a name a file of its own: the old content and what is added. */
function separate(
  place: FilePlace,
  by: { readonly old: OpenedFile; readonly content: Uint8Array },
): number {
  using fresh = createTemporary(place.directory, 0o600);
  takeOver(fresh, by.old.info);
  using source = openSource(place);
  writeAll(fresh.descriptor, readPieces(source));
  writeAll(fresh.descriptor, [by.content]);
  fsyncSync(fresh.descriptor);
  fresh.rename(place.name);
  place.directory.sync();
  return by.content.length;
}

/** Opens a regular file for reading. Throws `PathChanged` for a link, `FileProblem` for what is no file. */
export function openSource({ directory, name }: FilePlace): OpenedFile {
  let source: OpenedFile;
  try {
    source = opened(openSync(directory.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  } catch (error) {
    if (isSystemError(error, "ELOOP")) throw new PathChanged();
    throw error;
  }
  if (source.info.isFile()) return source;
  source[Symbol.dispose]();
  throw new FileProblem(source.info.isDirectory() ? "Is a directory" : "it is a pipe or device");
}

/** The pieces of an open file, from where it stands. */
export function* readPieces(source: OpenedFile): Content {
  for (;;) {
    const piece = new Uint8Array(PIECE_BYTES);
    const length = readSync(source.descriptor, piece);
    if (length === 0) return;
    yield piece.subarray(0, length);
  }
}

/** Writes everything; what a write did not take goes into the next one. */
export function writeAll(descriptor: number, content: Content): number {
  let bytes = 0;
  for (const piece of content) {
    for (let rest = piece; rest.length > 0;) rest = rest.subarray(writeSync(descriptor, rest));
    bytes += piece.length;
  }
  return bytes;
}

/** The file at a name, opened for appending; undefined when there is none, or a link. Throws for what is no file. */
function openOld({ directory, name }: FilePlace): OpenedFile | undefined {
  try {
    const descriptor = openSync(
      directory.at(name),
      O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK,
    );
    return opened(descriptor);
  } catch (error) {
    if (isSystemError(error, "ENOENT", "ELOOP")) return undefined;
    throw error;
  }
}

function createEmpty({ directory, name }: FilePlace): OpenedFile | undefined {
  try {
    const flags = O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW;
    return opened(openSync(directory.at(name), flags, NEW_FILE_MODE));
  } catch (error) {
    if (isSystemError(error, "EEXIST")) return undefined;
    throw error;
  }
}

function opened(descriptor: number): OpenedFile {
  return { descriptor, info: fstatSync(descriptor), [Symbol.dispose]: () => closeSync(descriptor) };
}

function lockOld(old: OpenedFile, place: FilePlace): Disposable | undefined {
  const path = place.directory.at(place.name);
  return waitForLock({ descriptor: old.descriptor, path, access: "write" });
}

/** Owner first: changing it takes mode bits away. */
function takeOver(fresh: Temporary, model: Stats): void {
  const own = fstatSync(fresh.descriptor);
  if (own.uid !== model.uid || own.gid !== model.gid) {
    try {
      fchownSync(fresh.descriptor, model.uid, model.gid);
    } catch (error) {
      if (!isSystemError(error, "EPERM")) throw error;
      const problem = `it belongs to user ${model.uid} and group ${model.gid}, which a ` +
        "replacement by you could not keep";
      throw new FileProblem(problem);
    }
  }
  fchmodSync(fresh.descriptor, model.mode & KEPT_MODE);
}

function isSpecial({ directory, name }: FilePlace): boolean {
  try {
    const info = lstatSync(directory.at(name));
    if (info.isBlockDevice()) throw new FileProblem("it is a disk");
    return info.isFIFO() || info.isCharacterDevice() || info.isSocket();
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return false;
    throw error;
  }
}

/** A pipe waits for its reader, as with any tool. */
function writeThrough({ directory, name }: FilePlace, content: Content): number {
  const descriptor = openSync(directory.at(name), O_WRONLY | O_NOFOLLOW);
  try {
    return writeAll(descriptor, content);
  } finally {
    closeSync(descriptor);
  }
}
