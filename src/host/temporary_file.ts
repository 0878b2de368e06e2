/**
 * Fresh files and directories that take the place of old ones when they are complete.
 * @module
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  unlinkSync,
} from "node:fs";
import { tryLock } from "./file_lock.ts";
import type { HeldDirectory } from "./held_directory.ts";
import { removeTree } from "./remove_tree.ts";
import { isSystemError } from "./system_error.ts";

/** A name that nobody guesses; `sweepTemporaries` knows it again. */
const NAME = /^\.execguard-[0-9a-f-]{36}\.tmp$/;

const CREATE = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
const LOOK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A fresh file; removed when disposed of, unless it took a name. */
export interface Temporary extends Disposable {
  readonly descriptor: number;
  /** Takes a name in the same directory, replacing what has it. */
  rename(name: string): void;
}

/** A fresh directory; removed with what is left in it when disposed of. */
export interface TemporaryDirectory extends Disposable {
  readonly name: string;
}

/**
 * Makes a fresh file in a directory. Its maker holds a lock on it, by which others see that it is no
 * remains of a killed one. The mode is subject to the umask.
 */
export function createTemporary(directory: HeldDirectory, mode: number): Temporary {
  for (;;) {
    const name = freshName();
    const descriptor = openSync(directory.at(name), CREATE, mode);
    const temporary = hold(directory, { name, descriptor, access: "write" });
    if (temporary !== undefined) return temporary;
  }
}

/** Makes a fresh directory, open to its owner alone. */
export function createTemporaryDirectory(directory: HeldDirectory): TemporaryDirectory {
  for (;;) {
    const name = freshName();
    mkdirSync(directory.at(name), 0o700);
    const descriptor = openSync(directory.at(name), LOOK | constants.O_DIRECTORY);
    const temporary = hold(directory, { name, descriptor, access: "read" });
    if (temporary !== undefined) return { name, [Symbol.dispose]: temporary[Symbol.dispose] };
  }
}

function freshName(): string {
  return `.execguard-${crypto.randomUUID()}.tmp`;
}

/** Undefined when a sweeper was faster than the lock. */
function hold(
  directory: HeldDirectory,
  made: {
    readonly name: string;
    readonly descriptor: number;
    readonly access: "read" | "write";
  },
): Temporary | undefined {
  const { name, descriptor } = made;
  const lock = tryLock({ ...made, path: directory.at(name) });
  if (lock === undefined || !isStill(directory, { name, descriptor })) {
    lock?.[Symbol.dispose]();
    closeSync(descriptor);
    return undefined;
  }
  let isPlaced = false;
  return {
    descriptor,
    rename(to) {
      renameSync(directory.at(name), directory.at(to));
      isPlaced = true;
    },
    [Symbol.dispose]() {
      if (!isPlaced) removeAny(directory, name);
      lock[Symbol.dispose]();
      closeSync(descriptor);
    },
  };
}

/** Whether a name still leads to an open file. */
export function isStill(
  directory: HeldDirectory,
  open: { readonly name: string; readonly descriptor: number },
): boolean {
  try {
    const now = lstatSync(directory.at(open.name));
    const info = fstatSync(open.descriptor);
    return now.dev === info.dev && now.ino === info.ino;
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return false;
    throw error;
  }
}

/** Removes what killed writers left in a directory. What cannot be removed stays: it is in nobody's way. */
export function sweepTemporaries(directory: HeldDirectory): void {
  let names: string[];
  try {
    names = readdirSync(directory.at(""));
  } catch {
    return; // a directory that may be written but not listed
  }
  for (const name of names) if (NAME.test(name)) sweep(directory, name);
}

function sweep(directory: HeldDirectory, name: string): void {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(directory.at(name), LOOK);
    using lock = tryLock({ descriptor, path: directory.at(name), access: "read" });
    if (lock !== undefined) removeAny(directory, name);
  } catch {
    return; // another's, or just renamed
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function removeAny(directory: HeldDirectory, name: string): void {
  try {
    if (lstatSync(directory.at(name)).isDirectory()) removeTree(directory, name);
    else unlinkSync(directory.at(name));
  } catch (error) {
    if (!isSystemError(error, "ENOENT")) throw error;
  }
}
