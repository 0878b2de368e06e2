/**
 * `execguard completions`: what makes a shell complete our words.
 * @module
 */
import { ARGV_COMMANDS, buildApplicationFor } from "../application.ts";
import { bashCompletions } from "../completions_bash.ts";
import { fishCompletions } from "../completions_fish.ts";
import { zshCompletions } from "../completions_zsh.ts";
import { type CommandTable, commandTable } from "../command_table.ts";
import type { CliContext } from "../context.ts";
import { print } from "../report.ts";

/** Shells that can be taught. */
export type Shell = "bash" | "zsh" | "fish";

const WRITERS: Readonly<Record<Shell, (table: CommandTable) => string>> = {
  bash: bashCompletions,
  zsh: zshCompletions,
  fish: fishCompletions,
};

/** Prints the script of one shell. */
export function completions(this: CliContext, _flags: object, shell: Shell): void {
  const text = WRITERS[shell](commandTable(buildApplicationFor(), ARGV_COMMANDS));
  this.exit(print(this.system, { text, code: 0 }));
}
