/**
 * Everything the program asks of the machine, in one object that `main.ts` puts together; tests hand in their own.
 * What only some subcommands need is loaded when it is asked for, because start-up is paid on every call.
 * @module
 */
import type { Facts, ParseScript } from "../core/ports.ts";
import type { Result } from "../core/types.ts";
import type { Environment } from "../core/plan.ts";
import type { Platform } from "../platform/mod.ts";
import type { SuperviseHost } from "./supervise.ts";

/** A config file as it was found. */
export interface ConfigText {
  readonly path: string;
  readonly text: string;
}

/** Directories of execguard's own (contract, section 6). */
export interface OwnPlaces {
  readonly configFile: string;
  readonly directories: readonly string[];
}

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
  facts(home: string | undefined): Facts;
  /** The text of a file, or of standard input for `-`. Refusal: `request-bad-value`. */
  readInput(path: string): Promise<Result<string>>;
  /** Lines of standard input, without their ends; memory is bounded by the longest line. */
  inputLines(): AsyncIterable<string>;
  /** Writes to stdout, whole. False when nobody reads any more or nothing more fits. */
  out(text: string): boolean;
  err(text: string): void;
  isTerminal(stream: "stdout" | "stderr"): boolean;
  /** Writes the outcome to a file or descriptor for `--status-file` and `--status-fd`. */
  writeStatus(target: string, text: string): Result<true>;
  loadParser(): Promise<ParseScript>;
  loadPlatform(): Promise<Platform>;
  loadSupervision(): Promise<SuperviseHost>;
  /** The caller's environment, with what the launcher put aside put back. Refusal: `request-not-utf8`. */
  environment(): Result<Environment>;
}
