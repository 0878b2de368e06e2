/**
 * A started command, as its supervisor sees it. Types only; the real one is made by `src/host/launch.ts`.
 * @module
 */
import type { LaunchSpec } from "./plan.ts";
import type { Refusal, Result } from "./types.ts";

/**
 * Where the command's output goes: straight to our own descriptors, through one pipe (exact order of
 * both streams), or through two.
 */
export type OutputMode = "inherit" | "merged" | "separate";

/** Which of the command's two streams a chunk came from; `merged` output is all `stdout`. */
export type StreamName = "stdout" | "stderr";

/** The signals that are handed on, by what a terminal or a person means with them. */
export type ForwardedSignal =
  | "SIGINT"
  | "SIGTERM"
  | "SIGHUP"
  | "SIGQUIT"
  | "SIGUSR1"
  | "SIGUSR2"
  | "SIGWINCH"
  | "SIGTSTP"
  | "SIGCONT";

/** How a start is wired up. */
export interface LaunchOptions {
  readonly output: OutputMode;
  /** `inherit` hands our own stdin on as a descriptor. */
  readonly stdin: "inherit" | "null";
}

/** How a command is started: one that raises privileges may be handed the system password. */
export type StartKind =
  | { readonly kind: "plain" }
  | { readonly kind: "sudo"; readonly password: Uint8Array | undefined };

/** A name that a command brought into being or changed although it must not, put back as it was. */
export interface UndoneName {
  readonly path: string;
  /** Where what stood there is now; undefined when there was nothing to keep. */
  readonly movedTo: string | undefined;
}

/** The end of a started program. */
export interface Ending {
  /**
   * `no` when the sandbox could not be set up or the program could not be executed in it; `unsure` when
   * the sandbox program's exit code may be its own or the command's.
   */
  readonly ran: "yes" | "no" | "unsure";
  /** The exit code, 128+n for signal n. */
  readonly code: number;
  /** Name of the ending signal when there was one. */
  readonly signal: string | undefined;
  /** Why nothing was let run after all. */
  readonly refusal?: Refusal;
  /** What was undone behind the command, for the person to know. */
  readonly undone?: readonly UndoneName[];
}

/** A started command. */
export interface Running {
  /** Process id of the sandbox program, or of the command itself when unconfined. */
  readonly pid: number;
  /** Present unless the output is inherited. */
  readonly stdout: ReadableStream<Uint8Array> | undefined;
  /** Present when a second pipe is read: for separate output, and for merged output of an unconfined command. */
  readonly stderr: ReadableStream<Uint8Array> | undefined;
  /** Resolves when the command, and in a sandbox everything it left behind, is gone. */
  readonly ended: Promise<Ending>;
  /** Delivers a signal that we received, once, to the command. */
  forward(signal: ForwardedSignal): void;
  /** SIGTERM to every process of the command. */
  terminate(): void;
  /** SIGKILL to every process of the command. */
  kill(): void;
}

/** Starts one program, or refuses. */
export type Launch = (spec: LaunchSpec, options: LaunchOptions) => Result<Running>;
