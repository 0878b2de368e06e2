/**
 * Names that must be there while sandboxed commands run, and gone afterwards.
 *
 * Taking one away would uncover it in every other sandbox that has it: the kernel drops a mount when
 * its mount point is removed elsewhere. So whoever needs a name holds a shared lock for it, and who
 * ends last, alone, removes it; also what a killed execguard left.
 * @module
 */
import { parentOf } from "../core/paths.ts";
import type { Placeholder } from "../core/plan.ts";
import type { Refusal, Result } from "../core/types.ts";
import { canSee } from "./presence.ts";

/** Placeholders in use. */
export interface KeptPlaceholders {
  /** Gives them up; what is still as made goes, unless another execguard needs it. */
  release(): void;
}

/** The lock of one name; its file lists what was made for it, one JSON object a line. */
interface NameLock {
  readonly path: string;
  readonly file: Deno.FsFile;
}

/** Where the locks are: invisible inside every sandbox. The runtime keeps `/dev/shm` to programs with every permission. */
const PARENT = "/tmp";

/**
 * Makes placeholders. One that exists already is left as it is: another execguard made it, or a
 * person since the plan was made. Refusal: `sandbox-failed` (problem, cure).
 */
export function makePlaceholders(placeholders: readonly Placeholder[]): Result<KeptPlaceholders> {
  const locks: NameLock[] = [];
  const kept = { release: () => locks.forEach(release) };
  const directory = placeholders.length === 0 ? "" : lockDirectory();
  if (directory === undefined) {
    const problem = "there is no place for a lock";
    const cure = `make ${PARENT} writable, and remove a "${lockName()}" of somebody else there`;
    return { ok: false, refusal: refusal(problem, cure) };
  }
  for (const placeholder of placeholders) {
    try {
      const lock = acquire(`${directory}/name-${nameMark(placeholder.path)}`);
      locks.push(lock);
      for (const item of withParents(placeholder)) if (make(item)) append(lock, item);
    } catch (error) {
      kept.release();
      const problem = `"${placeholder.path}" cannot be kept free: ${(error as Error).message}`;
      return { ok: false, refusal: refusal(problem, "make its directory writable") };
    }
  }
  return { ok: true, value: kept };
}

function refusal(problem: string, cure: string): Refusal {
  return { code: "sandbox-failed", data: { problem, cure } };
}

/** One for each user. */
function lockName(): string {
  return `execguard-${Deno.uid()}`;
}

/** A directory that nobody else can enter; undefined when it cannot be made, or somebody else was here first. */
function lockDirectory(): string | undefined {
  const directory = `${PARENT}/${lockName()}`;
  try {
    Deno.mkdirSync(directory, { recursive: true, mode: 0o700 });
    const info = Deno.lstatSync(directory);
    const isOurs = info.isDirectory && info.uid === Deno.uid() && ((info.mode ?? 0) & 0o77) === 0;
    return isOurs ? directory : undefined;
  } catch {
    return undefined; // read-only, full, or a file is in the way
  }
}

/** FNV-1a. Two names with one mark share a lock, which only keeps them a little longer. */
function nameMark(path: string): string {
  let mark = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(path)) {
    mark = Math.imul(mark ^ byte, 0x01000193) >>> 0;
  }
  return mark.toString(16);
}

/** Takes the shared lock of a file that is still the one of its name when the lock is there. */
function acquire(path: string): NameLock {
  for (;;) {
    const file = Deno.openSync(path, { read: true, append: true, create: true, mode: 0o600 });
    file.lockSync(false);
    if (inodeOf(path) === file.statSync().ino) return { path, file };
    file.close();
  }
}

function inodeOf(path: string): number | null | undefined {
  return canSee(path) ? Deno.statSync(path).ino : undefined;
}

/** A placeholder and the missing directories above it, highest first. */
function withParents(placeholder: Placeholder): Placeholder[] {
  const parents: Placeholder[] = [];
  for (let at = parentOf(placeholder.path); !canSee(at); at = parentOf(at)) {
    parents.unshift({ path: at });
  }
  return [...parents, placeholder];
}

/** Whether it was made now; throws when it can be neither made nor found. */
function make({ path, content }: Placeholder): boolean {
  try {
    if (content === undefined) Deno.mkdirSync(path);
    else Deno.writeTextFileSync(path, content, { createNew: true });
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    throw error;
  }
}

function append(lock: NameLock, item: Placeholder): void {
  lock.file.writeSync(new TextEncoder().encode(`${JSON.stringify(item)}\n`));
}

function release(lock: NameLock): void {
  lock.file.unlockSync();
  if (lock.file.tryLockSync(true)) {
    // Children were made after their parents.
    readItems(lock.file).toReversed().forEach(removeAsMade);
    if (inodeOf(lock.path) === lock.file.statSync().ino) Deno.removeSync(lock.path);
  }
  lock.file.close();
}

function readItems(file: Deno.FsFile): Placeholder[] {
  const bytes = new Uint8Array(file.statSync().size);
  file.seekSync(0, Deno.SeekMode.Start);
  const length = file.readSync(bytes) ?? 0;
  return new TextDecoder().decode(bytes.subarray(0, length)).split("\n")
    .filter((line) => line !== "").map((line) => JSON.parse(line) as Placeholder);
}

/** What a person has put something into meanwhile is theirs. */
function removeAsMade({ path, content }: Placeholder): void {
  try {
    const info = Deno.lstatSync(path);
    const isAsMade = content === undefined
      ? info.isDirectory
      : info.isFile && Deno.readTextFileSync(path) === content;
    if (isAsMade) Deno.removeSync(path);
  } catch {
    return; // gone, or a directory that is not empty any more
  }
}
