/**
 * Follows the links of claims to the places they mean.
 * @module
 */
import { baseName, depthOf, foldPath, parentOf } from "./paths.ts";
import type { Claim } from "./plan_claims.ts";
import type { Facts } from "./ports.ts";

/** A claim after links were followed. */
export interface ResolvedClaim {
  readonly claim: Claim;
  readonly path: string;
  readonly depth: number;
  readonly kind: "file" | "directory" | "missing";
  /** Links that were followed, by their own canonical places. */
  readonly links: readonly string[];
}

/**
 * Finds the places of claims; undefined for one that does not matter: nothing stands there and nothing is to happen then,
 * or it cannot be looked at. Links are looked at component by component only where the canonical path differs from the plain one.
 */
export function claimResolver(facts: Facts): (claim: Claim) => ResolvedClaim | undefined {
  const listed = new Map<string, ReadonlySet<string> | undefined>();
  const namesIn = (directory: string): ReadonlySet<string> | undefined => {
    if (!listed.has(directory)) {
      // Some file systems ignore case; then a name in other letters is the place all the same.
      const names = facts.listDirectory(directory)?.map(foldPath);
      listed.set(directory, names === undefined ? undefined : new Set(names));
    }
    return listed.get(directory);
  };
  const lacks = (directory: string, name: string): boolean =>
    namesIn(directory)?.has(foldPath(name)) === false;
  // One listing answers for many names that do not exist: that of the base, or of a folder in it that is no link.
  const isMissing = ({ base, path }: Claim): boolean => {
    if (path === "") return false;
    if (lacks(base, path.split("/", 1)[0] ?? "")) return true;
    const place = joinPath(base, path);
    const parent = parentOf(place);
    // A folder of the system has many names, and few of them are asked for.
    if (parent === base || base === "/") return false;
    return facts.realPath(parent) === parent && lacks(parent, baseName(place));
  };
  return (claim) => {
    const missing = isMissing(claim);
    if (missing && claim.absent === undefined) return undefined;
    const place = joinPath(claim.base, claim.path);
    if (missing) return { claim, path: place, depth: depthOf(place), kind: "missing", links: [] };
    const path = facts.realPath(place);
    if (path === undefined) return undefined;
    const links = path === place ? [] : linksOn(claim, facts);
    const found = facts.kind(path);
    const kind = found === "directory" || found === "missing" ? found : "file";
    return { claim, path, depth: depthOf(path), links, kind };
  };
}

function joinPath(base: string, path: string): string {
  if (path === "") return base;
  return base === "/" ? `/${path}` : `${base}/${path}`;
}

function linksOn(claim: Claim, facts: Facts): string[] {
  const links: string[] = [];
  let at: string | undefined = claim.base;
  for (const component of claim.path.split("/")) {
    if (at === undefined) break;
    const next: string = joinPath(at, component);
    if (facts.kind(next) === "link") {
      links.push(next);
      at = facts.realPath(next);
    } else at = next;
  }
  return links;
}
