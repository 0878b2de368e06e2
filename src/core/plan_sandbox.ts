/**
 * From a permitted request to its confinement.
 * @module
 */
import type { Permit } from "./permit.ts";
import type { PlannedPath, SandboxPlan } from "./plan.ts";
import type { SandboxRules } from "./sandbox_rules.ts";
import type { SensitiveEntry } from "./sensitive.ts";
import type { Refusal, Result } from "./types.ts";
import {
  findRepositories,
  globalConfigClaims,
  newRepositoryClaims,
  type Repository,
  repositoryClaims,
} from "./git_repository.ts";
import { absolutePath, depthOf, isInside, parentOf } from "./paths.ts";
import {
  effectAt,
  isWritable,
  type Layer,
  type Layers,
  pinnedFor,
  placeClaims,
  type SandboxFacts,
} from "./place_claims.ts";
import {
  type Claim,
  type Effect,
  enclosingClaims,
  hiddenClaims,
  protectedClaims,
} from "./plan_claims.ts";

/** What a plan is made from. */
export interface SandboxRequest {
  /** Only the judge makes a permit; a dry run is planned without one and never started. */
  readonly permit: Permit | "dry-run";
  /** Canonical work directory. */
  readonly cwd: string;
  readonly network: boolean;
  /** Granted places outside the usual ones; absolute. */
  readonly writePaths: readonly string[];
  /** `granted`: nothing but the write paths. */
  readonly writeScope: "home" | "workdir" | "granted";
  /** Directories outside home whose work directories are writable. */
  readonly workRoots: readonly string[];
  /** execguard's config and state: hidden. */
  readonly privateDirectories: readonly string[];
  /** execguard's unpacked program: readable, never written. */
  readonly programDirectories: readonly string[];
  /** `expose_path`: sensitive places that stay visible. */
  readonly exposedPaths: readonly string[];
  readonly sensitive: readonly SensitiveEntry[];
  readonly rules: SandboxRules;
}

/** What is known of the machine around the request. */
interface Surroundings {
  readonly facts: SandboxFacts;
  /** Write paths, canonical. */
  readonly granted: readonly string[];
  readonly writable: readonly string[];
  /** Repositories around the work directory, nearest first. */
  readonly repositories: readonly Repository[];
}

/** A mount each on Linux, slow in numbers (100: 25 ms, 2000: 5 s). A full home takes some 60. */
const MOUNT_LIMIT = 100;

/** Where name servers stand; often a link into a directory that is masked. */
const RESOLVER_FILE = "/etc/resolv.conf";

/**
 * Plans the confinement of a permitted request.
 *
 * Reads the machine only through `facts`; all paths of the plan are canonical. Refusals:
 * `request-bad-cwd` (the work directory is hidden), `path-missing`, and of a write path
 * `path-protected` or `path-sensitive` (it is hidden), `sandbox-failed` (too many places). Source: spec.md, section 6.
 */
export function planSandbox(request: SandboxRequest, facts: SandboxFacts): Result<SandboxPlan> {
  const home = facts.home;
  const targets = request.writePaths.map((path) => ({ path, real: facts.realPath(path) }));
  const lost = targets.find(({ real }) => real === undefined || facts.kind(real) === "missing");
  if (lost !== undefined) return refuse({ code: "path-missing", data: { path: lost.path } });
  const granted = targets.flatMap(({ real }) => real ?? []);
  const writable = writablePaths(request, { granted, facts });
  const repositories = findRepositories(request.cwd, facts);
  const context = { facts, granted, writable, repositories };
  const { layers, watched, placeholders } = placeClaims([
    ...maskClaims(request, facts),
    ...writable.map((path) => absolute("write", path)),
    ...secretClaims(request, context),
    ...startFileClaims(request, context),
  ], facts);
  const refusal = refuseLayers(layers, { request, home, granted });
  if (refusal !== undefined) return refuse(refusal);
  const of = (...effects: Effect[]) => planned(layers, effects);
  const reachable = watched.map(({ path }) => path)
    .filter((path) => facts.kind(parentOf(path)) === "directory");
  const placed = [...of("protect"), ...of("hide")].map(({ path }) => path);
  const plan: SandboxPlan = {
    cwd: request.cwd,
    home,
    writable: of("write", "reopen").map(({ path }) => path),
    protected: of("protect"),
    hidden: of("hide"),
    placeholders,
    watched: watched.toSorted((a, b) => a.path < b.path ? -1 : 1),
    // The way to a watched name is kept as well: the host must find the name where the plan has it.
    pinned: pinnedFor([...placed, ...reachable], layers),
    masked: of("mask").map(({ path }) => path),
    readable: of("read"),
    network: request.network,
  };
  const count = layers.size + plan.pinned.length;
  return count <= MOUNT_LIMIT ? { ok: true, value: plan } : refuse(tooMany(count));
}

function maskClaims(request: SandboxRequest, facts: SandboxFacts): Claim[] {
  const masks = request.rules.masked_directories
    // A link needs nothing, its target is listed itself or no shared place.
    .filter(({ path }) => facts.kind(path) === "directory")
    .map(({ path }) => absolute("mask", path));
  const visible = [
    request.cwd,
    ...(facts.home === undefined ? [] : [facts.home]),
    ...(request.network ? [facts.realPath(RESOLVER_FILE) ?? RESOLVER_FILE] : []),
  ];
  return [...masks, ...visible.map((path) => absolute("read", path))];
}

