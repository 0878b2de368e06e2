/**
 * Everything the program asks of the machine, in one object that `main.ts` puts together; tests hand in their own.
 * What only some subcommands need is loaded when it is asked for, because start-up is paid on every call.
 * @module
 */
import type { TaskHost } from "../core/background/task_store.ts";
import type { Content, FileRules, GuardedFiles } from "../core/guarded_files.ts";
import type { ApprovalHost, AuditLog, Lock } from "../core/approval/ports.ts";
import type { SandboxFacts } from "../core/place_claims.ts";
import type { Confinement, Environment } from "../core/plan.ts";
import type { OwnPlaces, ParseScript, ProgramLookup, StatusTarget } from "../core/ports.ts";
import type { StartKind } from "../core/running.ts";
import type { Survey } from "../core/survey.ts";
import type { Result } from "../core/types.ts";
import type { Platform, SystemName } from "../platform/mod.ts";
import type { SecretHost } from "./masking.ts";
import type { SuperviseHost } from "./supervise.ts";
import type { OutputStreams } from "./supervise_sink.ts";
import type { TrashHost } from "./trash.ts";

/** The machine. */
export interface System {
  readonly args: readonly string[];
  readonly version: string;
  /** One variable of the caller's environment. */
  variable(name: string): string | undefined;
  /** Refusal `request-not-utf8` when an argument or variable could not be read exactly. */
  checkEncoding(): Result<true>;
  /** The directory execguard was started in, canonical. Refusal: `request-bad-cwd`. */
  startDirectory(): Result<string>;
  /** An existing directory, canonical. Refusal: `request-bad-cwd`. */
  canonicalDirectory(path: string): Result<string>;
  /** Canonical `$HOME`; undefined when it is not set. Refusal: `config-home` when it is unusable. */
  home(): Result<string | undefined>;
  ownPlaces(): OwnPlaces;
  /** The config's text; undefined when there is none. Refusal: `config-unreadable`. */
  readConfig(path: string): Result<string | undefined>;
  facts(home: string | undefined): SystemFacts;
  /** The text of a file, or of standard input for `-`. Refusal: `request-bad-value`. */
  readInput(path: string): Promise<Result<string>>;
  /** Lines of standard input, without their ends; memory is bounded by the longest line. */
  inputLines(): AsyncIterable<string>;
  /** Writes to stdout, whole. False when nobody reads any more or nothing more fits. */
  out(text: string): boolean;
  err(text: string): void;
  isTerminal(stream: "stdout" | "stderr"): boolean;
  /** How many characters fit into a line of the terminal; 80 without one. */
  terminalWidth(): number;
  /** Our own output, for what a command prints. */
  readonly output: OutputStreams;
  /** Writes the outcome for `--status-file` and `--status-fd`. Refusal: `request-bad-value`. */
  writeStatus(target: StatusTarget, text: string): Promise<Result<true>>;
  /** Standard input in pieces, as it comes. */
  inputPieces(): Content;
  loadParser(): Promise<ParseScript>;
  /** This system's sandbox, or for a dry run another's. */
  loadPlatform(name?: SystemName): Promise<Platform>;
  /** What `execguard doctor` judges. */
  survey(platform: Platform): Promise<Survey>;
  /** The guarded file operations, for rules. */
  loadFiles(): Promise<(rules: FileRules) => GuardedFiles>;
  /** Begins to load what a confined start needs, while something else is still done. */
  prefetchStart(): void;
  /** Starting and watching a command; one that raises privileges may be handed the system password. */
  loadSupervision(start: StartKind): Promise<SuperviseHost>;
  /** What is asked, stored and verified where a call needs a yes. */
  loadApproval(): Promise<ApprovalHost>;
  loadAuditLog(): Promise<AuditLog>;
  /** Waits for the turn of a work directory. Refusal: `approval-state`. */
  lockWorkDirectory(cwd: string): Promise<Result<Lock>>;
  /** The trash of this user, for what `rm` names. */
  loadTrash(platform: Platform, facts: SystemFacts): Promise<TrashHost>;
  /** All variables of this process, those of the launcher included. Refusal: `request-not-utf8`. */
  readEnvironment(): Result<Environment>;
  /** Background tasks. */
  loadTasks(): Promise<TaskHost>;
  /** What is read and remembered of secrets. */
  loadSecrets(): Promise<SecretHost>;
  /** The sandbox program and what one start needs beside it. Refusal: `sandbox-missing`. */
  confinement(platform: Platform): Result<Confinement>;
}

/** Answers about the machine that running needs beyond judging. */
export interface SystemFacts extends SandboxFacts {
  /** What a program name means: on PATH, or a path from `cwd` on. */
  lookUpProgram(name: string, cwd: string): ProgramLookup;
}
