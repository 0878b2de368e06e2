/**
 * Finds the repositories around a directory and the places in them that git takes programs from.
 * Source: sandbox.md, section 1.5; gitrepository-layout(5).
 * @module
 */
import type { Facts } from "./ports.ts";
import type { ProtectedEntry } from "./sandbox_rules.ts";
import { type GitConfig, readGitConfig } from "./git_config.ts";
import { absolutePath, parentOf } from "./paths.ts";
import { ancestorsOf, type Claim, protectedClaims } from "./plan_claims.ts";

/** One repository. */
export interface Repository {
  /** Top of the work tree; the repository itself when it is bare. */
  readonly root: string;
  /** Where `.git` leads: the claims' base and the path of the shared directory below it. */
  readonly common: { readonly base: string; readonly prefix: string };
  /** A linked work tree or a submodule: what its `.git` file names. */
  readonly linked: LinkedDirectory | undefined;
}

/** The target of a `.git` file. */
interface LinkedDirectory {
  readonly path: string;
  readonly common: string;
  /** Whether the other side names this work tree too: a `.git` file alone could point anywhere. */
  readonly isMutual: boolean;
}

/** A `.git` file holds one path. */
const MAX_GITFILE_BYTES = 8192;
/** A config of more is not read, and then protects only by its place. */
const MAX_CONFIG_BYTES = 1 << 20;
/** Names of a work tree that are looked at for nested repositories. */
const MAX_NESTED_LOOKS = 256;
/** Nested repositories that are protected; each takes two mounts, and mounts are slow in numbers. */
const MAX_NESTED = 16;
const MOUNTS_OF_NESTED = 2;
/** Opening the repository of a submodule takes one more each for it, its hooks, config and commondir. */
const MOUNTS_OF_OPENED = 4;

/** The repositories a directory lies in, nearest first, bare ones included. */
export function findRepositories(directory: string, facts: Facts): Repository[] {
  return [directory, ...ancestorsOf(directory)].flatMap((root): Repository[] => {
    const kind = facts.kind(absolutePath(".git", root));
    if (kind === "file") return linkedRepository(root, facts);
    if (kind !== "missing") {
      return [{ root, common: { base: root, prefix: ".git/" }, linked: undefined }];
    }
    const isBare = facts.kind(absolutePath("objects", root)) === "directory" &&
      facts.kind(absolutePath("HEAD", root)) === "file";
    return isBare ? [{ root, common: { base: root, prefix: "" }, linked: undefined }] : [];
  });
}

function linkedRepository(root: string, facts: Facts): Repository[] {
  const text = facts.readText(absolutePath(".git", root), MAX_GITFILE_BYTES) ?? "";
  const target = /^gitdir: (.+?)[\r\n]*$/s.exec(text)?.[1];
  const path = target === undefined ? undefined : facts.realPath(absolutePath(target, root));
  if (path === undefined || facts.kind(path) !== "directory") return [];
  const shared = facts.readText(absolutePath("commondir", path), MAX_GITFILE_BYTES)?.trim();
  const common = facts.realPath(absolutePath(shared ?? ".", path)) ?? path;
  const linked = { path, common, isMutual: isMutual({ root, path, common }, facts) };
  return [{ root, common: { base: common, prefix: "" }, linked }];
}

function isMutual(
  link: { readonly root: string; readonly path: string; readonly common: string },
  facts: Facts,
): boolean {
  const names = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : facts.realPath(absolutePath(text.trim(), link.path));
  if (link.common === link.path) return names(configOf(link.path, facts)?.worktree) === link.root;
  if (parentOf(link.path) !== absolutePath("worktrees", link.common)) return false;
  const back = facts.readText(absolutePath("gitdir", link.path), MAX_GITFILE_BYTES);
  return names(back) === absolutePath(".git", link.root);
}

/** A `.git` file and the repository that it names, which names the work tree itself. */
function isSubmodule({ linked }: Repository): boolean {
  return linked?.isMutual === true && linked.common === linked.path;
}

function configOf(directory: string, facts: Facts): GitConfig | undefined {
  const text = facts.readText(absolutePath("config", directory), MAX_CONFIG_BYTES);
  return text === undefined ? undefined : readGitConfig(text);
}

/**
 * A repository that comes into being above a directory would be everybody's below it: git, started by
 * a prompt, takes its programs from there. In the directory itself `git init` must work.
 */
export function newRepositoryClaims(directory: string, facts: Facts): Claim[] {
  return ancestorsOf(directory)
    .filter((base) => facts.kind(absolutePath(".git", base)) === "missing")
    .map((base) => ({ effect: "protect", base, path: ".git", absent: "watch" }));
}

/** What the claims of a repository depend on. */
interface ClaimContext {
  readonly entries: readonly ProtectedEntry[];
  readonly facts: Facts;
}

/**
 * The claims of one repository: what names programs is protected, what a linked work tree or a
 * submodule needs for a commit is writable, repositories inside the work tree keep their `.git` as
 * it is. `roots` are work trees with claims of their own, which are no nested ones.
 */
export function repositoryClaims(
  repository: Repository,
  context: ClaimContext & { readonly roots: readonly string[] },
): Claim[] {
  const nested = nestedRoots(repository.root, context.facts)
    .filter((root) => !context.roots.includes(root));
  return [...ownClaims(repository, context), ...nestedClaims(nested, context)];
}

