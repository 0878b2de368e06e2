/**
 * A folder for what a starting sandbox must read, where no sandboxed command can reach it.
 * @module
 */

/**
 * Places in order of preference, in memory before disk. All are masked in every sandbox, whatever the
 * caller's variables say: `TMPDIR` or `XDG_RUNTIME_DIR` could name a place that another sandboxed
 * command of the same user writes, and so the plan of this one.
 */
function parents(): readonly string[] {
  return [`/run/user/${Deno.uid()}`, "/run", "/tmp"];
}

/** Name prefix of the folders, by which `doctor` finds what a killed execguard left behind. */
export const PRIVATE_PREFIX = "execguard-start-";

/** Makes a fresh folder of mode 0700; undefined when no place takes one. */
export function createPrivateDirectory(): string | undefined {
  for (const dir of parents()) {
    try {
      return Deno.makeTempDirSync({ dir, prefix: PRIVATE_PREFIX });
    } catch {
      continue; // missing, read-only or full: the next place may do
    }
  }
  return undefined;
}

/** Writes a new file of mode 0600 in a private folder and returns its path. */
export function writePrivate(
  directory: string,
  file: { readonly name: string; readonly content: string | Uint8Array },
): string {
  const { name, content } = file;
  const path = `${directory}/${name}`;
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  Deno.writeFileSync(path, bytes, { createNew: true, mode: 0o600 });
  return path;
}

/** Removes a private folder; it may be gone already. */
export function removePrivateDirectory(directory: string): void {
  try {
    Deno.removeSync(directory, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Own private folders that are still there, for `doctor`. */
export function listPrivateDirectories(): string[] {
  return parents().flatMap((parent) => {
    try {
      return Array.from(Deno.readDirSync(parent))
        .filter((entry) => entry.isDirectory && entry.name.startsWith(PRIVATE_PREFIX))
        .map((entry) => `${parent}/${entry.name}`)
        .filter((path) => Deno.lstatSync(path).uid === Deno.uid());
    } catch {
      return []; // the place is missing, or the folder went away meanwhile
    }
  });
}
