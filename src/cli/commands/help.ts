/**
 * `execguard help`: a subcommand's flags, or every code.
 * @module
 */
import {
  type Application,
  type CommandContext,
  generateHelpTextForAllCommands,
} from "@stricli/core";
import { CODES, exitCodeOf } from "../../core/codes.ts";
import { buildApplicationFor } from "../application.ts";
import type { CliContext } from "../context.ts";
import { print, sayRefusal } from "../report.ts";

/**
 * Prints the help of a subcommand, the code table for `codes`, or the overview. `words` may be those of
 * a nested one (`background start`), or of a group (`approve rule`), which shows all in it.
 */
export function help(this: CliContext, _flags: object, ...words: readonly string[]): void {
  const topic = words.join(" ");
  const text = topic === "codes" ? codeTable() : commandHelp(topic);
  if (text === undefined) {
    const problem = `no help on ${JSON.stringify(topic)}; execguard help lists the subcommands`;
    this.exit(
      sayRefusal(this.system, {
        refusal: { code: "request-bad-flag", data: { problem } },
        quiet: false,
      }),
    );
    return;
  }
  this.exit(print(this.system, { text: `${text}\n`, code: 0 }));
}

function commandHelp(topic: string): string | undefined {
  // Help runs no command, so the richer context of ours does not matter to it.
  const all = generateHelpTextForAllCommands(
    buildApplicationFor() as unknown as Application<CommandContext>,
  );
  if (topic !== "") {
    const name = `execguard ${topic}`;
    const found = all.filter(([route]) => route === name || route.startsWith(`${name} `));
    return found.length === 0 ? undefined : found.map(([, text]) => text.trimEnd()).join("\n\n");
  }
  const lines = all.map(([route, text]) => `  ${route.padEnd(30)} ${briefOf(text)}`);
  return [
    "execguard decides whether a command may run, and runs it confined.",
    "",
    ...lines,
    "",
    "execguard help COMMAND shows the flags; execguard help codes lists every code",
  ].join("\n");
}

/** The line between usage and flags. */
function briefOf(text: string): string {
  return text.split("\n\n")[1]?.trim().split("\n")[0] ?? "";
}

function codeTable(): string {
  return Object.entries(CODES).map(([code, entry]) => {
    const exit = exitCodeOf({ code: code as keyof typeof CODES });
    return `${code.padEnd(26)} ${String(exit === 0 ? "-" : exit).padStart(3)}  ${entry.message}`;
  }).join("\n");
}
