/**
 * `package.json` and `pnpm-workspace.yaml`: the parts that say which scripts and workspaces there are.
 * @module
 */
import { absolutePath } from "../paths.ts";
import type { Facts } from "../ports.ts";
import type { Budget } from "./budget.ts";

/** What a package says about itself. */
export interface PackageFile {
  /** Absolute directory it lies in. */
  readonly directory: string;
  /** Its name, by which workspaces are chosen. */
  readonly name: string | undefined;
  /** Shell text by name. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Patterns of workspace folders, relative to the directory. */
  readonly workspaces: readonly string[];
}

/** How packages are read. */
export interface PackageReader {
  /** Where files are read. */
  readonly facts: Facts;
  /** What is left of the work. */
  readonly budget: Budget;
}

/** A larger file is not read, and what it would run stays unknown. */
const MAX_BYTES = 1 << 20;

/** Reads the package of a directory; undefined when there is none, or it is too large or not a JSON object. */
export function readPackage(directory: string, reader: PackageReader): PackageFile | undefined {
  const text = readBounded(absolutePath("package.json", directory), reader);
  const content = text === undefined ? undefined : parseObject(text);
  if (content === undefined) return undefined;
  const scripts = Object.entries(isObject(content.scripts) ? content.scripts : {});
  return {
    directory,
    name: typeof content.name === "string" ? content.name : undefined,
    scripts: new Map(
      scripts.filter((pair): pair is [string, string] => typeof pair[1] === "string"),
    ),
    workspaces: [...readWorkspaces(content.workspaces), ...readPnpmWorkspaces(directory, reader)],
  };
}

function readBounded(path: string, reader: PackageReader): string | undefined {
  if (!reader.budget.spend(1)) return undefined;
  const text = reader.facts.readText(path, MAX_BYTES);
  return text !== undefined && reader.budget.spend(text.length >> 10) ? text : undefined;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    // npm reads a file that starts with a byte order mark, too.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list, or an object with the list as `packages`. Source: npm and Yarn documentation, "workspaces". */
function readWorkspaces(value: unknown): readonly string[] {
  const list = isObject(value) ? value.packages : value;
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
}

/** The `packages` list in block style. Source: pnpm documentation, "pnpm-workspace.yaml". */
function readPnpmWorkspaces(directory: string, reader: PackageReader): readonly string[] {
  const lines = readBounded(absolutePath("pnpm-workspace.yaml", directory), reader)?.split("\n") ??
    [];
  const start = lines.findIndex((line) => /^packages:\s*$/.test(line));
  if (start < 0) return [];
  const patterns: string[] = [];
  for (const line of lines.slice(start + 1)) {
    const item = /^\s*-\s+(?:"([^"]*)"|'([^']*)'|([^\s#]+))/.exec(line);
    if (item !== null) patterns.push(item[1] ?? item[2] ?? item[3] ?? "");
    else if (/^[^\s#]/.test(line)) break;
  }
  return patterns;
}
