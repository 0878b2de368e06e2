/**
 * From the command line to the exit code.
 * @module
 */
import { run as runStricli } from "@stricli/core";
import { exitCodeOf, messageOf } from "../core/codes.ts";
import { escapeForDisplay } from "../core/display.ts";
import { refusedOutcome } from "../core/outcome.ts";
import type { Refusal } from "../core/types.ts";
import type { System } from "../guard/system.ts";
import { ARGV_COMMANDS, buildApplicationFor, VALUED_FLAGS } from "./application.ts";
import type { CliContext } from "./context.ts";
import { outcomeJson } from "./outcome_json.ts";
import { splitArgv } from "./split_argv.ts";

/**
 * Runs one command line and gives the exit code. Usage errors are refusals (`request-bad-flag`, exit 120) like all
 * others: words on stderr, or with `--json` the one object on stdout.
 */
export async function main(system: System): Promise<number> {
  const { words, argv } = splitLine(system.args);
  let code: number | undefined;
  const said: string[] = [];
  const process = {
    stdout: { write: (text: string) => void system.out(text) },
    stderr: { write: (text: string) => void said.push(text) },
    env: { STRICLI_SKIP_VERSION_CHECK: "1" },
    exitCode: undefined as number | string | null | undefined,
  };
  const context: CliContext = { process, system, argv, exit: (next) => void (code = next) };
  await runStricli(buildApplicationFor(words[0]), words, context);
  if (code !== undefined) return code;
  if (process.exitCode === undefined || process.exitCode === 0) return 0;
  const problem = said.join("").trim().replaceAll("\n", " ");
  // Negative codes are stricli's usage errors; anything else is a fault of ours.
  const usage = Number(process.exitCode) < -3;
  return refuse(system, {
    words,
    refusal: { code: usage ? "request-bad-flag" : "internal", data: { problem } },
  });
}

function splitLine(
  args: readonly string[],
): { readonly words: readonly string[]; readonly argv: readonly string[] | undefined } {
  const [command = "help", ...rest] = args;
  if (command === "--version") return { words: ["version"], argv: undefined };
  if (command === "-h") return { words: ["--help"], argv: undefined };
  const length = [1, 2].find((count) => ARGV_COMMANDS.has(args.slice(0, count).join(" ")));
  if (length === undefined) return { words: [command, ...rest], argv: undefined };
  const { own, argv } = splitArgv(args.slice(length), VALUED_FLAGS);
  return { words: [...args.slice(0, length), ...own], argv };
}

function refuse(
  system: System,
  by: { readonly words: readonly string[]; readonly refusal: Refusal },
): number {
  const hint = `try: execguard help ${by.words[0] ?? ""}`.trim();
  if (by.words.includes("--json")) {
    system.out(`${JSON.stringify(outcomeJson(refusedOutcome(by.refusal)))}\n`);
  } else if (!by.words.includes("--quiet") && !by.words.includes("-q")) {
    system.err(`execguard: ${escapeForDisplay(messageOf(by.refusal))}\nexecguard: ${hint}\n`);
  }
  return exitCodeOf(by.refusal);
}
