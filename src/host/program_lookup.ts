/**
 * Which file a program name means.
 * @module
 */
import { usablePath } from "../core/scrub_environment.ts";
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

/**
 * Lookups on a PATH as a command gets it, without empty and relative entries.
 *
 * As a shell does, the first executable wins; a file of that name that is not executable is
 * remembered only to tell 126 from 127.
 */
export function createProgramLookup(
  path: string,
  realPath: (path: string) => string | undefined,
): ProgramLookups {
  const directories = usablePath(path).split(":");

  function onPath(name: string): ProgramLookup {
    let result: ProgramLookup = { kind: "missing" };
    for (const directory of directories) {
      const file = `${directory}/${name}`;
      const info = statOf(file);
      if (!info?.isFile) continue; // a directory of that name is passed over
      const seen = lookAt(file, { info, realPath });
      if (seen.kind === "found") return seen;
      if (result.kind === "missing") result = seen;
    }
    return result;
  }

  function lookUp(name: string, cwd: string): ProgramLookup {
    if (name === "") return { kind: "missing" };
    if (!name.includes("/")) return onPath(name);
    const file = name.startsWith("/") ? name : `${cwd}/${name}`;
    const info = statOf(file);
    return info === undefined ? { kind: "missing" } : lookAt(file, { info, realPath });
  }

  return {
    find(name) {
      const seen = name === "" || name.includes("/") ? undefined : onPath(name);
      return seen?.kind === "found" ? { path: seen.path, real: seen.real } : undefined;
    },
    lookUp,
  };
}

function lookAt(
  file: string,
  by: { readonly info: Deno.FileInfo; readonly realPath: (path: string) => string | undefined },
): ProgramLookup {
  const real = mayExecute(by.info) ? by.realPath(file) : undefined;
  return real === undefined
    ? { kind: "not_executable", path: file }
    : { kind: "found", path: file, real };
}

function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch {
    return undefined; // what cannot be looked at cannot be started either
  }
}
