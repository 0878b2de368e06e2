/**
 * Which packages a call like `npm --prefix sub run dev` or `pnpm -r dev` is about.
 * @module
 */
import { absolutePath, isInside, parentOf } from "../paths.ts";
import { matchesName } from "./match_name.ts";
import { type PackageFile, type PackageReader, readPackage } from "./package_file.ts";

/** The packages a call chooses, before anything was looked up. */
export interface PackageChoice {
  /** Absolute directories the call may start in. */
  readonly bases: readonly string[];
  /** `nearest`: upward from the base; `root`, `all`: of its workspace; `named`: those the patterns mean. */
  readonly choice: "nearest" | "root" | "all" | "named";
  /** Names, paths or filters; empty unless `named`. */
  readonly patterns: readonly string[];
}

/** At most so many workspace folders are looked at. Source: own choice, far above common repositories. */
const MAX_FOLDERS = 50;
/** No system opens a longer path. Source: PATH_MAX of Linux. */
const MAX_PATH = 4096;

/** The packages that are chosen and can be read; none when nothing is certain. */
export function findPackages(choice: PackageChoice, reader: PackageReader): readonly PackageFile[] {
  return choice.bases.flatMap((base) => {
    if (choice.choice === "nearest") return findUpward(base, { reader, accepts: () => true });
    const root = findUpward(base, { reader, accepts: (file) => file.workspaces.length > 0 });
    if (choice.choice === "root") return root;
    const members = root.flatMap((file) => readMembers(file, reader));
    if (choice.choice === "all") return members;
    return [...root, ...members].filter((file) =>
      choice.patterns.some((pattern) => isMeant(file, { pattern, base }))
    );
  });
}

interface Search {
  readonly reader: PackageReader;
  readonly accepts: (file: PackageFile) => boolean;
}

/** The first accepted package on the way up, as a list of one or none; it ends at one that cannot be read. */
function findUpward(base: string, search: Search): readonly PackageFile[] {
  const { reader } = search;
  if (base.length > MAX_PATH) return [];
  for (let directory = base; reader.budget.spend(1); directory = parentOf(directory)) {
    if (reader.facts.kind(absolutePath("package.json", directory)) !== "missing") {
      const file = readPackage(directory, reader);
      if (file === undefined) return [];
      if (search.accepts(file)) return [file];
    }
    if (directory === "/") return [];
  }
  return [];
}

function readMembers(root: PackageFile, reader: PackageReader): readonly PackageFile[] {
  const folders = new Set<string>();
  for (const pattern of root.workspaces.filter((pattern) => !pattern.startsWith("!"))) {
    for (const folder of expandFolders(root.directory, { pattern, reader })) folders.add(folder);
    if (folders.size >= MAX_FOLDERS) break;
  }
  return [...folders].slice(0, MAX_FOLDERS)
    .map((folder) => readPackage(folder, reader))
    .filter((file) => file !== undefined);
}

/** Folders a pattern means: `*` within one component, `**` for none or one. */
function expandFolders(
  root: string,
  options: { readonly pattern: string; readonly reader: PackageReader },
): readonly string[] {
  const parts = options.pattern.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) return [];
  let folders: readonly string[] = [root];
  for (const part of parts) {
    const next = folders.flatMap((folder) =>
      part.includes("*") ? listMatching(folder, { ...options, part }) : [absolutePath(part, folder)]
    );
    folders = (part === "**" ? [...folders, ...next] : next).slice(0, MAX_FOLDERS);
  }
  return folders;
}

function listMatching(
  folder: string,
  options: { readonly part: string; readonly reader: PackageReader },
): readonly string[] {
  const names = options.reader.budget.spend(1)
    ? options.reader.facts.listDirectory(folder)
    : undefined;
  return (names ?? [])
    .filter((name) => !name.startsWith(".") && name !== "node_modules")
    .filter((name) => matchesName(options.part, { name }))
    .toSorted()
    .map((name) => absolutePath(name, folder));
}

/**
 * Whether a workspace name, filter or path means a package. Forms that choose by dependents or by
 * changes are not certain and mean none, but `name...` holds at least the package itself.
 */
function isMeant(
  file: PackageFile,
  by: { readonly pattern: string; readonly base: string },
): boolean {
  const pattern = by.pattern.replace(/^\.\.\.(?!\^)|(?<!\^)\.\.\.$/g, "");
  if (pattern === "" || /[!^[\]{}]/.test(pattern)) return false;
  const name = file.name ?? "";
  // A scope may be left out. Source: pnpm documentation, "Filtering".
  const bare = name.slice(name.indexOf("/") + 1);
  if ([name, bare].some((known) => matchesName(pattern, { name: known, separator: "/" }))) {
    return true;
  }
  return isInside(file.directory, absolutePath(pattern, by.base));
}
