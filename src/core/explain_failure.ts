/**
 * What to do after a command failed in the sandbox.
 * @module
 */
import { quoteForDisplay } from "./display.ts";
import { absolutePath, isInside, parentOf } from "./paths.ts";
import type { PathKind } from "./ports.ts";

/** A command that ran in the sandbox and failed. */
export interface FailedRun {
  /** The last of what it wrote. */
  readonly tail: string;
  readonly cwd: string;
  readonly home: string | undefined;
  readonly network: boolean;
  /** Canonical places that the sandbox let it write. */
  readonly writable: readonly string[];
  /** What is at an absolute path outside the sandbox. */
  readonly kind: (path: string) => PathKind;
}

/** A line of output that tells of a refusal. */
interface Blocked {
  readonly line: string;
  /** The path it is most likely about; undefined when it names none. */
  readonly path: string | undefined;
}

/** What a refused write looks like. Source: spec.md, section 7. */
const WRITE_MARKER =
  /permission denied|operation not permitted|read-only file ?system|\bEACCES\b|\bEPERM\b|\bEROFS\b|not writable/i;
/** What a missing network looks like. Source: the same; the codes are those of getaddrinfo(3). */
const NETWORK_MARKER =
  /could not resolve (?:host|proxy)|name resolution|network is unreachable|\bENOTFOUND\b|\bEAI_AGAIN\b|\bENETUNREACH\b/i;
/** A refusal by the other side, which has the words of a refused write in it. */
const LOGIN_MARKER =
  /permission denied \([a-z0-9,-]+\)|authentication failed|could not read from remote/i;
/** A path in a message: quoted, or from a slash to a blank or punctuation. */
const PATH = /[‘'"`]((?:\.{0,2}\/)[^‘’'"`]+)[’'"`]|(?<![\w.:/])(\.{0,2}\/[^\s:;,'"`‘’()]+)/g;
/** Where only the system's own user writes, or what is no file at all. Source: hier(7), file-hierarchy(7). */
const OF_THE_SYSTEM = [
  ...["/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64", "/boot", "/root", "/run", "/dev", "/proc"],
  ...["/sys", "/var", "/System", "/Library", "/Applications"],
];
const NOT_OWNERSHIP = "the sandbox blocks it, not its owner or mode: chown and chmod do not help";

/**
 * The ways out of a failure that the sandbox may have caused; empty when nothing in the output says so.
 *
 * Everything but the last word is taken from output, which anybody may have written: it is marked so, it grants
 * nothing, and it names the one directory that was refused, never a wider one. Source: spec.md, section 7.
 */
export function explainFailure(run: FailedRun): readonly string[] {
  const lines = run.tail.split(/\r?\n/);
  if (lines.some((line) => LOGIN_MARKER.test(line))) return [adviseLogin(run)];
  const blocked = lines.filter((line) => WRITE_MARKER.test(line)).map((line) =>
    blockedIn(line, run)
  );
  const outside = blocked.find(({ path }) => path !== undefined && isOutside(path, run));
  if (outside?.path !== undefined) return [advisePath(outside.path, run)];
  if (lines.some((line) => NETWORK_MARKER.test(line))) return [adviseNetwork(run)];
  const inHome = blocked.find(({ path }) => path !== undefined && !isBound(path, run));
  if (inHome?.path !== undefined) return [advisePath(inHome.path, run)];
  const [first] = blocked;
  return first === undefined ? [] : [adviseNothing(first, run)];
}

function blockedIn(line: string, run: FailedRun): Blocked {
  const paths = Array.from(line.matchAll(PATH), (match) => match[1] ?? match[2] ?? "")
    // `/bin/sh: 1: cannot create /opt/x: …` names the program first.
    .filter((path) => path !== "/").map((path) => absolutePath(path, run.cwd));
  const named = paths.find((path) => !isBound(path, run) && isWritten(path)) ?? paths.at(-1);
  // A relative name is meant from the work directory.
  return { line, path: named ?? (isBound(run.cwd, run) ? undefined : run.cwd) };
}

/** Programs complain under their own path: a shell is hardly what was to be written. */
function isWritten(path: string): boolean {
  return !/^\/(?:usr\/)?(?:local\/)?s?bin\//.test(path);
}

function isBound(path: string, run: FailedRun): boolean {
  return run.writable.some((place) => isInside(path, place));
}

function isOutside(path: string, run: FailedRun): boolean {
  return !isBound(path, run) && (run.home === undefined || !isInside(path, run.home));
}

function advisePath(path: string, run: FailedRun): string {
  if (isInside(path, run.cwd) && !isBound(run.cwd, run)) {
    return fromOutput(
      `the work directory ${
        quoteForDisplay(run.cwd)
      } is read-only here: list it in work_roots of the ` +
        `config, or run again with --write-path ${quoteForDisplay(run.cwd)}; ${NOT_OWNERSHIP}`,
    );
  }
  if (OF_THE_SYSTEM.some((place) => isInside(path, place))) {
    return fromOutput(
      `${
        quoteForDisplay(path)
      } belongs to the system: write to the work directory instead, or as the last ` +
        'resort run ["sudo",...] or --no-sandbox, which need the system password',
    );
  }
  const directory = run.kind(path) === "directory" ? path : parentOf(path);
  if (directory === "/" || run.kind(directory) !== "directory") {
    return fromOutput(
      `${
        quoteForDisplay(directory)
      } is not there or no directory, and what is above it would be too wide: ` +
        "write to the work directory instead",
    );
  }
  return fromOutput(
    `run again with --write-path ${quoteForDisplay(directory)}; ${NOT_OWNERSHIP}`,
  );
}

function adviseNetwork(run: FailedRun): string {
  return run.network
    ? fromOutput("the network was on: the name or the connection itself failed; report that")
    : fromOutput("the network is off: run again with --network");
}

function adviseLogin(run: FailedRun): string {
  return run.network
    ? fromOutput(
      "the other side refused the credentials, and keys and tokens are hidden in the sandbox: report that; " +
        "nothing on this machine needs other permissions",
    )
    : fromOutput(
      "the connection needs the network: run again with --network; should the credentials be refused then, report that",
    );
}

function adviseNothing(blocked: Blocked, run: FailedRun): string {
  const { path } = blocked;
  const known = path !== undefined && isBound(path, run);
  const where = path === undefined ? quoteForDisplay(blocked.line.trim()) : quoteForDisplay(path);
  return fromOutput(
    known
      ? `${where} is refused inside a writable place: hooks, start files and credentials are protected on purpose, ` +
        "and anything else is refused by its owner or mode; report it and stop"
      : `something was refused: ${where}; report it and stop`,
  );
}

function fromOutput(text: string): string {
  return `From the command's output: ${text}`;
}
