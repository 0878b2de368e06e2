/**
 * The few keys of a git config that decide which directories run code.
 * @module
 */

/** What one config file says, paths as written. */
export interface GitConfig {
  readonly hooksPaths: readonly string[];
  readonly includes: readonly string[];
  readonly worktree: string | undefined;
  readonly isBare: boolean;
}

/**
 * Reads `core.hooksPath`, `core.worktree`, `core.bare` and the `path` of every include.
 *
 * Errs on the side of more: conditions of an include are not looked at, and of several values all
 * are kept. Includes are not followed. Source: git-config(1), "Syntax".
 *
 * @example
 * ```ts
 * import { readGitConfig } from "./git_config.ts";
 * readGitConfig('[core]\n\thooksPath = ".husky/_" ; local').hooksPaths; // [".husky/_"]
 * ```
 */
export function readGitConfig(text: string): GitConfig {
  const values = readGitSettings(text);
  const all = (key: string) => values.filter((entry) => entry.key === key).map((e) => e.value);
  return {
    hooksPaths: all("core.hookspath"),
    includes: [...all("include.path"), ...all("includeif.path")],
    worktree: all("core.worktree").at(-1),
    isBare: all("core.bare").at(-1)?.toLowerCase() === "true",
  };
}

/** One setting as `section.key` in lower case, its subsection left out. */
export interface GitSetting {
  readonly key: string;
  readonly value: string;
}

/** Every setting of a config file; includes are not followed. */
export function readGitSettings(text: string): GitSetting[] {
  const found: { key: string; value: string }[] = [];
  let section = "";
  for (const line of text.replace(/\\\r?\n/g, "").split("\n")) {
    const header = /^\s*\[\s*([\w.-]+)[^\]]*\]/.exec(line);
    if (header !== null) section = (header[1] ?? "").toLowerCase().split(".")[0] ?? "";
    // A setting may stand on the line of its section header.
    const rest = header === null ? line : line.slice(header[0].length);
    const setting = /^\s*([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest);
    if (setting === null) continue;
    const key = `${section}.${(setting[1] ?? "").toLowerCase()}`;
    found.push({ key, value: setting[2] === undefined ? "true" : unquote(setting[2]) });
  }
  return found;
}

/** Takes quotes, escapes and an unquoted comment off a value. */
function unquote(raw: string): string {
  let value = "";
  let quoted = false;
  for (const part of raw.trim().match(/\\.|[\s\S]/g) ?? []) {
    if (part === '"') quoted = !quoted;
    else if (!quoted && (part === ";" || part === "#")) break;
    else value += part.length === 2 ? part.slice(1) : part;
  }
  return value.trim();
}
