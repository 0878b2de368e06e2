/**
 * Settles where claims overlap, so that each place has one fate.
 * @module
 */
import type { Placeholder, PlannedPath, WatchedName } from "./plan.ts";
import type { Facts } from "./ports.ts";
import type { Claim, Effect } from "./plan_claims.ts";
import { parentOf } from "./paths.ts";
import { ancestorsOf } from "./plan_claims.ts";
import { claimResolver, type ResolvedClaim } from "./resolve_claims.ts";

/** The machine's answers a plan needs beyond those of the judge. */
export interface SandboxFacts extends Facts {
  /** Whether this user may read the file or directory, or make new names in the directory. */
  canAccess(path: string, purpose: "read" | "create"): boolean;
}

/** One place with its fate. */
export interface Layer extends PlannedPath {
  readonly effect: Effect;
}

/** All places with a fate of their own, by path. */
export type Layers = ReadonlyMap<string, Layer>;

/** What came of the claims. */
export interface PlacedClaims {
  readonly layers: Layers;
  readonly watched: readonly WatchedName[];
  readonly placeholders: readonly Placeholder[];
}

/** Which effect goes first at the same path; the last one wins. */
const ORDER: readonly Effect[] = ["mask", "write", "read", "protect", "reopen", "hide"];

/** Over which fate of its surroundings an effect makes a difference. */
const CHANGES: Readonly<Record<Effect, readonly Effect[]>> = {
  mask: ["write", "read", "protect", "reopen"],
  write: ["mask", "read"],
  read: ["mask"],
  protect: ["mask", "read", "write", "reopen"],
  reopen: ["mask", "read", "protect"],
  hide: ["write", "read", "protect", "reopen"],
};

/**
 * Decides for each claim whether it changes anything at its place, from shallow to deep, so that the
 * deepest layer over a path is its fate. A missing place gets a placeholder or becomes a watched name
 * where it could come into being; so do links, which can be replaced however well their target is kept.
 */
export function placeClaims(claims: readonly Claim[], facts: SandboxFacts): PlacedClaims {
  const resolve = claimResolver(facts);
  const resolved = claims.map(resolve).filter((found) => found !== undefined).toSorted(byDepth);
  const layers = new Map<string, Layer>();
  const placeholders = new Map<string, Placeholder>();
  for (const found of resolved) {
    const { claim, path } = found;
    const around = effectAt(layers, path);
    const placeholder = placeholderFor(found, { layers, facts });
    if (placeholder !== undefined) placeholders.set(path, placeholder);
    const made = placeholder?.content === undefined ? "directory" : "file";
    const kind = found.kind === "missing" && placeholder !== undefined ? made : found.kind;
    if (kind === "missing" || !CHANGES[claim.effect].includes(around)) continue;
    layers.set(path, { path, kind, effect: claim.effect });
  }
  dropIdle(layers);
  return {
    layers,
    watched: watchedNames(resolved, { layers, facts }),
    placeholders: [...placeholders.values()],
  };
}

/** More than this is no placeholder of anybody's. */
const MAX_CONTENT_BYTES = 4096;

/**
 * What must stand at the place while the command runs. One that is there already, of another command
 * or left by a killed one, is needed as well: it may go before this command does, or has gone since it was seen.
 */
function placeholderFor(
  found: ResolvedClaim,
  { layers, facts }: { readonly layers: Layers; readonly facts: SandboxFacts },
): Placeholder | undefined {
  const { claim: { absent, content, effect }, path, kind } = found;
  if (absent !== "block") return undefined;
  const placeholder = content === undefined ? { path } : { path, content };
  if (kind !== "missing") {
    const isAsMade = content === undefined
      ? kind === "directory" && (facts.listDirectory(path) ?? []).length === 0
      : kind === "file" && (facts.readText(path, MAX_CONTENT_BYTES) ?? content) === content;
    return isAsMade ? placeholder : undefined;
  }
  const above = ancestorsOf(path).find((at) => facts.kind(at) === "directory");
  if (!isWritable(effectAt(layers, parentOf(path)))) return undefined;
  // Only for execguard's own, hidden places directories are made all the way.
  if (above === undefined || (above !== parentOf(path) && effect !== "hide")) return undefined;
  return facts.canAccess(above, "create") ? placeholder : undefined;
}

/**
 * A protected place in a read-only one kept everything below it from being opened; now that all
 * claims are placed, it says nothing more. In a masked one it stays visible.
 */
function dropIdle(layers: Map<string, Layer>): void {
  for (const layer of [...layers.values()].filter(({ effect }) => effect === "protect")) {
    const around = effectAt(layers, parentOf(layer.path));
    if (around === "mask") layers.set(layer.path, { ...layer, effect: "read" });
    else if (!isWritable(around)) layers.delete(layer.path);
  }
}

/** The fate of a path: that of the deepest layer over it; readable where there is none. */
export function effectAt(layers: Layers, path: string): Effect {
  for (let at = path;; at = parentOf(at)) {
    const layer = layers.get(at);
    if (layer !== undefined) return layer.effect;
    if (at === "/") return "read";
  }
}

/** Whether an effect lets the place be written. */
export function isWritable(effect: Effect): boolean {
  return effect === "write" || effect === "reopen";
}

/**
 * Directories between a place and the writable layer around it. Renaming one would carry the place
 * away, and another could be put where it was.
 */
export function pinnedFor(places: readonly string[], layers: Layers): string[] {
  const pinned = new Set<string>();
  for (const place of places) {
    const between: string[] = [];
    for (const at of ancestorsOf(place)) {
      const layer = layers.get(at);
      if (layer === undefined) between.push(at);
      else {
        if (isWritable(layer.effect)) between.forEach((path) => pinned.add(path));
        break;
      }
    }
  }
  return [...pinned].toSorted();
}

function byDepth(a: ResolvedClaim, b: ResolvedClaim): number {
  return a.depth - b.depth ||
    ORDER.indexOf(a.claim.effect) - ORDER.indexOf(b.claim.effect);
}

/** Missing names and links in writable places; nothing comes into being below a name that does not. */
function watchedNames(
  resolved: readonly ResolvedClaim[],
  context: { readonly layers: Layers; readonly facts: SandboxFacts },
): WatchedName[] {
  const isOpen = openDirectories(context.facts);
  const watched = new Map<string, WatchedName>();
  for (const { claim, path, kind, links } of resolved) {
    if (claim.effect !== "protect" && claim.effect !== "hide") continue;
    const isWatched = kind === "missing" && claim.absent !== undefined && isOpen(parentOf(path));
    for (const name of [...links, ...(isWatched ? [path] : [])]) {
      if (!isWritable(effectAt(context.layers, name))) continue;
      watched.set(name, { path: name, now: name === path && isWatched ? "missing" : "link" });
    }
  }
  const isCovered = (path: string) =>
    ancestorsOf(path).some((above) => watched.get(above)?.now === "missing");
  return [...watched.values()].filter(({ path }) => !isCovered(path));
}

/** Where this user can make no name, the sandboxed command cannot either. A missing one may be made. */
function openDirectories(facts: SandboxFacts): (directory: string) => boolean {
  const known = new Map<string, boolean>();
  return (directory) => {
    const isOpen = known.get(directory) ??
      (facts.kind(directory) !== "directory" || facts.canAccess(directory, "create"));
    known.set(directory, isOpen);
    return isOpen;
  };
}
