/**
 * What one confined start needs of the machine: the sandbox program and a place for temporary files.
 * @module
 */
import type { Confinement } from "../core/plan.ts";
import type { Result } from "../core/types.ts";
import { createPrivateDirectory } from "./private_directory.ts";
import { isFile } from "./presence.ts";

/** A system's sandbox programs, absolute, to be tried in order. */
export interface SandboxPrograms {
  readonly name: "linux" | "darwin";
  readonly sandboxPrograms: readonly string[];
}

/** How to get the sandbox program, by system. */
const CURES = {
  linux: "install the package bubblewrap (apt-get, dnf, pacman or apk), or run: execguard doctor",
  darwin: "it is part of macOS; run: execguard doctor",
} as const;

/**
 * Finds the sandbox program; never on PATH, which the caller chooses. On macOS also makes the directory for
 * temporary files; on Linux the sandbox has a private one.
 *
 * Refusals: `sandbox-missing`, `sandbox-failed`.
 */
export function findConfinement(platform: SandboxPrograms): Result<Confinement> {
  const program = platform.sandboxPrograms.find(isFile);
  if (program === undefined) {
    const data = { program: platform.sandboxPrograms[0] ?? "", cure: CURES[platform.name] };
    return { ok: false, refusal: { code: "sandbox-missing", data } };
  }
  const temporaryDirectory = platform.name === "linux" ? "/tmp" : createPrivateDirectory();
  if (temporaryDirectory === undefined) {
    const data = {
      problem: "no directory for temporary files can be made",
      cure: "make TMPDIR writable",
    };
    return { ok: false, refusal: { code: "sandbox-failed", data } };
  }
  const tag = `execguard-${crypto.randomUUID()}`;
  return { ok: true, value: { program, temporaryDirectory, tag } };
}
