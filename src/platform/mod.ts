/**
 * The only switch on the system: what is started on Linux and on macOS, and where things are.
 * @module
 */
import type { ConfinedCommand, Confinement, LaunchSpec, SandboxPlan } from "../core/plan.ts";
import type { FilterInstruction } from "../core/seccomp/assemble.ts";
import { buildFilter } from "../core/seccomp/build_filter.ts";
import type { SensitiveEntry } from "../core/sensitive.ts";
import data from "../../configs/platform.json" with { type: "json" };
import seccomp from "../../configs/seccomp.json" with { type: "json" };
import { renderBubblewrap } from "./bubblewrap.ts";
import { renderSeatbelt } from "./seatbelt.ts";

/** The systems that have a sandbox. */
export type SystemName = "linux" | "darwin";

/** The processors whose system calls are known; on macOS it makes no difference. */
export type Architecture = "x86_64" | "aarch64";

/** One system. */
export interface Platform {
  readonly name: SystemName;
  /** Absolute places of the sandbox program, to be tried in order; never looked up on PATH. */
  readonly sandboxPrograms: readonly string[];
  /** Whether limits of processes can be kept. */
  readonly keepsLimits: boolean;
  /** Turns a plan into a program start; pure, so either works on both systems. */
  readonly render: (
    plan: SandboxPlan,
    command: ConfinedCommand,
    confinement: Confinement,
  ) => LaunchSpec;
  /** The freedesktop trash with a `.trashinfo` for each item, or the one directory `~/.Trash`. */
  readonly trash: "freedesktop" | "user";
  /** Sensitive paths that only this system has; they extend the built-in list. */
  readonly sensitivePaths: readonly SensitiveEntry[];
}

/**
 * The platform of a system and processor.
 *
 * @example
 * ```ts
 * import { platformOf } from "./mod.ts";
 * platformOf("linux", "x86_64").sandboxPrograms[0]; // "/usr/bin/bwrap"
 * ```
 */
export function platformOf(name: SystemName, architecture: Architecture): Platform {
  const { sandbox_programs, trash, sensitive_paths } = data[name];
  return {
    name,
    // macOS: its kernel does not enforce RLIMIT_DATA, and counts processes for the whole user.
    keepsLimits: name === "linux",
    render: name === "linux"
      ? (...parts) => ({ ...renderBubblewrap(...parts), filter: filterFor(architecture) })
      : renderSeatbelt,
    sandboxPrograms: sandbox_programs,
    trash: trash === "freedesktop" ? "freedesktop" : "user",
    sensitivePaths: sensitive_paths,
  };
}

function filterFor(architecture: Architecture): FilterInstruction[] {
  return buildFilter(seccomp.refused, seccomp.architectures[architecture]);
}
