/**
 * What this user may do with a file, without doing it.
 * @module
 */

/**
 * Whether the file can be read or the directory listed. Tried out, because access lists and
 * capabilities do not show in the mode; what could block (pipes, devices) counts as readable.
 */
export function mayRead(path: string): boolean {
  try {
    const info = Deno.statSync(path);
    if (info.isDirectory) Deno.readDirSync(path)[Symbol.iterator]().next();
    if (info.isFile) Deno.openSync(path).close();
    return true;
  } catch (error) {
    return error instanceof Deno.errors.NotCapable; // of the system's own folders nothing is known
  }
}

/**
 * Whether new names may be possible in a directory, by its mode. Says yes in doubt: the group's bit
 * also stands for an access list, and a mount may be read-only. A command in the sandbox has no
 * capabilities, so root gets no other answer than its mode.
 */
export function mayCreateIn(path: string): boolean {
  try {
    const info = Deno.statSync(path);
    const own = info.uid === ownUid() ? 0o200 : 0;
    return info.isDirectory && ((info.mode ?? 0) & (own | 0o022)) !== 0;
  } catch {
    return false;
  }
}

/**
 * Whether this user may execute a regular file, by mode and owner. Supplementary groups are not known,
 * nor is the user where that permission is missing: then the answer is yes if anybody else may.
 */
export function mayExecute(info: Deno.FileInfo): boolean {
  const mode = info.mode ?? 0;
  const uid = ownUid();
  if (!info.isFile) return false;
  if (uid === 0 || uid === undefined) return (mode & 0o111) !== 0;
  return (mode & (info.uid === uid ? 0o100 : 0o011)) !== 0;
}

/** Our user id; undefined for subcommands that run without the permission to know it. */
function ownUid(): number | undefined {
  try {
    return Deno.uid() ?? undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}
