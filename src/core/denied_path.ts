/**
 * Which paths the guarded file operations refuse, whoever asks.
 *
 * Three kinds: what holds secrets, execguard's own files, and what some program runs later without
 * asking (hooks, start files, settings of editors). The sandbox hides or protects the same places, so
 * that a file operation is no way around it. Source: spec.md, sections 6 and 12; contract.md, section 6.
 * @module
 */
import { findRepositories, globalConfigClaims, repositoryClaims } from "./git_repository.ts";
import { absolutePath, foldPath, isInside, parentOf } from "./paths.ts";
import {
  effectAt,
  isWritable,
  type Layers,
  placeClaims,
  type SandboxFacts,
} from "./place_claims.ts";
import { type Claim, hiddenClaims, protectedClaims } from "./plan_claims.ts";
import type { Policy } from "./policy.ts";
import { OF_THE_SYSTEM, RESERVED } from "./rules/write_paths.ts";
import type { ProtectedEntry } from "./sandbox_rules.ts";
import { isSensitivePath } from "./sensitive.ts";
import type { Refusal } from "./types.ts";

/** Whether content is taken from a path, or the path is made, changed or taken away. */
export type Access = "read" | "write";

/** One path as it was written (absolute, without `..`) and as it is (links followed). */
export interface NamedPath {
  readonly written: string;
  readonly real: string;
}

/** The part of the policy that is about paths. */
export type PathPolicy = Pick<Policy, "sensitive" | "sensitiveEntries" | "own" | "sandbox">;

/** The rules for paths near one directory. */
export interface PathGuard {
  /** Why a path may not be used; undefined when it may. Codes: `path-sensitive`, `path-protected`, `path-reserved`, `path-root`. */
  refuse(path: NamedPath, access: Access): Refusal | undefined;
  /** Why a directory may not be moved or removed: it holds home, execguard's files, or a protected place. */
  refuseTree(directory: string): Refusal | undefined;
}

/** Parts of reserved places that are for everybody. */
const OPEN_PLACES = ["/dev/null", "/dev/shm"];

/**
 * Builds the rules for paths in and below a directory, which need not exist.
 *
 * Names are compared by whole components, without case, and with the characters that macOS takes for
 * the same (`.ſsh` is `.ssh` there). What a link of the user's own leads to (`~/.bashrc` into a
 * repository of dot files) and what a git config names (`core.hooksPath`) counts as the place itself.
 */
export function guardPaths(
  policy: PathPolicy,
  by: { readonly facts: SandboxFacts; readonly directory: string },
): PathGuard {
  const { facts } = by;
  const isProtectedName = compileProtected(policy, facts.home);
  let layers: Layers | undefined;
  const layersAround = () => layers ??= placeClaims(claimsAround(policy, by), facts).layers;
  const keeps = (path: string) => {
    if (isReserved(path)) return "path-reserved";
    return isSecret(path, policy) ? "path-sensitive" : undefined;
  };
  return {
    refuse({ written, real }, access) {
      const path = real;
      if (path === "/") return { code: "path-root", data: { path } };
      const kept = keeps(written) ?? keeps(real) ??
        (effectAt(layersAround(), real) === "hide" ? "path-sensitive" : undefined);
      if (kept === "path-reserved") return { code: kept, data: { path, why: OF_THE_SYSTEM } };
      if (kept !== undefined) return { code: kept, data: { path } };
      if (access === "read") return undefined;
      const isProtected = isProtectedName(written) || isProtectedName(real) ||
        !isWritable(effectAt(layersAround(), real));
      return isProtected
        ? protect(path, "a program runs or reads it later, without asking")
        : undefined;
    },
    refuseTree(directory) {
      if (facts.home !== undefined && isInside(facts.home, directory)) {
        return protect(directory, "it is or holds the home directory");
      }
      if (ownDirectories(policy).some((own) => isInside(own, directory))) {
        return { code: "path-sensitive", data: { path: directory } };
      }
      const inside = [...layersAround().values()].find(({ path, effect }) =>
        isInside(path, directory) && !isWritable(effect)
      );
      return inside === undefined
        ? undefined
        : protect(directory, `it holds "${inside.path}", which may not be changed`);
    },
  };
}

function protect(path: string, why: string): Refusal {
  return { code: "path-protected", data: { path, why } };
}

function isReserved(path: string): boolean {
  return RESERVED.some((place) => isInside(path, place)) &&
    !OPEN_PLACES.some((place) => isInside(path, place));
}

function isSecret(path: string, policy: PathPolicy): boolean {
  const folded = foldPath(path);
  return isSensitivePath(path, policy.sensitive) || isSensitivePath(folded, policy.sensitive) ||
    ownDirectories(policy).some((own) => isInside(folded, foldPath(own)));
}

function ownDirectories(policy: PathPolicy): readonly string[] {
  return [...policy.own.privateDirectories, ...policy.own.programDirectories];
}

/** Protected places by name alone, so that one that does not exist yet cannot be made either. */
function compileProtected(
  policy: PathPolicy,
  home: string | undefined,
): (path: string) => boolean {
  const { protected: lists } = policy.sandbox;
  const anywhere = [
    ...lists.work.flatMap((entry) => expressions(entry, "(?:^|/)")),
    ...lists.git.filter((entry) => entry.absent !== "allow")
      .flatMap((entry) => expressions(entry, "(?:^|/)\\.git/")),
    // A file of this name makes git take another directory's config.
    "(?:^|/)\\.git$",
  ];
  const atHome = home === undefined
    ? []
    : lists.home.flatMap((entry) => expressions(entry, `^${escapeExpression(foldPath(home))}/`));
  const expression = new RegExp([...anywhere, ...atHome].join("|"));
  return (path) => expression.test(foldPath(path));
}

function expressions(entry: ProtectedEntry, head: string): string[] {
  const open = (entry.writable ?? []).map((path) => `/${escapeExpression(path)}(?:/|$)`);
  const except = open.length === 0 ? "" : `(?!${open.join("|")})`;
  return entry.paths.map((path) =>
    `${head}${escapeExpression(path.toLowerCase())}(?=/|$)${except}`
  );
}

function escapeExpression(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

/** What exists, with links followed: the rest is decided by name. */
function claimsAround(
  policy: PathPolicy,
  by: { readonly facts: SandboxFacts; readonly directory: string },
): Claim[] {
  const { facts, directory } = by;
  const { home, work, git } = policy.sandbox.protected;
  const repositories = findRepositories(directory, facts);
  const roots = repositories.map(({ root }) => root);
  const bases = new Set([directory, parentOf(directory), ...roots]);
  const homeClaims = facts.home === undefined
    ? []
    : protectedClaims(home, { base: facts.home, absent: false });
  return [
    { effect: "write", base: "/", path: "" },
    ...hiddenClaims(policy.sensitiveEntries, {
      places: { home: facts.home, work: [] },
      facts,
    }).filter((claim) => isSensitivePath(absolutePath(claim.path, claim.base), policy.sensitive)),
    ...homeClaims,
    ...[...bases].flatMap((base) => protectedClaims(work, { base, absent: false })),
    ...repositories.flatMap((found) => repositoryClaims(found, { entries: git, facts, roots })),
    ...globalConfigClaims(roots[0] ?? directory, facts),
  ];
}
