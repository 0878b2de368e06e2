/**
 * Which file a program name means.
 * @module
 */
import { mayExecute } from "./permissions.ts";

/** Whether a program can be started. */
export type ProgramLookup =
  | { readonly kind: "found"; readonly path: string; readonly real: string }
  | { readonly kind: "not_executable"; readonly path: string }
  | { readonly kind: "missing" };

/** Lookups on one PATH. */
export interface ProgramLookups {
  /** The executable a bare name means; undefined when there is none. */
  find(name: string): { readonly path: string; readonly real: string } | undefined;
  /** The same for any name, with the reason when there is none. */
  lookUp(name: string, cwd: string): ProgramLookup;
}

/** Where programs are looked for when PATH is empty, as the C library does. Source: execvp(3). */
export const DEFAULT_PATH = "/usr/bin:/bin";

/** The entries of a PATH that mean the same everywhere. */
export function absoluteEntries(path: string): string[] {
  return path.split(":").filter((entry) => entry.startsWith("/"));
}

/**
 * Lookups on a PATH; entries that are empty or relative are left out.
 *
 * As a shell does, the first executable wins; a file of that name that is not executable is
 * remembered only to tell 126 from 127.
 */
export function createProgramLookup(
  path: string,
  realPath: (path: string) => string | undefined,
): ProgramLookups {
  const directories = absoluteEntries(path === "" ? DEFAULT_PATH : path);

  function lookAt(file: string, info: Deno.FileInfo | undefined): ProgramLookup {
    if (info === undefined) return { kind: "missing" };
    const real = mayExecute(info) ? realPath(file) : undefined;
    return real === undefined
      ? { kind: "not_executable", path: file }
      : { kind: "found", path: file, real };
  }

  function onPath(name: string): ProgramLookup {
    let result: ProgramLookup = { kind: "missing" };
    for (const directory of directories) {
      const file = `${directory}/${name}`;
      const info = statOf(file);
      if (!info?.isFile) continue; // a directory of that name is passed over
      const seen = lookAt(file, info);
      if (seen.kind === "found") return seen;
      if (result.kind === "missing") result = seen;
    }
    return result;
  }

  function lookUp(name: string, cwd: string): ProgramLookup {
    if (name === "") return { kind: "missing" };
    if (!name.includes("/")) return onPath(name);
    const file = name.startsWith("/") ? name : `${cwd}/${name}`;
    return lookAt(file, statOf(file));
  }

  return {
    find(name) {
      const seen = name === "" || name.includes("/") ? undefined : onPath(name);
      return seen?.kind === "found" ? { path: seen.path, real: seen.real } : undefined;
    },
    lookUp,
  };
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined; // what cannot be looked at cannot be started either
  }
}
