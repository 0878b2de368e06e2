/**
 * Many looks at names that mostly are not there. A look that fails costs this runtime an exception, a listing of their
 * directory little more than one; so after a few failures it is listed, and answers for the others.
 * @module
 */
import { baseName, foldPath, parentOf } from "../core/paths.ts";
import { memoize } from "./memoize.ts";

/** One directory's failed looks, and the folded names in it once it was listed; undefined when that was no use. */
interface Directory {
  failed: number;
  names: ReadonlySet<string> | undefined;
}

/** So many looks fail before a listing is worth it. */
const FAILED_LOOKS = 3;

/** A directory of more bytes is not listed: some thousand names, which cost more than the looks. */
const MAX_BYTES = 64 * 1024;

/** Directories that are remembered. */
const MAX_DIRECTORIES = 1000;

/**
 * The same answers as `look`, of which `missing` is the one for a path where nothing is; names must not come into being
 * meanwhile, or they may go unseen. File systems that ignore case are heeded.
 */
export function withListings<Answer>(
  look: (path: string) => Answer,
  missing: Answer,
): (path: string) => Answer {
  const directoryAt = memoize((): Directory => ({ failed: 0, names: undefined }), MAX_DIRECTORIES);
  return (path) => {
    const name = foldPath(baseName(path));
    // These lead on: they are in no listing.
    if (name === "" || name === "." || name === "..") return look(path);
    const parent = parentOf(path);
    const directory = directoryAt(parent);
    if (directory.names?.has(name) === false) return missing;
    const answer = look(path);
    if (answer === missing && ++directory.failed === FAILED_LOOKS) {
      directory.names = listNames(parent);
    }
    return answer;
  };
}

function listNames(directory: string): ReadonlySet<string> | undefined {
  try {
    if (Deno.statSync(directory).size > MAX_BYTES) return undefined;
    return new Set(Array.from(Deno.readDirSync(directory), ({ name }) => foldPath(name)));
  } catch {
    return undefined;
  }
}
