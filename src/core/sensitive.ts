/**
 * Which paths hold secrets, and whether an argument may name one.
 * Source: spec.md, sections 3 and 6; the list is `configs/sensitive_paths.json`.
 * @module
 */
import type { Arg, Pattern } from "./arg.ts";
import type { Facts } from "./ports.ts";
import { globsIntersect, type GlobToken, tokenizeGlob } from "./glob.ts";
import { absolutePath, parentOf } from "./paths.ts";
import { matchesStars } from "./star_pattern.ts";

/**
 * One entry: a run of path components found anywhere (`.config/gcloud`), or an absolute path;
 * `*` stands for any characters within one component. Matching ignores case.
 */
export interface SensitiveEntry {
  readonly match: string;
  /** Whether the sandbox hides it as well. */
  readonly hide: boolean;
  /** Exact component names that a `*` would match but that are ordinary. */
  readonly except?: readonly string[];
  readonly why: string;
}

/** The list, sorted for quick answers; all in lower case. No expression is compiled for the built-in entries. */
export interface SensitivePaths {
  /** Single components without a star. */
  readonly names: ReadonlySet<string>;
  /** Single components with one, and the names they do not mean. */
  readonly patterns: readonly { readonly pattern: string; readonly except: ReadonlySet<string> }[];
  /** Runs of several components, found anywhere, or from the root on. */
  readonly runs: readonly { readonly components: readonly string[]; readonly anchored: boolean }[];
  /** The user's own globs, over whole paths. */
  readonly globs: SensitiveGlobs;
}

/** Where arguments are looked at: the directories the command may be in, and the machine's answers. */
export interface SensitiveContext {
  readonly paths: SensitivePaths;
  readonly cwds: readonly string[];
  readonly facts: Facts;
}

/** Globs of the user's own, compiled to expressions over whole paths. */
export interface SensitiveGlobs {
  readonly sensitive: readonly RegExp[];
  readonly exposed: readonly RegExp[];
}

/** Sorts entries by how they are looked for. */
export function compileSensitivePaths(
  entries: readonly SensitiveEntry[],
  globs: SensitiveGlobs = { sensitive: [], exposed: [] },
): SensitivePaths {
  const lower = entries.map((entry) => ({ ...entry, match: entry.match.toLowerCase() }));
  const single = lower.filter((entry) => !entry.match.includes("/"));
  return {
    names: new Set(
      single.filter((entry) => !entry.match.includes("*")).map((entry) => entry.match),
    ),
    patterns: single.filter((entry) => entry.match.includes("*")).map((entry) => ({
      pattern: entry.match,
      except: new Set(entry.except?.map((name) => name.toLowerCase())),
    })),
    runs: lower.filter((entry) => entry.match.includes("/")).map((entry) => ({
      components: entry.match.split("/").filter((component) => component !== ""),
      anchored: entry.match.startsWith("/"),
    })),
    globs,
  };
}

/** Whether a path, absolute and normal, holds secrets: itself, or a directory above it. */
export function isSensitivePath(path: string, paths: SensitivePaths): boolean {
  const components = path.toLowerCase().split("/").filter((component) => component !== "");
  const listed = components.some((component) => isSensitiveName(component, paths)) ||
    paths.runs.some((run) => holdsRun(components, run)) ||
    paths.globs.sensitive.some((glob) => glob.test(path));
  return listed && !paths.globs.exposed.some((glob) => glob.test(path));
}

function isSensitiveName(name: string, paths: SensitivePaths): boolean {
  return paths.names.has(name) ||
    paths.patterns.some(({ pattern, except }) => matchesStars(pattern, name) && !except.has(name));
}

function holdsRun(components: readonly string[], run: SensitivePaths["runs"][number]): boolean {
  const last = run.anchored ? 0 : components.length - run.components.length;
  for (let start = 0; start <= last; start++) {
    if (
      run.components.every((part, index) => matchesStars(part, components[start + index] ?? ""))
    ) return true;
  }
  return false;
}

/**
 * Whether an argument may name a sensitive path: as it is, inside `--opt=PATH`, `-fPATH`, `@PATH`, `HEAD:PATH`,
 * after `..`, through a link, or by a file name pattern.
 */
