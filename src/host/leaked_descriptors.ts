/**
 * Descriptors that our caller left open for us and that every child would inherit.
 * @module
 */

/** `O_CLOEXEC` in the octal `flags` line of `/proc/PID/fdinfo/N`. */
const CLOSE_ON_EXEC = 0o2000000;

/**
 * The descriptors from 3 on that would be handed to a program we start, in ascending order.
 *
 * Everything this runtime opens itself is close-on-exec; what is not came from the caller, for example
 * a lock, or a file with a secret (`exec 9<secret` before execguard). Source: sandbox.md, case R13.
 * Where `/proc` is missing every descriptor of `/dev/fd` counts: closing one that would have been
 * closed anyway does no harm.
 */
export function leakedDescriptors(): number[] {
  const root = isDirectory("/proc/self/fd") ? "/proc/self/fd" : "/dev/fd";
  return Array.from(Deno.readDirSync(root), (entry) => Number(entry.name))
    .filter((descriptor) => descriptor > 2 && (root === "/dev/fd" || staysOpen(descriptor)))
    .sort((left, right) => left - right);
}

function staysOpen(descriptor: number): boolean {
  try {
    const info = Deno.readTextFileSync(`/proc/self/fdinfo/${descriptor}`);
    const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
    return flags === undefined || (parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false; // the descriptor of the listing itself
    throw error;
  }
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
