/**
 * Who may what, for the lint rules of `layers_plugin.ts`.
 * @module
 */

/** Ranks of the folders below `src/`. Files of `src/` itself and `main.ts` stand above them all. */
export const RANKS: Readonly<Record<string, number>> = {
  core: 0,
  shell: 1,
  config: 1,
  platform: 1,
  host: 1,
  guard: 2,
  cli: 3,
};
export const TOP = 4;

/** The one folder below `src/` that may import an npm package; any other package is for tests. */
export const PACKAGE_FOLDERS: ReadonlyMap<string, string> = new Map([
  ["mvdan-sh", "shell"],
  ["unbash", "shell"],
  ["zod/mini", "config"],
  ["jsonc-parser", "config"],
  ["picomatch", "config"],
  ["@stricli/core", "cli"],
]);

export const PURE_FOLDERS = new Set<string | undefined>(["core", "shell", "config", "platform"]);

export const CONFIG_FOLDERS = new Set<string | undefined>(["config", "platform"]);

/** What changes the disk, in `Deno` and in `node:fs`, without the ending `Sync`. */
export const WRITERS: ReadonlySet<string> = new Set([
  ...["chmod", "chown", "copyFile", "create", "link", "makeTempDir", "makeTempFile", "mkdir"],
  ...["remove", "rename", "symlink", "truncate", "utime", "writeFile", "writeTextFile"],
  ...["appendFile", "cp", "createWriteStream", "lchown", "lutimes", "mkdtemp", "rm", "rmdir"],
  ...["unlink", "utimes"],
]);

/** Files of `src/host/` that change the disk; all others ask the guarded operations. */
export const WRITING_FILES: ReadonlySet<string> = new Set([
  // The guarded operations: the only way to files of others.
  ...[
    "held_directory",
    "temporary_file",
    "write_file",
    "copy_tree",
    "remove_tree",
    "guarded_moves",
  ],
  // execguard's own state, in directories that nothing else may write.
  ...["audit", "lock", "state_file", "store_database", "store_directory", "tasks"],
  // What one start needs: a private folder, and names that must exist, or must not, while it runs.
  ...["private_directory", "sandbox_status", "sudo", "placeholders", "watched_names"],
  // The trash, which moves what a person agreed to.
  "trash_user",
  // The file or descriptor that the caller names for the outcome.
  "streams",
].map((name) => `src/host/${name}.ts`));

/** Where the machine is put together: the program and the library. */
export const WIRING_FILES: ReadonlySet<string> = new Set(["main.ts", "src/mod.ts"]);

/** Options of `Deno.open` that let it change a file. */
export const WRITE_OPTIONS = new Set(["append", "create", "createNew", "truncate", "write"]);
