/**
 * Where things are: the work directory, home, and execguard's own files.
 * @module
 */
import { isInside } from "../core/paths.ts";
import type { OwnPlaces } from "../core/ports.ts";
import type { Result } from "../core/types.ts";

/** Larger configs are refused: nobody writes one by hand. */
const MAX_CONFIG_BYTES = 1024 * 1024;

/** An existing directory, canonical. Refusal: `request-bad-cwd` (path, problem). */
export function readDirectory(path: string): Result<string> {
  const refuse = (problem: string): Result<string> => ({
    ok: false,
    refusal: { code: "request-bad-cwd", data: { path, problem } },
  });
  try {
    const real = Deno.realPathSync(path);
    return Deno.statSync(real).isDirectory
      ? { ok: true, value: real }
      : refuse("it is not a directory");
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return refuse("it does not exist, or was deleted");
    if (isDenied(error)) return refuse("it cannot be entered");
    throw error;
  }
}

/**
 * The canonical home directory; undefined when `HOME` is not set.
 * Refusal: `config-home` when it is relative, missing, no directory, or `/`.
 */
export function readHome(home: string | undefined): Result<string | undefined> {
  if (home === undefined || home === "") return { ok: true, value: undefined };
  const refuse = (problem: string): Result<undefined> => ({
    ok: false,
    refusal: { code: "config-home", data: { problem } },
  });
  if (!home.startsWith("/")) return refuse(`HOME is relative ("${home}")`);
  const real = readDirectory(home);
  if (!real.ok) return refuse(`HOME ("${home}") is no directory that can be entered`);
  return real.value === "/" ? refuse("HOME is the root of the file system") : real;
}

/**
 * execguard's own directories (contract, section 6); relative XDG values are ignored, as their specification
 * says. `folder` is the program's own; it counts unless somebody works in it.
 */
export function ownPlaces(
  variable: (name: string) => string | undefined,
  folder: URL,
): OwnPlaces {
  const home = variable("HOME") ?? "";
  const base = (name: string, fallback: string) => {
    const value = variable(name);
    return `${value?.startsWith("/") ? value : `${home}/${fallback}`}/execguard`;
  };
  const config = base("XDG_CONFIG_HOME", ".config");
  const privateDirectories = [config, base("XDG_STATE_HOME", ".local/state")];
  const program = decodeURIComponent(folder.pathname).replace(/\/$/, "");
  const start = readDirectory(".");
  const worksOnIt = start.ok && isInside(start.value, program);
  const programDirectories = [base("XDG_CACHE_HOME", ".cache"), ...(worksOnIt ? [] : [program])];
  return {
    configFile: `${config}/config.jsonc`,
    privateDirectories,
    programDirectories,
  };
}

/** A config's text; undefined when there is none. Refusal: `config-unreadable`. */
export function readConfig(path: string): Result<string | undefined> {
  const refuse = (problem: string): Result<undefined> => ({
    ok: false,
    refusal: { code: "config-unreadable", data: { path, problem } },
  });
  try {
    const info = Deno.statSync(path);
    if (!info.isFile) return refuse("it is not a regular file");
    if (info.size > MAX_CONFIG_BYTES) return refuse("it is larger than 1 MiB");
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Deno.readFileSync(path));
    return { ok: true, value: text };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { ok: true, value: undefined };
    if (isDenied(error)) return refuse("permission denied");
    if (error instanceof TypeError) return refuse("it is not valid UTF-8");
    if (error instanceof Deno.errors.NotADirectory || error instanceof Deno.errors.FilesystemLoop) {
      return refuse("its path leads nowhere");
    }
    throw error;
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable;
}
