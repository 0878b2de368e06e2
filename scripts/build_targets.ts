/**
 * The systems that executables are built for, and their Deno runtimes.
 * @module
 */
import { createHash } from "node:crypto";

const ROOT = new URL("..", import.meta.url).pathname;

/** One system: the npm package with its Deno, and the name under which bootstrap keeps its hash. */
export interface Target {
  readonly name: string;
  readonly package: string;
  readonly triple: string;
  /** What a program of this system starts with, as hexadecimal digits. */
  readonly magic: string;
}

const ELF = "7f454c46020101";
const MACH_O = "cffaedfe";

/** All of them. The last digits of `magic` are the machine: x86-64 or arm64. */
export const TARGETS: readonly Target[] = [
  {
    name: "x86_64-linux",
    package: "@deno/linux-x64-glibc",
    triple: "x86_64-unknown-linux-gnu",
    magic: ELF,
  },
  {
    name: "aarch64-linux",
    package: "@deno/linux-arm64-glibc",
    triple: "aarch64-unknown-linux-gnu",
    magic: ELF,
  },
  {
    name: "x86_64-macos",
    package: "@deno/darwin-x64",
    triple: "x86_64-apple-darwin",
    magic: `${MACH_O}07000001`,
  },
  {
    name: "aarch64-macos",
    package: "@deno/darwin-arm64",
    triple: "aarch64-apple-darwin",
    magic: `${MACH_O}0c000001`,
  },
];

/** The hash of a target's runtime, `sha512-…`, as scripts/bootstrap demands it. */
export function runtimeIntegrity(target: Target): string {
  const name = target.package.replace("@deno/", "").replace("-glibc", "").replace("-", "_");
  const bootstrap = Deno.readTextFileSync(`${ROOT}scripts/bootstrap`);
  const [, integrity] = new RegExp(`^${name}=(sha512-\\S+)$`, "m").exec(bootstrap) ?? [];
  if (integrity === undefined) {
    throw new Error(`scripts/bootstrap has no hash for ${target.package}`);
  }
  return integrity;
}

/**
 * The npm package of a target's runtime, as it was published: fetched once by npm, so from whichever
 * registry is set up, and accepted only with the pinned content.
 */
export function runtimePackage(target: Target, version: string): Uint8Array {
  const folder = `${ROOT}dist/packages`;
  const file = `${folder}/${target.package.replace(/[@/]/g, "-").slice(1)}-${version}.tgz`;
  const kept = readIfExists(file);
  if (kept !== undefined && integrityOf(kept) === runtimeIntegrity(target)) return kept;
  Deno.mkdirSync(folder, { recursive: true });
  const { success, stderr } = new Deno.Command("npm", {
    args: ["pack", `${target.package}@${version}`, "--silent", "--pack-destination", folder],
    cwd: folder,
    stdin: "null",
  }).outputSync();
  if (!success) throw new Error(`npm pack ${target.package}: ${new TextDecoder().decode(stderr)}`);
  const bytes = Deno.readFileSync(file);
  if (integrityOf(bytes) === runtimeIntegrity(target)) return bytes;
  Deno.removeSync(file);
  throw new Error(
    `${target.package}@${version} has not the content that scripts/bootstrap demands`,
  );
}

function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
}

function readIfExists(path: string): Uint8Array | undefined {
  try {
    return Deno.readFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