/** Home or the work directory, where trusted, and what was granted. */
function writablePaths(
  request: SandboxRequest,
  { granted, facts }: Pick<Surroundings, "granted" | "facts">,
): string[] {
  if (request.writeScope === "granted") return [...granted];
  const home = facts.home;
  const roots = request.workRoots.flatMap((path) => facts.realPath(path) ?? []);
  const trusted = home === undefined ? roots : [home, ...roots];
  const cwd = trusted.some((root) => isInside(request.cwd, root)) ? [request.cwd] : [];
  const scope = request.writeScope === "home" && home !== undefined ? [home] : [];
  return [...scope, ...cwd, ...granted];
}

function secretClaims(request: SandboxRequest, { facts, repositories }: Surroundings): Claim[] {
  const work = new Set([request.cwd, ...repositories.map(({ root }) => root)]);
  const places = { home: facts.home, work: [...work] };
  const hidden = hiddenClaims(request.sensitive, { places, facts }).filter((claim) => {
    const path = absolutePath(claim.path, claim.base);
    // What this user cannot read needs no mount: passwords of the system, mostly.
    if (claim.base === "/" && !facts.canAccess(path, "read")) return false;
    return !request.exposedPaths.some((exposed) => isInside(path, exposed));
  });
  return [
    ...hidden,
    ...request.privateDirectories.map((path): Claim => ({
      ...absolute("hide", path),
      absent: "block",
    })),
    ...request.programDirectories.map((path): Claim => ({
      ...absolute("protect", path),
      absent: "block",
    })),
  ];
}

function startFileClaims(request: SandboxRequest, context: Surroundings): Claim[] {
  const { facts, granted } = context;
  const { home: homeEntries, work, git } = request.rules.protected;
  const homeClaims = facts.home === undefined
    ? []
    : protectedClaims(homeEntries, { base: facts.home, absent: true })
      .filter((claim) => meets(absolutePath(claim.path, claim.base), context.writable));
  const repositories = [
    ...context.repositories,
    ...granted.flatMap((path) => findRepositories(path, facts)),
  ];
  const roots = repositories.map(({ root }) => root);
  const isEmpty = (base: string) => facts.listDirectory(base)?.length === 0;
  const own = new Set([request.cwd, ...context.repositories.map(({ root }) => root)]);
  const bases = new Set([...own, ...granted, ...roots]);
  // The home directory has a list of its own, where nothing is covered by placeholders.
  if (facts.home !== undefined) bases.delete(facts.home);
  return [
    ...homeClaims,
    ...[...bases].flatMap((base) =>
      // A place to write to is no project, and an empty directory is none yet: `git clone URL .`
      protectedClaims(work, { base, absent: own.has(base) && !isEmpty(base) })
    ),
    ...[request.cwd, ...granted].flatMap((path) => enclosingClaims(work, path)),
    ...newRepositoryClaims(request.cwd, facts),
    ...repositories.flatMap((found) => repositoryClaims(found, { entries: git, facts, roots })),
    ...globalConfigClaims(context.repositories[0]?.root ?? request.cwd, facts),
  ];
}

/** Whether a path lies in a writable one or around it; all others are read-only anyway. */
function meets(path: string, writable: readonly string[]): boolean {
  return writable.some((root) => isInside(path, root) || isInside(root, path));
}

function absolute(effect: Effect, path: string): Claim {
  return { effect, base: "/", path: path.slice(1) };
}

function planned(layers: Layers, effects: readonly Effect[]): PlannedPath[] {
  return [...layers.values()]
    .filter(({ effect }) => effects.includes(effect))
    .map(({ path, kind }: Layer) => ({ path, kind }))
    .toSorted((a, b) => depthOf(a.path) - depthOf(b.path) || (a.path < b.path ? -1 : 1));
}

function refuseLayers(
  layers: Layers,
  context: {
    readonly request: SandboxRequest;
    readonly home: string | undefined;
    readonly granted: readonly string[];
  },
): Refusal | undefined {
  const { request, home, granted } = context;
  const closed = granted.find((path) => !isWritable(effectAt(layers, path)));
  if (closed !== undefined) return refuseClosed(closed, effectAt(layers, closed));
  for (const path of [request.cwd, ...(home === undefined ? [] : [home])]) {
    if (effectAt(layers, path) !== "hide") continue;
    const problem = "it lies in a place that the sandbox hides";
    return { code: "request-bad-cwd", data: { path, problem } };
  }
  return undefined;
}

function refuseClosed(path: string, effect: Effect): Refusal {
  const why = "a program outside the sandbox runs what stands there";
  return effect === "hide"
    ? { code: "path-sensitive", data: { path } }
    : { code: "path-protected", data: { path, why } };
}

function tooMany(count: number): Refusal {
  const problem = `${count} places need a rule of their own, the limit is ${MOUNT_LIMIT}`;
  return { code: "sandbox-failed", data: { problem, cure: "work where fewer key files are" } };
}

function refuse(refusal: Refusal): Result<SandboxPlan> {
  return { ok: false, refusal };
}
