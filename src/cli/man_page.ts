/**
 * The man page, made from the same table as the help.
 * @module
 */
import { EXIT } from "../core/codes.ts";
import { ARGV_COMMANDS, buildApplicationFor } from "./application.ts";
import { type CommandEntry, commandTable, type FlagEntry } from "./command_table.ts";

/** Source: contract.md, section 3. */
const EXIT_STATUS: readonly (readonly [code: string, meaning: string])[] = [
  ["0..255", "The command ran: its own code; 128+n when signal n ended it."],
  [`${EXIT.invalid}`, "The request, a flag or the config is invalid."],
  [`${EXIT.denied}`, "Refused by policy."],
  [`${EXIT.approval}`, "Needs an approval nobody gave."],
  [`${EXIT.password}`, "Needs the system password; none was given, or a wrong one."],
  [`${EXIT.timedOut}`, "Timed out, or wrote too much; the whole process tree was ended."],
  [`${EXIT.unavailable}`, "No sandbox on this machine, or an internal fault."],
  [`${EXIT.notExecutable}, ${EXIT.notFound}`, "Found but not executable, or not installed."],
];

const ENVIRONMENT: readonly (readonly [name: string, meaning: string])[] = [
  ["EXECGUARD_MODE", "As --mode; safe, auto or allow-all."],
  ["EXECGUARD_SESSION", "As --session."],
  ["XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_CACHE_HOME", "Where execguard's own files are."],
  ["NO_COLOR, FORCE_COLOR", "Never colours, or always; else only on a terminal."],
];

const FILES: readonly (readonly [path: string, meaning: string])[] = [
  [
    "~/.config/execguard/config.jsonc",
    "The user's config; `execguard schema config` describes it.",
  ],
  ["~/.local/state/execguard/", "Approvals, rules, background tasks and the audit log."],
  ["~/.cache/execguard/", "What an executable unpacks at its first start."],
];

/** The text for `man/execguard.1`. */
export function manPage(version: string): string {
  const { commands } = commandTable(buildApplicationFor(), ARGV_COMMANDS);
  return [
    `.TH EXECGUARD 1 "" "execguard ${escapeText(version)}" ""`,
    ".SH NAME",
    "execguard \\- decide whether a command may run, and run it confined",
    ".SH SYNOPSIS",
    ...commands.flatMap((command) => [usageLine(command), ".br"]).slice(0, -1),
    ".SH DESCRIPTION",
    ...paragraphs([
      "execguard stands in front of a command. It takes an argv, never a command line to split, " +
      "decides whether it may run, and starts it inside bubblewrap (Linux) or sandbox-exec (macOS): " +
      "network off, credentials hidden, writes fenced.",
      "A decision is one of four: read_only runs; confirm wants a yes in the mode safe; password " +
      "wants the system password in every mode; deny never runs.",
      "Everything after -- is the argv. Without it, the first word that is no flag starts the argv.",
    ]),
    ".SH COMMANDS",
    ...commands.flatMap(commandSection),
    ".SH EXIT STATUS",
    ...EXIT_STATUS.flatMap(([code, meaning]) => item(code, meaning)),
    ...paragraphs([
      "A command may exit with any of these itself; the status of the JSON outcome is the truth.",
    ]),
    ".SH ENVIRONMENT",
    ...ENVIRONMENT.flatMap(([name, meaning]) => item(name, meaning)),
    ".SH FILES",
    ...FILES.flatMap(([path, meaning]) => item(path, meaning)),
    ".SH SEE ALSO",
    "bwrap(1), sandbox-exec(1), timeout(1)",
    "",
  ].join("\n");
}

function commandSection(command: CommandEntry): readonly string[] {
  return [
    `.SS "execguard ${escapeText(command.path.join(" "))}"`,
    `${escapeText(command.brief)}.`,
    ...command.flags.flatMap((flag) => item(flagSpelling(flag), `${flag.brief}.`)),
  ];
}

function usageLine({ path, flags, operands, takesArgv }: CommandEntry): string {
  const words = operands.map(({ placeholder, isOptional, isRepeatable }) => {
    const word = isRepeatable ? `${placeholder}...` : placeholder;
    return isOptional ? `[${word}]` : word;
  });
  const parts = [
    ...(flags.length === 0 ? [] : ["[flags]"]),
    ...words,
    ...(takesArgv ? ["-- ARGV..."] : []),
  ];
  return `\\fBexecguard ${escapeText(path.join(" "))}\\fR ${escapeText(parts.join(" "))}`.trimEnd();
}

function flagSpelling({ name, short, value }: FlagEntry): string {
  const names = short === undefined ? name : `${short}, ${name}`;
  return value === undefined ? names : `${names} ${value}`;
}

function item(term: string, text: string): readonly string[] {
  return [".TP", `\\fB${escapeText(term)}\\fR`, escapeText(text)];
}

function paragraphs(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => [".PP", escapeText(text)]);
}

/** Text for roff: a backslash, a dash of an option and a leading dot or quote would mean something. */
function escapeText(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("~", "\\(ti")
    .replaceAll("`", "\\(ga")
    .replace(/^['.]/, "\\&$&");
}
