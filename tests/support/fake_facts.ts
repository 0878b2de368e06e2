/**
 * A machine that exists only in a test: a home, some files, links and programs.
 * @module
 */
import type { Facts } from "../../src/core/ports.ts";

/** What stands on it; all paths absolute. */
export interface FakeMachine {
  readonly home?: string;
  /** Path → text. */
  readonly files?: Readonly<Record<string, string>>;
  readonly directories?: readonly string[];
  /** Path → target, absolute. */
  readonly links?: Readonly<Record<string, string>>;
  /** Bare name → file it leads to. */
  readonly programs?: Readonly<Record<string, string>>;
}

/** Facts about a fake machine; what is not mentioned is missing. */
export function fakeFacts(machine: FakeMachine = {}): Facts {
  const files = machine.files ?? {};
  const links = machine.links ?? {};
  const directories = machine.directories ?? [];
  const realPath = (path: string): string => {
    const normal = normalize(path);
    const link = Object.keys(links).find((from) =>
      normal === from || normal.startsWith(`${from}/`)
    );
    return link === undefined ? normal : realPath(`${links[link]}${normal.slice(link.length)}`);
  };
  return {
    home: "home" in machine ? machine.home : "/home/dev",
    realPath,
    kind: (path) =>
      path in links
        ? "link"
        : path in files
        ? "file"
        : directories.includes(path)
        ? "directory"
        : "missing",
    findProgram(name) {
      const real = machine.programs?.[name];
      return real === undefined ? undefined : { path: `/usr/bin/${name}`, real };
    },
    readText: (path) => files[realPath(path)],
    listDirectory(path) {
      const prefix = `${realPath(path)}/`;
      const names = [...Object.keys(files), ...Object.keys(links), ...directories]
        .filter((item) => item.startsWith(prefix))
        .map((item) => item.slice(prefix.length).split("/")[0] ?? "");
      return names.length === 0 ? undefined : [...new Set(names)];
    },
  };
}

function normalize(path: string): string {
  const kept: string[] = [];
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") kept.pop();
    else kept.push(part);
  }
  return `/${kept.join("/")}`;
}
