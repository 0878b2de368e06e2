/**
 * Looks at what `rm` names and moves it to the trash.
 * @module
 */
import { absolutePath, baseName, parentOf } from "../core/paths.ts";
import { trashInfo } from "../core/trash_info.ts";
import type { TrashTarget } from "../core/trash_target.ts";
import type { Result } from "../core/types.ts";
import script from "./move_to_trash.sh" with { type: "text" };
import { shellScript } from "./shell_script.ts";
import {
  type HomeTrash,
  homeTrashPath,
  touchesTrash,
  type TrashPlace,
  trashPlaces,
  type TrashStyle,
} from "./trash_places.ts";
import { moveToUserTrash } from "./trash_user.ts";

/** The machine's trash. */
export interface Trash {
  /** What an operand names, taken from a canonical directory. */
  lookAt(target: string, cwd: string): TrashTarget;
  /** Moves what stands at a canonical path. Refusal: `trash-failed` (path, problem). */
  move(place: string): Result<true>;
}

/** What a trash is made from. */
export interface TrashOptions {
  readonly style: TrashStyle;
  /** Canonical home directory. */
  readonly home: string | undefined;
  /** `XDG_DATA_HOME` as the caller has it. */
  readonly dataHome: string | undefined;
  readonly realPath: (path: string) => string | undefined;
}

/** A name in the trash may grow by a number and `.trashinfo`, and no name is longer than 255 bytes. */
const MAX_NAME_BYTES = 235;

/** What the script's exit codes mean where its programs say nothing. */
const PROBLEMS: Readonly<Record<number, string>> = {
  3: "its directory was replaced meanwhile",
  4: "the trash folder cannot be used",
};

/** The trash of this machine and user. */
export function createTrash(options: TrashOptions): Trash {
  const home: HomeTrash = { directory: canonicalTrash(options) };
  return {
    lookAt: (target, cwd) => lookAt(target, { cwd, home, realPath: options.realPath }),
    move(place) {
      if (options.style === "user") return moveToUserTrash(place, options.home);
      let problem = "there is no trash folder for it, and HOME is not set";
      for (const trash of trashPlaces(place, home)) {
        const failure = moveInto(trash, place);
        if (failure === undefined) return { ok: true, value: true };
        problem = failure;
      }
      return { ok: false, refusal: { code: "trash-failed", data: { path: place, problem } } };
    },
  };
}

/** The folder that holds the trash may be reached through a link, the trash itself may be none. */
function canonicalTrash(options: TrashOptions): string | undefined {
  const path = homeTrashPath(options);
  const parent = path && options.realPath(parentOf(path));
  return path && parent && absolutePath(baseName(path), parent);
}

function lookAt(
  target: string,
  by: {
    readonly cwd: string;
    readonly home: HomeTrash;
    readonly realPath: (path: string) => string | undefined;
  },
): TrashTarget {
  if (target === "") return { kind: "missing" };
  const path = target.startsWith("/") ? target : `${by.cwd}/${target}`;
  const trimmed = path.replace(/\/+$/, "");
  const name = baseName(trimmed);
  if (name === "." || name === "..") return { kind: "unnamed" };
  const directory = by.realPath(trimmed.slice(0, trimmed.length - name.length) || "/");
  if (directory === undefined) return { kind: "unnamed" };
  return describe(absolutePath(name, directory), by.home);
}

function describe(place: string, home: HomeTrash): TrashTarget {
  try {
    const info = Deno.lstatSync(place);
    return {
      kind: info.isDirectory ? "directory" : "file",
      place,
      isEmpty: info.isDirectory && isEmpty(place),
      isMountPoint: info.dev !== Deno.lstatSync(parentOf(place)).dev,
      touchesTrash: touchesTrash(place, home),
    };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return { kind: "missing" };
    }
    if (error instanceof Deno.errors.PermissionDenied) return { kind: "unnamed" };
    throw error;
  }
}

function isEmpty(directory: string): boolean {
  try {
    return Deno.readDirSync(directory)[Symbol.iterator]().next().done === true;
  } catch {
    return false; // what cannot be listed is not known to be empty
  }
}

/** What went wrong, or undefined when it is in the trash now. */
function moveInto(trash: TrashPlace, place: string): string | undefined {
  const { directory, origin, how } = trash;
  const name = baseName(place);
  const words = [
    parentOf(place),
    name,
    directory,
    shortened(name),
    trashInfo(origin, new Date()),
    how,
  ];
  const { code, stderr } = shellScript(script, words, { stderr: "piped" }).outputSync();
  if (code === 0) return undefined;
  const said = new TextDecoder().decode(stderr).trim().split("\n").at(-1) ?? "";
  return PROBLEMS[code] ?? said.slice(said.lastIndexOf(": ") + 1).trim();
}

/** A name cut to fit, between characters. */
function shortened(name: string): string {
  const encoder = new TextEncoder();
  let short = name;
  while (encoder.encode(short).length > MAX_NAME_BYTES) {
    short = Array.from(short).slice(0, -1).join("");
  }
  return short;
}
