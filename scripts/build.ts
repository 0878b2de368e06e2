/**
 * Builds the executables: `scripts/build [TARGET...]`, all targets by default.
 *
 * dist/ then holds `execguard-TARGET`, `SHA256SUMS` over them, and `manifest.json`, which says what
 * each was made from. The same checkout makes the same bytes on every machine.
 *
 * Not by `deno compile`, not even where its runtime could be had. Every start here goes through
 * scripts/execguard, which clears the environment and then grants what the one subcommand needs. A
 * compiled program has one set of permissions, so all that any subcommand needs (`fs`: all), and may
 * only drop them itself, after its modules were loaded; its runtime, and the dynamic loader before it,
 * have by then obeyed the caller's variables; and it comes from a release host without a content that
 * scripts/bootstrap could pin. The build says so each time, and in the manifest.
 * @module
 */
import { createHash } from "node:crypto";
import denoConfig from "../deno.json" with { type: "json" };
import type { ArchiveFile } from "./build_archive.ts";
import { buildPortable, launcherKey } from "./build_portable.ts";
import { programFiles } from "./build_program.ts";
import { runtimeIntegrity, type Target, TARGETS } from "./build_targets.ts";

const DIST = new URL("../dist/", import.meta.url).pathname;

/** The other kind that there could be, and why it is not made. */
const SKIPPED = {
  kind: "compiled",
  reason: "deno compile would give every subcommand all permissions, " +
    "and let the caller's environment steer the runtime",
} as const;

/** What the manifest says about one executable. */
interface Built {
  readonly kind: "portable";
  readonly target: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** SHA-256 of the archive inside, the name of its folder in the cache. */
  readonly content: string;
  readonly runtime: { readonly package: string; readonly integrity: string };
}

function build(target: Target, program: readonly ArchiveFile[]): Built {
  const { bytes, content } = buildPortable(target, program);
  const file = `execguard-${target.name}`;
  // A running one keeps its file.
  Deno.writeFileSync(`${DIST}${file}.new`, bytes, { mode: 0o755 });
  Deno.renameSync(`${DIST}${file}.new`, `${DIST}${file}`);
  return {
    kind: "portable",
    target: target.name,
    file,
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    content,
    runtime: { package: target.package, integrity: runtimeIntegrity(target) },
  };
}

function chosenTargets(names: readonly string[]): readonly Target[] {
  const unknown = names.find((name) => !TARGETS.some((target) => target.name === name));
  if (unknown !== undefined) {
    console.error(`No target ${unknown}; there are: ${TARGETS.map(({ name }) => name).join(" ")}`);
    Deno.exit(2);
  }
  return names.length === 0 ? TARGETS : TARGETS.filter(({ name }) => names.includes(name));
}

const targets = chosenTargets(Deno.args);
Deno.mkdirSync(DIST, { recursive: true });
const { key, deno } = launcherKey();
const program = await programFiles(key);
const built = targets.map((target) => {
  const made = build(target, program);
  console.log(`${made.file}: ${made.kind}, ${(made.bytes / 1e6).toFixed(1)} MB`);
  return made;
});
const sums = built.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join("");
Deno.writeTextFileSync(`${DIST}SHA256SUMS`, sums);
const manifest = { version: denoConfig.version, deno, executables: built, skipped: [SKIPPED] };
Deno.writeTextFileSync(`${DIST}manifest.json`, `${JSON.stringify(manifest, undefined, 2)}\n`);
console.log(`${SKIPPED.kind}: skipped, ${SKIPPED.reason}`);
