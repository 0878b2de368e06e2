/**
 * What a subcommand is handed.
 * @module
 */
import type { CommandContext } from "@stricli/core";
import type { System } from "../guard/system.ts";

/** The context of every subcommand. */
export interface CliContext extends CommandContext {
  readonly system: System;
  /** The argv after the flags; undefined when there is none. */
  readonly argv: readonly string[] | undefined;
  /** Sets the exit code; the last call counts. */
  exit(code: number): void;
}
