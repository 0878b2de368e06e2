/**
 * The portable executable: a script for /bin/sh, then one compressed archive.
 * @module
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { type ArchiveFile, openArchive } from "./build_archive.ts";
import { REGISTRY } from "./build_program.ts";
import { runtimePackage, type Target } from "./build_targets.ts";

const ROOT = new URL("..", import.meta.url).pathname;

/** One executable, and the SHA-256 of its archive. */
export interface Portable {
  readonly bytes: Uint8Array;
  readonly content: string;
}

/** What the launcher says about itself: `key`, and from it the release of Deno. */
export function launcherKey(): { readonly key: string; readonly deno: string } {
  const [, key, deno] = /^eg_key=(([0-9.]+)-\S+)$/m.exec(launcherText()) ?? [];
  if (key === undefined || deno === undefined) throw new Error("scripts/execguard has no eg_key");
  return { key, deno };
}

/**
 * Builds the executable of one target from the files of the program, which are the same for all. The npm package of
 * the runtime goes in as it is.
 */
export function buildPortable(target: Target, program: readonly ArchiveFile[]): Portable {
  const { deno } = launcherKey();
  const archive = Buffer.concat([openArchive(program), runtimePackage(target, deno)]);
  const content = createHash("sha256").update(archive).digest("hex");
  const values: Readonly<Record<string, string>> = {
    CONTENT: content,
    SIZE: String(archive.length),
    DENO: deno,
    REGISTRY,
    ...sealedParts(program, `.deno/deno-${deno}`),
    REFUSE: refuseFunction(),
  };
  const head = Deno.readTextFileSync(`${ROOT}scripts/portable_head.sh`)
    .replace(/@([A-Z]+)@/g, (_, name: string) => values[name] ?? unknownName(name));
  return { bytes: Buffer.concat([Buffer.from(head), archive]), content };
}

/**
 * What a start makes sure of: every file but the notices, and the folders that hold them. Those of it that do not come
 * out of the archive with the time of all files in it are the others.
 */
function sealedParts(
  program: readonly ArchiveFile[],
  runtime: string,
): { readonly PARTS: string; readonly OTHERS: string } {
  const files = program.map(({ path }) => path)
    .filter((path) => !path.startsWith("licenses/")).toSorted();
  const folders = files.filter((path) => /^\w+\//.test(path)).map((path) =>
    path.replace(/\/.*/, "")
  );
  const others = [runtime, ...new Set(folders)];
  return { PARTS: [...files, ...others].join(" "), OTHERS: others.join(" ") };
}

/** The launcher's own way to say no, in words or as JSON. */
function refuseFunction(): string {
  const [text] = /^# eg_refuse [^]*?^\}\n/m.exec(launcherText()) ?? [];
  return text ?? unknownName("eg_refuse");
}

function launcherText(): string {
  return Deno.readTextFileSync(`${ROOT}scripts/execguard`);
}

function unknownName(name: string): never {
  throw new Error(`Nothing is called ${name}`);
}
