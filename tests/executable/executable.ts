/**
 * The executable of this machine, built for the tests of this folder.
 * @module
 */
import { buildPortable, type Portable } from "../../scripts/build_portable.ts";
import { type Target, TARGETS } from "../../scripts/build_targets.ts";

/** The target of this machine. */
export const HOST_TARGET: Target = (() => {
  const system = Deno.build.os === "darwin" ? "macos" : "linux";
  const found = TARGETS.find(({ name }) => name === `${Deno.build.arch}-${system}`);
  if (found === undefined) throw new Error(`No target ${Deno.build.arch}-${system}`);
  return found;
})();

/** A target's executable; undefined when its runtime can neither be found here nor fetched. */
export function buildIfPossible(target: Target): Portable | undefined {
  try {
    return buildPortable(target);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("npm pack")) return undefined;
    throw error;
  }
}
