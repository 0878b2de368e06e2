/**
 * The note that tells where a trashed file came from.
 * @module
 */

/**
 * The text of a `.trashinfo` file. `path` is absolute, or relative to the top directory of its mount;
 * the date is written in local time. Source: freedesktop.org Trash specification 1.0.
 *
 * @example
 * ```ts
 * import { trashInfo } from "./trash_info.ts";
 * trashInfo("/home/me/a b", new Date(2026, 0, 2, 3, 4, 5));
 * // "[Trash Info]\nPath=/home/me/a%20b\nDeletionDate=2026-01-02T03:04:05\n"
 * ```
 */
export function trashInfo(path: string, date: Date): string {
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  return `[Trash Info]\nPath=${encoded}\nDeletionDate=${localTime(date)}\n`;
}

function localTime(date: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}
