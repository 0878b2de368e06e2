/**
 * Read-only answers about the machine for the judge and the planner.
 * @module
 */
import type { SandboxFacts } from "../core/place_claims.ts";
import type { PathKind } from "../core/ports.ts";
import { memoize } from "./memoize.ts";
import { mayCreateIn, mayRead } from "./permissions.ts";
import { createProgramLookup, type ProgramLookup } from "./program_lookup.ts";

/** The kernel's limit of links in one path. Source: path_resolution(7). */
const MAX_LINKS = 40;

/** Answers kept of each kind: enough for one request by far, bounded for a stream of a million. */
const CACHE_SIZE = 10_000;

/** Facts of this machine, and what a program name means. */
export interface HostFacts extends SandboxFacts {
  /** What a program name means: on PATH, or a path from `cwd` on. Decides exit codes 126 and 127. */
  lookUpProgram(name: string, cwd: string): ProgramLookup;
}

/** What stands at a path, not following a final link. */
type Entry =
  | { readonly kind: Exclude<PathKind, "link"> | "unreadable" }
  | { readonly kind: "link"; readonly target: string };

/**
 * Facts for one home and one PATH; each question is asked of the machine once, as long as its answer
 * is among the last `cacheSize`.
 *
 * A question that cannot be answered (no permission, a dead mount, a name too long) is answered as the
 * port says, never thrown. Relative and empty entries of PATH are no places to find programs in: what
 * they mean changes with the directory.
 */
export function createFacts(options: {
  readonly home: string | undefined;
  readonly path: string;
  readonly cacheSize?: number;
}): HostFacts {
  const limit = options.cacheSize ?? CACHE_SIZE;
  const entryAt = memoize(readEntry, limit);
  const realPath = memoize((path: string) => resolvePath(path, entryAt), limit);
  const programs = createProgramLookup(options.path, realPath);
  return {
    home: options.home,
    realPath,
    kind(path) {
      const { kind } = entryAt(path);
      return kind === "unreadable" ? "other" : kind;
    },
    findProgram: memoize(programs.find, limit),
    lookUpProgram: programs.lookUp,
    readText,
    listDirectory: memoize(listDirectory, limit),
    canAccess: (path, purpose) => purpose === "read" ? mayRead(path) : mayCreateIn(path),
  };
}

/**
 * The canonical form of an absolute path: goes through it component by component, so that `..` after a
 * link means the parent of the link's target, and a missing rest is kept as it is written.
 */
function resolvePath(path: string, entryAt: (path: string) => Entry): string | undefined {
  if (!path.startsWith("/")) return undefined;
  const pending = path.split("/").toReversed();
  let current = "";
  let links = 0;
  while (pending.length > 0) {
    const name = pending.pop() ?? "";
    if (name === "" || name === ".") continue;
    if (name === "..") {
      current = current.slice(0, Math.max(0, current.lastIndexOf("/")));
      continue;
    }
    const next = `${current}/${name}`;
    const entry = entryAt(next);
    if (entry.kind === "unreadable") return undefined;
    if (entry.kind !== "link") {
      current = next;
      continue;
    }
    if (++links > MAX_LINKS) return undefined;
    if (entry.target.startsWith("/")) current = "";
    pending.push(...entry.target.split("/").toReversed());
  }
  return current === "" ? "/" : current;
}

function readEntry(path: string): Entry {
  try {
    const info = Deno.lstatSync(path);
    if (info.isSymlink) return { kind: "link", target: Deno.readLinkSync(path) };
    return { kind: info.isFile ? "file" : info.isDirectory ? "directory" : "other" };
  } catch (error) {
    return { kind: isAbsence(error) ? "missing" : "unreadable" };
  }
}

/** Errors that mean "there is nothing of this name"; a name longer than any name is among them. */
function isAbsence(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
    (error as { code?: unknown }).code === "ENAMETOOLONG";
}

function readText(path: string, maxBytes: number): string | undefined {
  try {
    // Looked at before opening: opening a pipe would wait for its writer.
    const info = Deno.statSync(path);
    if (!info.isFile || info.size > maxBytes) return undefined;
    using file = Deno.openSync(path);
    const bytes = new Uint8Array(maxBytes + 1);
    let length = 0;
    for (let read; (read = file.readSync(bytes.subarray(length))) !== null && read > 0;) {
      length += read;
    }
    return length > maxBytes ? undefined : new TextDecoder().decode(bytes.subarray(0, length));
  } catch {
    return undefined;
  }
}

function listDirectory(path: string): readonly string[] | undefined {
  try {
    return Array.from(Deno.readDirSync(path), (entry) => entry.name);
  } catch {
    return undefined;
  }
}
