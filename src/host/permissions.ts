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
  } catch {
    return false;
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
    const own = info.uid === Deno.uid() ? 0o200 : 0;
    return info.isDirectory && ((info.mode ?? 0) & (own | 0o022)) !== 0;
  } catch {
    return false;
  }
}

/** Whether this user may execute a regular file: the kernel's check of mode, owner and groups. */
export function mayExecute(info: Deno.FileInfo): boolean {
  const mode = info.mode ?? 0;
  if (!info.isFile) return false;
  if (Deno.uid() === 0) return (mode & 0o111) !== 0;
  if (info.uid === Deno.uid()) return (mode & 0o100) !== 0;
  if (info.gid !== null && ownGroups().includes(info.gid)) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** The effective and, where `/proc` tells them, the supplementary groups. */
function ownGroups(): readonly number[] {
  const effective = Deno.gid() ?? -1;
  try {
    const status = Deno.readTextFileSync("/proc/self/status");
    const others = /^Groups:\s*(.*)$/m.exec(status)?.[1]?.trim().split(" ") ?? [];
    return [effective, ...others.filter((word) => word !== "").map(Number)];
  } catch {
    return [effective];
  }
}