/** The claims of a repository without those inside its work tree. */
function ownClaims(repository: Repository, context: ClaimContext): Claim[] {
  const { facts } = context;
  const { base, prefix } = repository.common;
  const common = absolutePath(prefix, base);
  const config = configOf(common, facts);
  // The placeholder would make git overlook these two settings; a submodule is found by its `.git` file.
  const isSpecial = config?.isBare === true ||
    (config?.worktree !== undefined && !isSubmodule(repository));
  const entries = context.entries.map((entry): ProtectedEntry =>
    isSpecial && entry.content !== undefined ? { ...entry, absent: "watch" } : entry
  );
  return [
    ...protectedClaims(entries, { base, prefix, absent: true }),
    ...lockedClaims(repository, facts),
    ...(repository.linked === undefined ? [] : linkedClaims(repository.root, repository.linked)),
    ...configClaims(config, { directory: common, root: repository.root, home: facts.home }),
  ];
}

/** A link cannot be covered, only its directory can: then nothing in `.git` may change. */
function lockedClaims(repository: Repository, facts: Facts): Claim[] {
  const { base, prefix } = repository.common;
  const hasLink = ["hooks", "config"].some((name) =>
    facts.kind(absolutePath(`${prefix}${name}`, base)) === "link"
  );
  return hasLink ? [{ effect: "protect", base, path: prefix.replace(/\/$/, "") }] : [];
}

function linkedClaims(root: string, linked: LinkedDirectory): Claim[] {
  const base = linked.path;
  const protect = (path: string): Claim => ({ effect: "protect", base, path });
  const claims: Claim[] = [{ effect: "protect", base: root, path: ".git" }];
  if (linked.isMutual) claims.push({ effect: "reopen", base, path: "" });
  if (linked.common === linked.path) return claims;
  claims.push(protect("commondir"), protect("gitdir"));
  claims.push({ ...protect("config.worktree"), absent: "watch" });
  // The main work tree is not ours: nothing of its directory changes but what a commit needs.
  claims.push({ effect: "protect", base: linked.common, path: "info" });
  for (const path of linked.isMutual ? ["objects", "refs", "logs"] : []) {
    claims.push({ effect: "write", base: linked.common, path });
  }
  return claims;
}

/**
 * Protects hook directories and included files that a config names; those outside writable places
 * need nothing. Relative hooks start at the work tree, relative includes at the config.
 */
export function configClaims(
  config: GitConfig | undefined,
  place: { readonly directory: string; readonly root: string; readonly home: string | undefined },
): Claim[] {
  if (config === undefined) return [];
  const claim = (path: string, from: string): Claim[] => {
    if (path === "" || (path.startsWith("~") && place.home === undefined)) return [];
    const expanded = path.startsWith("~/") ? `${place.home}${path.slice(1)}` : path;
    const target = absolutePath(expanded, from).slice(1);
    return [{ effect: "protect", base: "/", path: target, absent: "watch" }];
  };
  return [
    ...config.hooksPaths.flatMap((path) => claim(path, place.root)),
    ...config.includes.flatMap((path) => claim(path, place.directory)),
  ];
}

/** Claims of the user's own git configs, which every repository obeys. */
export function globalConfigClaims(root: string, facts: Facts): Claim[] {
  const home = facts.home;
  if (home === undefined) return [];
  return [".gitconfig", ".config/git/config"].flatMap((path) => {
    const place = absolutePath(path, home);
    const text = facts.readText(place, MAX_CONFIG_BYTES);
    const config = text === undefined ? undefined : readGitConfig(text);
    return configClaims(config, { directory: parentOf(place), root, home });
  });
}

/**
 * Work trees directly below a work tree, and those that `.gitmodules` names. Names with a dot are
 * files nearly always; deeper ones would need a search of the tree.
 */
function nestedRoots(root: string, facts: Facts): string[] {
  const direct = (facts.listDirectory(root) ?? [])
    .filter((name) => !name.includes(".")).slice(0, MAX_NESTED_LOOKS);
  const modules = facts.readText(absolutePath(".gitmodules", root), MAX_CONFIG_BYTES) ?? "";
  const named = [...modules.matchAll(/^\s*path\s*=\s*(.+?)\s*$/gm)]
    .filter(([, path = ""]) => !path.split("/").includes(".."))
    .map(([, path = ""]) => absolutePath(path.replace(/^\/+/, ""), "/").slice(1));
  return [...new Set([...direct, ...named])]
    .map((path) => absolutePath(path, root))
    .filter((nested) => facts.kind(absolutePath(".git", nested)) !== "missing");
}

/**
 * The `.git` of nested work trees stays as it is. What a submodule needs for a commit is opened, as
 * many as there are mounts left for: `git -C SUBMODULE commit` and `git submodule foreach` start above.
 */
function nestedClaims(roots: readonly string[], context: ClaimContext): Claim[] {
  const kept = roots.slice(0, MAX_NESTED);
  const left = (MAX_NESTED - kept.length) * MOUNTS_OF_NESTED;
  const opened = kept
    .filter((root) => context.facts.kind(absolutePath(".git", root)) === "file")
    .flatMap((root) => linkedRepository(root, context.facts))
    .filter(isSubmodule)
    .slice(0, Math.floor(left / MOUNTS_OF_OPENED));
  return [
    ...kept.map((base): Claim => ({ effect: "protect", base, path: ".git" })),
    ...opened.flatMap((submodule) => ownClaims(submodule, context)),
  ];
}
