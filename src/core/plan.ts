/**
 * What the sandbox shall allow, in no system's words, and what is finally started. Types only.
 * Source: spec.md, section 6; sandbox.md, sections 1 and 2.
 * @module
 */

/** A path with what stands there now; links were followed, so it is canonical. */
export interface PlannedPath {
  readonly path: string;
  readonly kind: "file" | "directory" | "missing";
}

/** The confinement of one command, for every system the same. All paths canonical and absolute. */
export interface SandboxPlan {
  readonly cwd: string;
  readonly home: string | undefined;
  /** Places that may be written, shallow before deep. */
  readonly writable: readonly string[];
  /** Places inside writable ones that stay as they are (hooks, start files); missing ones may not appear. */
  readonly protected: readonly PlannedPath[];
  /** Places that can be neither read nor written (credentials, execguard's own files). */
  readonly hidden: readonly PlannedPath[];
  readonly network: boolean;
}

/** The environment of a child: exactly these variables. */
export type Environment = Readonly<Record<string, string>>;

/** One program start, ready for the host. */
export interface LaunchSpec {
  /** Absolute path of the sandbox program (`bwrap`, `sandbox-exec`). */
  readonly program: string;
  /** Arguments that are shown in `ps`: the command's own argv after `--`, and little else. */
  readonly args: readonly string[];
  /** Linux: arguments handed over through a descriptor (`--args N`), NUL-separated there. */
  readonly hiddenArgs: readonly string[];
  /** macOS: the profile text and its `-D` parameters. */
  readonly profile?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly env: Environment;
}
