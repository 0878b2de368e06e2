/**
 * The real machine's answers for a sandbox plan, asked in the plainest way.
 * @module
 */
import { absolutePath, parentOf } from "../../src/core/paths.ts";
import type { SandboxFacts } from "../../src/core/place_claims.ts";
import type { PathKind } from "../../src/core/ports.ts";

/** Facts of this machine for a home and a user, who need not be the one that asks. */
export function localFacts(home: string, uid: number): SandboxFacts {
  return {
    home,
    realPath,
    kind: (path) => kindOf(attempt(() => Deno.lstatSync(path))),
    findProgram: () => undefined,
    readText: (path, maxBytes) => {
      const text = attempt(() => Deno.readTextFileSync(path));
      return text !== undefined && text.length <= maxBytes ? text : undefined;
    },
    listDirectory: (path) => attempt(() => [...Deno.readDirSync(path)])?.map(({ name }) => name),
    canAccess: (path, purpose) => {
      const info = attempt(() => Deno.statSync(path));
      if (info === undefined) return false;
      const bits = (info.mode ?? 0) >> (info.uid === uid ? 6 : 0);
      return uid === 0 || (purpose === "read" ? (bits & 4) !== 0 : (bits & 2) !== 0);
    },
  };
}

function realPath(path: string): string | undefined {
  const whole = attempt(() => Deno.realPathSync(path));
  if (whole !== undefined || path === "/") return whole;
  const name = path.slice(path.lastIndexOf("/") + 1);
  const link = attempt(() => Deno.readLinkSync(path));
  const parent = realPath(parentOf(path));
  if (parent === undefined) return undefined;
  return link === undefined ? absolutePath(name, parent) : realPath(absolutePath(link, parent));
}

function kindOf(info: Deno.FileInfo | undefined): PathKind {
  if (info === undefined) return "missing";
  if (info.isSymlink) return "link";
  return info.isFile ? "file" : info.isDirectory ? "directory" : "other";
}

function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