export function mayNameSensitive(arg: Arg, context: SensitiveContext): boolean {
  return arg.alternatives.some((pattern) => patternMayBeSensitive(pattern, context));
}

function patternMayBeSensitive(pattern: Pattern, context: SensitiveContext): boolean {
  // A hole stands as one ordinary character, so that literal components around it still show.
  const text = pattern.map((part) =>
    typeof part === "string" ? part : part.hole === "glob" ? part.text : "\u0001"
  ).join("");
  const globs = pattern.some((part) => typeof part !== "string" && part.hole === "glob");
  return candidatesOf(text).some((candidate) =>
    globs ? globMaySensitive(candidate, context) : textIsSensitive(candidate, context)
  );
}

/** The stretches of an argument that a program may take for a path. */
function candidatesOf(text: string): readonly string[] {
  if (text.length > 8192) return [text.slice(0, 8192)];
  const found = new Set([text]);
  const value = text.indexOf("=");
  if (value >= 0) found.add(text.slice(value + 1));
  if (/^-[^-]/.test(text)) found.add(text.slice(2));
  for (const part of text.split(/[:@,]/)) if (part !== "") found.add(part);
  return [...found];
}

function textIsSensitive(candidate: string, context: SensitiveContext): boolean {
  if (candidate === "" || candidate.length > 4096) return candidate.length > 4096;
  return context.cwds.some((cwd) => {
    const absolute = absolutePath(
      candidate.startsWith("~/") ? tilde(candidate, context) : candidate,
      cwd,
    );
    if (isSensitivePath(absolute, context.paths)) return true;
    const real = context.facts.realPath(absolute);
    return real !== undefined && real !== absolute && isSensitivePath(real, context.paths);
  });
}

function tilde(candidate: string, context: SensitiveContext): string {
  return `${context.facts.home ?? ""}${candidate.slice(1)}`;
}

/** A pattern is sensitive when it aims at a sensitive name, or when a name it matches now is one. */
function globMaySensitive(candidate: string, context: SensitiveContext): boolean {
  const components = candidate.split("/");
  if (textIsSensitive(candidate.replace(/[*?[\]]/g, "\u0001"), context)) return true;
  if (components.some((component) => aimsAtName(component, context.paths))) return true;
  return context.cwds.some((cwd) => listedMatches(components, { cwd, context }));
}

function aimsAtName(component: string, paths: SensitivePaths): boolean {
  const tokens = tokenizeGlob(component.toLowerCase());
  const first = tokens[0];
  const last = tokens.at(-1);
  if (!tokens.some((token) => token.kind !== "char")) return false;
  const hasLiteral = tokens.some((token) => token.kind === "char");
  return sensitiveNames(paths).some((name) => {
    const hidden = name.tokens[0];
    // A leading dot is only matched by a literal dot.
    if (hidden?.kind === "char" && hidden.char === "." && !isChar(first, ".")) return false;
    if (!globsIntersect(tokens, name.tokens)) return false;
    return name.exact ? hasLiteral : last?.kind === "char" || isChar(first, ".");
  });
}

function sensitiveNames(
  paths: SensitivePaths,
): readonly { readonly tokens: readonly GlobToken[]; readonly exact: boolean }[] {
  return [
    ...[...paths.names].map((name) => ({ tokens: tokenizeGlob(name), exact: true })),
    ...paths.patterns.map(({ pattern }) => ({ tokens: tokenizeGlob(pattern), exact: false })),
  ];
}

function isChar(token: GlobToken | undefined, char: string): boolean {
  return token?.kind === "char" && token.char === char;
}

/** Only the last component is looked up; a pattern in a directory name stays with its literal reading. */
function listedMatches(
  components: readonly string[],
  place: { readonly cwd: string; readonly context: SensitiveContext },
): boolean {
  const directory = parentOf(absolutePath(components.join("/"), place.cwd));
  const pattern = tokenizeGlob(components.at(-1) ?? "");
  const names = place.context.facts.listDirectory(directory) ?? [];
  return names.some((name) =>
    (!name.startsWith(".") || isChar(pattern[0], ".")) &&
    globsIntersect(pattern, [...name].map((char) => ({ kind: "char", char }))) &&
    textIsSensitive(`${directory}/${name}`, place.context)
  );
}
