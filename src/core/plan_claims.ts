/**
 * What the rules say about single places, before links are followed and overlaps are settled.
 * @module
 */
import type { Facts } from "./ports.ts";
import type { ProtectedEntry } from "./sandbox_rules.ts";
import type { SensitiveEntry } from "./sensitive.ts";
import { absolutePath, isInside, parentOf } from "./paths.ts";

/**
 * What a claim does to its place; `reopen` makes writable also inside a protected place.
 * `mask` and `read` are for shared directories and what stays visible in them.
 */
export type Effect = "mask" | "write" | "read" | "protect" | "reopen" | "hide";

/** One rule applied to one place. */
export interface Claim {
  readonly effect: Effect;
  /** Canonical directory from which on links are looked for. */
  readonly base: string;
  /** Relative to `base`; empty for `base` itself. */
  readonly path: string;
  /** What happens when the place does not exist; nothing when left out. */
  readonly absent?: "block" | "watch";
  readonly content?: string;
}

/** Makes the claims of protected entries below a directory; `prefix` ends with a slash or is empty. */
export function protectedClaims(
  entries: readonly ProtectedEntry[],
  place: { readonly base: string; readonly prefix?: string; readonly absent: boolean },
): Claim[] {
  return entries.flatMap((entry) =>
    entry.paths.flatMap((name): Claim[] => {
      const path = `${place.prefix ?? ""}${name}`;
      const guard = place.absent && entry.absent !== "allow" ? { absent: entry.absent } : {};
      const content = entry.content === undefined ? {} : { content: entry.content };
      return [
        { effect: "protect", base: place.base, path, ...guard, ...content },
        ...(entry.writable ?? []).map((inner): Claim => ({
          effect: "reopen",
          base: place.base,
          path: `${path}/${inner}`,
        })),
      ];
    })
  );
}

/**
 * Protects the place that a directory lies in by its own name: someone who starts in `.vscode` itself
 * must not thereby make it a work directory like any other.
 */
export function enclosingClaims(
  entries: readonly ProtectedEntry[],
  directory: string,
): Claim[] {
  return ancestorsOf(directory).flatMap((base) =>
    entries.flatMap((entry) => {
      const paths = entry.paths.filter((path) => isInside(directory, absolutePath(path, base)));
      return protectedClaims([{ ...entry, paths }], { base, absent: false });
    })
  );
}

/** The directories above a path, nearest first, `/` last. */
export function ancestorsOf(path: string): string[] {
  const found: string[] = [];
  for (let at = path; at !== "/";) {
    at = parentOf(at);
    found.push(at);
  }
  return found;
}

/** Where sensitive names are looked for. */
export interface SensitivePlaces {
  readonly home: string | undefined;
  /** Work directory and repositories: only names directly in them. */
  readonly work: readonly string[];
}

/**
 * Hides sensitive entries: whole ones below home, single names and patterns also directly in the
 * work directory, absolute ones as they are. The tree is not searched.
 */
export function hiddenClaims(
  entries: readonly SensitiveEntry[],
  context: { readonly places: SensitivePlaces; readonly facts: Facts },
): Claim[] {
  const { places, facts } = context;
  const hidden = entries.filter((entry) => entry.hide);
  const single = hidden.filter(({ match }) => !match.includes("/"));
  const expression = expressionOf(single);
  // A directory that can be entered but not listed: then the names themselves are tried.
  const plain = single.map(({ match }) => match).filter((match) => !match.includes("*"));
  const home = places.home === undefined ? [] : [places.home];
  const longer = hidden.filter(({ match }) => match.includes("/")).flatMap((entry) =>
    (entry.match.startsWith("/") ? ["/"] : home).flatMap((base) =>
      expandMatch(entry.match, { base, facts }).map((path) => ({ base, path }))
    )
  );
  const direct = [...home, ...places.work].flatMap((base) =>
    (facts.listDirectory(base)?.filter((name) => expression.test(name)) ?? plain)
      .map((path) => ({ base, path }))
  );
  return [...direct, ...longer].map((place): Claim => ({ effect: "hide", ...place }));
}

/** One expression for all names, since most of a directory matches none. Case is ignored. */
function expressionOf(
  entries: readonly Pick<SensitiveEntry, "match" | "except">[],
): RegExp {
  const sources = entries.map(({ match, except = [] }) => {
    const guard = except.length === 0 ? "" : `(?!(?:${except.map(escapeName).join("|")})$)`;
    return guard + match.split("*").map(escapeName).join(".*");
  });
  return new RegExp(`^(?:${sources.join("|")})$`, "is");
}

function escapeName(text: string): string {
  return text.replace(/[^\w]/g, "\\$&");
}

/** The paths below a base that a match names now; without `*` it is the one, there or not. */
function expandMatch(
  match: string,
  place: { readonly base: string; readonly facts: Facts },
): string[] {
  let paths = [""];
  for (const component of match.split("/").filter((part) => part !== "")) {
    if (!component.includes("*")) {
      paths = paths.map((path) => joined(path, component));
      continue;
    }
    const expression = expressionOf([{ match: component }]);
    paths = paths.flatMap((path) =>
      (place.facts.listDirectory(absolutePath(path, place.base)) ?? [])
        .filter((name) => expression.test(name)).map((name) => joined(path, name))
    );
  }
  return paths;
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}/${name}`;
}
