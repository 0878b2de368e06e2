/**
 * The executable of this machine, built for the tests of this folder.
 * @module
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { buildPortable, launcherKey, type Portable } from "../../scripts/build_portable.ts";
import { programFiles } from "../../scripts/build_program.ts";
import { type Target, TARGETS } from "../../scripts/build_targets.ts";

/** The target of this machine. */
export const HOST_TARGET: Target = (() => {
  const system = Deno.build.os === "darwin" ? "macos" : "linux";
  const found = TARGETS.find(({ name }) => name === `${Deno.build.arch}-${system}`);
  if (found === undefined) throw new Error(`No target ${Deno.build.arch}-${system}`);
  return found;
})();

/** A target's executable; undefined when its runtime can neither be found here nor fetched. */
export async function buildIfPossible(target: Target): Promise<Portable | undefined> {
  try {
    return buildPortable(target, await programFiles(launcherKey().key));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("npm pack")) return undefined;
    throw error;
  }
}

/** The same executable with another script before its archive. */
export function withHead(bytes: Uint8Array, change: (head: string) => string): Uint8Array {
  const { head, archive } = splitPortable(bytes);
  return Buffer.concat([Buffer.from(change(head)), archive]);
}

/** An executable that does the same and has other content: what an upgrade finds. */
export function otherVersion(portable: Portable): Portable {
  const { head, archive } = splitPortable(portable.bytes);
  const longer = Buffer.concat([archive, gzipSync("")]);
  const content = createHash("sha256").update(longer).digest("hex");
  const changed = head.replace(portable.content, content)
    .replace(/^eg_size=.*$/m, `eg_size=${longer.length}`);
  return { bytes: Buffer.concat([Buffer.from(changed), longer]), content };
}

/** The script, and the archive after it. */
export function splitPortable(
  bytes: Uint8Array,
): { readonly head: string; readonly archive: Uint8Array } {
  const [, size] = /^eg_size=(\d+)$/m.exec(new TextDecoder().decode(bytes.subarray(0, 8192))) ?? [];
  const start = bytes.length - Number(size);
  return {
    head: new TextDecoder().decode(bytes.subarray(0, start)),
    archive: bytes.subarray(start),
  };
}
