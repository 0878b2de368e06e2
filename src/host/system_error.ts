/**
 * What went wrong, in the system's words.
 * @module
 */

/** The usual words of errno(3). */
const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: "Permission denied",
  EBUSY: "It is in use",
  EDQUOT: "Disk quota exceeded",
  EEXIST: "File exists",
  EFBIG: "File too large",
  EINVAL: "Invalid argument",
  EIO: "Input/output error",
  EISDIR: "Is a directory",
  ELOOP: "Too many levels of symbolic links",
  EMFILE: "Too many open files",
  ENAMETOOLONG: "File name too long",
  ENFILE: "Too many open files in the system",
  ENODEV: "No such device",
  ENOENT: "No such file or directory",
  ENOSPC: "No space left on device",
  ENOTDIR: "Not a directory",
  ENOTEMPTY: "Directory not empty",
  ENXIO: "No such device or address",
  EPERM: "Operation not permitted",
  EPIPE: "Broken pipe",
  EROFS: "Read-only file system",
  ETXTBSY: "Text file busy",
  EXDEV: "It lies on another file system",
};

/** A file operation that cannot go on, for a reason that is no error of the system. */
export class FileProblem extends Error {}

/** What was looked at is something else now: look again from the start. */
export class PathChanged extends Error {}

/** The reason to show a person; undefined for an error that is none of the system's. */
export function problemOf(error: unknown): string | undefined {
  if (error instanceof FileProblem) return error.message;
  if (error instanceof Deno.errors.NotCapable) return "The runtime was not given --allow-all";
  const code = codeOf(error);
  if (code !== undefined) return PROBLEMS[code] ?? code;
  // Some errors of writing come without a code (EFBIG, EDQUOT).
  return error instanceof Error ? /^(.+) \(os error \d+\)/.exec(error.message)?.[1] : undefined;
}

/** Whether an error is one of the system's with this code, such as `ENOENT`. */
export function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes(codeOf(error) ?? "");
}

function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" && /^E[A-Z0-9]+$/.test(code) ? code : undefined;
}
