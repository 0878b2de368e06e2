/**
 * A home with guarded file operations, without any command line.
 * @module
 */
import sandboxRules from "../../configs/sandbox.json" with { type: "json" };
import sensitivePaths from "../../configs/sensitive_paths.json" with { type: "json" };
import { guardPaths, type PathPolicy } from "../../src/core/denied_path.ts";
import type { GuardedFiles } from "../../src/core/guarded_files.ts";
import type { SandboxRules } from "../../src/core/sandbox_rules.ts";
import { compileSensitivePaths } from "../../src/core/sensitive.ts";
import type { Refusal } from "../../src/core/types.ts";
import { createFacts } from "../../src/host/facts.ts";
import { createGuardedFiles } from "../../src/host/guarded_files.ts";

/** The built-in rules for paths of a home. */
export function pathPolicy(home: string): PathPolicy {
  return {
    sensitive: compileSensitivePaths(sensitivePaths.entries),
    sensitiveEntries: sensitivePaths.entries,
    own: {
      configFile: `${home}/.config/execguard/config.jsonc`,
      privateDirectories: [`${home}/.config/execguard`, `${home}/.state/execguard`],
      programDirectories: [],
    },
    sandbox: sandboxRules as SandboxRules,
  };
}

/** Operations for a home; `team` is a further rule. */
export function guardedFiles(
  home: string,
  team?: (path: string) => Refusal | undefined,
): GuardedFiles {
  const policy = pathPolicy(home);
  return createGuardedFiles({
    directory: () => `${home}/work`,
    facts: () => createFacts({ home, path: "" }),
    guard: (directory, facts) => guardPaths(policy, { facts, directory }),
    ...(team === undefined ? {} : { team }),
  });
}

/** A home that exists until it is disposed of, with `work` and `.ssh/config` in it. */
export class GuardedWorld implements Disposable {
  readonly home: string;
  readonly work: string;
  readonly files: GuardedFiles;

  constructor() {
    this.home = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "execguard-files-" }));
    this.work = `${this.home}/work`;
    Deno.mkdirSync(this.work);
    Deno.mkdirSync(`${this.home}/.ssh`);
    Deno.writeTextFileSync(`${this.home}/.ssh/config`, "Host *\n");
    this.files = guardedFiles(this.home);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.home, { recursive: true });
  }

  /** Text of a file in the work directory. */
  read(path: string): string {
    return Deno.readTextFileSync(`${this.work}/${path}`);
  }

  /** Makes a file in the work directory. */
  make(path: string, text = ""): string {
    const place = `${this.work}/${path}`;
    Deno.mkdirSync(place.slice(0, place.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(place, text);
    return place;
  }

  /** Permission bits of something in the work directory. */
  mode(path: string): number {
    return (Deno.statSync(`${this.work}/${path}`).mode ?? 0) & 0o7777;
  }

  /** Names in a directory, sorted. */
  names(path = ""): string[] {
    return Array.from(Deno.readDirSync(`${this.work}/${path}`), (entry) => entry.name).sort();
  }
}
