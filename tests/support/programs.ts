/**
 * Which programs this machine has.
 * @module
 */
import { isFile } from "../../src/host/presence.ts";

/** Whether a program stands in one of the folders, those of PATH unless others are named. */
export function isInstalled(
  program: string,
  folders: readonly string[] = (Deno.env.get("PATH") ?? "").split(":"),
): boolean {
  return folders.some((folder) => isFile(`${folder}/${program}`));
}
