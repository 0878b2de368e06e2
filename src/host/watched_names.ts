/**
 * Undoes what a sandboxed command must not bring into being: names that a plan can only watch.
 * @module
 */
import { later } from "../core/later.ts";
import { parentOf } from "../core/paths.ts";
import type { UndoneName } from "../core/running.ts";
import { withListings } from "./listed_names.ts";
import { canSee } from "./presence.ts";

/** Names as they were before a command starts. */
export interface NameWatch {
  /** Undoes what happens to them from now on; to be called as soon as the command is being started. */
  follow(): void;
  /** Looks once more, ends the watch and tells which names were undone, each with where it went. */
  stop(): readonly UndoneName[];
}

/** What a watch needs. */
export interface WatchOptions {
  /** Directory outside every sandbox's reach for what is taken away; made when needed. */
  readonly quarantine: string;
  /** Called once when a command keeps on making the names. */
  readonly onPersistence: () => void;
}

/** One name as it was when the watch began. */
interface WatchedPlace {
  readonly path: string;
  /** The nearest directory above it that existed; what leads there cannot be moved by the command. */
  readonly root: string;
  /** Target of the link that stood there; undefined when nothing did. */
  readonly link: string | undefined;
}

/** A command that was undone this often is not going to stop by itself. */
const PATIENCE = 8;

/** How far apart the first looks are. */
const LOOK_MS = 4;

/** How many there are before the system's watch takes over: most commands are over by then, and to end one takes 10 ms. */
const LOOKS = 12;

/**
 * Watches names for as long as a command runs: what appears is moved to the quarantine within
 * milliseconds, a link that was replaced or removed is made again. Nothing is deleted. A watch that
 * cannot be set up (the system's limit is reached) leaves the look at the end, and so does a name whose
 * directory is missing: as long as the command runs it could lead our rename elsewhere by a link.
 */
export function watchNames(names: readonly string[], options: WatchOptions): NameWatch {
  const places = placesOf(names);
  const undone: UndoneName[] = [];
  const check = (place: WatchedPlace): void => {
    const found = undo(place, options.quarantine);
    if (found === undefined) return;
    undone.push(found);
    if (undone.length === PATIENCE) options.onPersistence();
  };
  const checkAll = (all: readonly WatchedPlace[]): void => {
    const isThere = withListings(canSee, false);
    all.filter((place) => place.link !== undefined || isThere(firstName(place))).forEach(check);
  };
  const direct = places.filter(({ path, root }) => parentOf(path) === root);
  let watcher: Deno.FsWatcher | undefined;
  let cancel: (() => void) | undefined;
  const look = (looks: number): void => {
    if (looks === 0) {
      watcher = openWatcher(new Set(direct.map(({ root }) => root)));
      if (watcher !== undefined) {
        const byPath = new Map(direct.map((place) => [place.path, place]));
        void actOnEvents(watcher, (changed) => {
          const place = byPath.get(changed);
          if (place !== undefined) check(place);
        });
      }
    } else cancel = later(LOOK_MS, () => look(looks - 1));
    checkAll(direct);
  };
  return {
    follow() {
      if (direct.length > 0) look(LOOKS);
    },
    stop() {
      cancel?.();
      watcher?.close();
      checkAll(places);
      return undone;
    },
  };
}

/** The names that are watched, as links or as missing. What a person made since the plan is theirs. */
function placesOf(names: readonly string[]): readonly WatchedPlace[] {
  const rootOf = rootFinder();
  const isThere = withListings(canSee, false);
  return names.flatMap((path): WatchedPlace[] => {
    const stands = isThere(path);
    const link = stands ? linkAt(path) : undefined;
    return stands && link === undefined ? [] : [{ path, root: rootOf(path), link }];
  });
}

/** Finds the nearest directory above a path that exists; many names share one. */
function rootFinder(): (path: string) => string {
  const known = new Map<string, string>();
  const rootAt = (directory: string): string => {
    const root = known.get(directory) ??
      (isDirectory(directory) ? directory : rootAt(parentOf(directory)));
    known.set(directory, root);
    return root;
  };
  return (path) => rootAt(parentOf(path));
}

function isDirectory(path: string): boolean {
  try {
    return path === "/" || Deno.lstatSync(path).isDirectory;
  } catch {
    return false;
  }
}

function linkAt(path: string): string | undefined {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return undefined;
  }
}

function openWatcher(directories: ReadonlySet<string>): Deno.FsWatcher | undefined {
  try {
    return Deno.watchFs([...directories], { recursive: false });
  } catch {
    return undefined;
  }
}

async function actOnEvents(
  watcher: Deno.FsWatcher,
  act: (changed: string) => void,
): Promise<void> {
  for await (const event of watcher) event.paths.forEach(act);
}

function undo(place: WatchedPlace, quarantine: string): UndoneName | undefined {
  const { path, link } = place;
  const offending = offendingPath(place);
  if (offending === undefined ? link === undefined : link !== undefined && linkAt(path) === link) {
    return undefined;
  }
  try {
    const movedTo = offending === undefined ? undefined : moveAway(offending, quarantine);
    if (link !== undefined) Deno.symlinkSync(link, path);
    return { path, movedTo };
  } catch {
    // It went away by itself meanwhile, or cannot be moved; the latter is told.
    return canSee(path) ? { path, movedTo: undefined } : undefined;
  }
}

/** The first name below the root on the way to a place; nothing stands there, so nothing at the place. */
function firstName({ path, root }: WatchedPlace): string {
  const from = root === "/" ? 1 : root.length + 1;
  const end = path.indexOf("/", from);
  return end < 0 ? path : path.slice(0, end);
}

/** What stands at the name; or the link on the way that lets something stand there. */
function offendingPath({ path, root }: WatchedPlace): string | undefined {
  let at = root;
  for (const component of path.slice(root.length).split("/").filter((part) => part !== "")) {
    at = at === "/" ? `/${component}` : `${at}/${component}`;
    if (!canSee(at)) return undefined;
    if (linkAt(at) !== undefined) return at;
  }
  return at;
}

/** Renames, never copies: what moves stays whole, whatever its size, and no link is followed. */
function moveAway(path: string, quarantine: string): string {
  const mark = crypto.randomUUID().slice(0, 8);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const away = `${quarantine}/${mark}-${name}`;
  try {
    Deno.mkdirSync(quarantine, { recursive: true, mode: 0o700 });
    Deno.renameSync(path, away);
    return away;
  } catch (error) {
    // It went by itself; the next one of its name would be moved beside it, in the person's sight.
    if (error instanceof Deno.errors.NotFound) throw error;
    // On another file system: a name beside it that no program reads.
    const beside = `${path.slice(0, -name.length)}.execguard-${mark}${name}`;
    Deno.renameSync(path, beside);
    return beside;
  }
}
