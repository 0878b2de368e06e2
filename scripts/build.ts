/**
 * Builds the executables: `scripts/build [TARGET...]`, all targets by default.
 *
 * dist/ then holds `execguard-TARGET`, `SHA256SUMS` over them, and `manifest.json`, which says what
 * each was made from. The same checkout makes the same bytes on every machine.
 *
 * Not by `deno compile`: that bakes one set of permissions in for all subcommands, so each would have
 * the most that any of them needs, and its runtime has read the caller's environment before a line
 * of ours could clear it. Here every start goes through scripts/execguard, which decides both.
 * @module
 */
import { createHash } from "node:crypto";
import denoConfig from "../deno.json" with { type: "json" };
import { buildPortable, launcherKey } from "./build_portable.ts";
import { runtimeIntegrity, type Target, TARGETS } from "./build_targets.ts";

const DIST = new URL("../dist/", import.meta.url).pathname;

/** What the manifest says about one executable. */
interface Built {
  readonly target: string;
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  /** SHA-256 of the archive inside, the name of its folder in the cache. */
  readonly content: string;
  readonly runtime: { readonly package: string; readonly integrity: string };
}

function build(target: Target): Built {
  const { bytes, content } = buildPortable(target);
  const file = `execguard-${target.name}`;
  // A running one keeps its file.
  Deno.writeFileSync(`${DIST}${file}.new`, bytes, { mode: 0o755 });
  Deno.renameSync(`${DIST}${file}.new`, `${DIST}${file}`);
  return {
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
const built = targets.map((target) => {
  const made = build(target);
  console.log(`${made.file}: portable, ${(made.bytes / 1e6).toFixed(1)} MB`);
  return made;
});
const sums = built.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join("");
Deno.writeTextFileSync(`${DIST}SHA256SUMS`, sums);
const manifest = { version: denoConfig.version, deno: launcherKey().deno, executables: built };
Deno.writeTextFileSync(`${DIST}manifest.json`, `${JSON.stringify(manifest, undefined, 2)}\n`);
