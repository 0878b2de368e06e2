/**
 * What `doctor` looks at. Types only; gathered by `src/host/survey.ts`, judged by `src/guard/doctor.ts`.
 * @module
 */
import type { Machine } from "./machine.ts";
import type { Refusal } from "./types.ts";

/** One attempt to set up a part of the sandbox around a program that does nothing. */
export interface Probe {
  /** What is tried, as a person says it. */
  readonly name: string;
  /** Whether commands run unprotected in this respect when it does not work, or not at all. */
  readonly isNeeded: boolean;
  /** What the sandbox program said when it failed; undefined when it works. */
  readonly failure: string | undefined;
}

/** The sandbox program of this system. */
export interface SandboxProgram {
  readonly path: string;
  /** What it calls its version; undefined where it has none. */
  readonly version: string | undefined;
  readonly isSetUserId: boolean;
}

/** A folder of execguard's own, or of the trash. */
export interface SurveyedFolder {
  readonly name: string;
  readonly path: string;
  readonly isWritable: boolean;
  /** Others than this user may write there, or the folder is another user's. */
  readonly isOpenToOthers: boolean;
}

/** Everything looked at. */
export interface Survey {
  readonly system: "linux" | "darwin";
  readonly machine: Machine;
  /** Undefined when none of `expectedPrograms` is there. */
  readonly sandbox: SandboxProgram | undefined;
  readonly expectedPrograms: readonly string[];
  readonly probes: readonly Probe[];
  /** Why a limit of processes cannot be kept; undefined when it can. */
  readonly processLimit: Refusal | undefined;
  readonly runtime: string;
  /** What sudo answers to this user. */
  readonly sudo: "missing" | "asks" | "asks nothing" | "refuses";
  /** Whether this account has a password that `su` can check. */
  readonly accountPassword: "set" | "locked" | "unknown";
  readonly hasTerminal: boolean;
  readonly folders: readonly SurveyedFolder[];
  /** Folders that a killed execguard left behind. */
  readonly leftovers: readonly string[];
}
