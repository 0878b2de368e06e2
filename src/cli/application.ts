/**
 * The subcommands and their flags: the one table behind parsing, help and completions.
 * @module
 */
import {
  type Application,
  buildApplication,
  buildCommand,
  buildRouteMap,
  type Command,
  type RouteMap,
} from "@stricli/core";
import { approveRoutes } from "./approve_routes.ts";
import { backgroundRoutes, START_FLAGS } from "./background_routes.ts";
import { CONFINE_FLAGS } from "./confine_request.ts";
import type { CliContext } from "./context.ts";
import { ASKING_FLAGS, off, REQUEST_ALIASES, REQUEST_FLAGS, text } from "./flags.ts";
import { fsRoutes } from "./fs_routes.ts";
import { completions, schema } from "./print_routes.ts";

const RUN_FLAGS = {
  ...REQUEST_FLAGS,
  ...CONFINE_FLAGS,
  stdin: {
    kind: "boolean",
    default: true,
    brief: "--no-stdin gives the command no standard input",
  },
  ...ASKING_FLAGS,
  lock: {
    kind: "boolean",
    default: true,
    brief: "--no-lock takes no turn with other commands of named sessions here",
  },
  dryRun: { ...off, brief: "Judge and show the sandbox, run nothing" },
  platform: {
    kind: "enum",
    values: ["linux", "darwin"],
    optional: true,
    brief: "The system whose sandbox --dry-run shows",
  },
  statusFile: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "Write the outcome as JSON to a file",
    placeholder: "PATH",
  },
  statusFd: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "Write the outcome as JSON to a descriptor",
    placeholder: "N",
  },
} as const;

const CHECK_FLAGS = {
  ...REQUEST_FLAGS,
  explain: { ...off, brief: "Show every command found and what spoke about it" },
  atMost: {
    kind: "enum",
    values: ["read_only", "confirm", "password"],
    default: "read_only",
    brief: "The strictest decision that still exits 0",
  },
  stdin: { ...off, brief: "One JSON request a line in, one verdict a line out" },
  list: { ...off, brief: "Print the whole policy in force" },
  test: { ...off, brief: "Run the examples of every rule" },
} as const;

const run = () =>
  buildCommand({
    loader: async () => (await import("./commands/run.ts")).run,
    parameters: { flags: RUN_FLAGS, aliases: REQUEST_ALIASES },
    docs: { brief: "Judge an argv and run it in the sandbox", customUsage: ["[flags] -- ARGV..."] },
  });

const allowlistCheck = () =>
  buildCommand({
    loader: async () => (await import("./commands/allowlist_check.ts")).allowlistCheck,
    parameters: { flags: CHECK_FLAGS, aliases: REQUEST_ALIASES },
    docs: {
      brief: "Judge an argv; never runs, asks or writes",
      customUsage: ["[flags] -- ARGV..."],
    },
  });

const doctor = () =>
  buildCommand({
    loader: async () => (await import("./commands/doctor.ts")).doctor,
    parameters: { flags: { json: { ...off, brief: "One JSON object on stdout" } } },
    docs: { brief: "Check whether this machine can confine a command" },
  });

const version = () =>
  buildCommand({
    loader: async () => (await import("./commands/version.ts")).version,
    parameters: {},
    docs: { brief: "Print the version" },
  });

const help = () =>
  buildCommand({
    loader: async () => (await import("./commands/help.ts")).help,
    parameters: {
      positional: {
        kind: "array",
        parameter: { brief: "A subcommand's words, or codes", parse: text, placeholder: "COMMAND" },
      },
    },
    docs: { brief: "Explain a subcommand, or list every code", customUsage: ["[COMMAND...]"] },
  });

/** Subcommands that take an argv after their flags. */
export const ARGV_COMMANDS: ReadonlySet<string> = new Set([
  "run",
  "allowlist-check",
  "background start",
]);

/** Their flags that take the next word, by public name. */
export const VALUED_FLAGS: ReadonlySet<string> = new Set(
  Object.entries({ ...RUN_FLAGS, ...CHECK_FLAGS, ...START_FLAGS })
    .filter(([, flag]) => flag.kind !== "boolean")
    .map(([name]) => `--${kebab(name)}`),
);

/** The subcommands, each built when it is called for: a start pays a millisecond for all of them. */
const ROUTES: Readonly<Record<string, () => Command<CliContext> | RouteMap<CliContext>>> = {
  run,
  background: backgroundRoutes,
  approve: approveRoutes,
  allowlistCheck,
  fs: fsRoutes,
  doctor,
  schema,
  completions,
  version,
  help,
};

/** The application: all of it, or the part that a command line needs which begins with this word. */
export function buildApplicationFor(word?: string): Application<CliContext> {
  const entries = Object.entries(ROUTES);
  const named = entries.filter(([name]) => kebab(name) === word);
  const routes = (named.length > 0 ? named : entries).map(([name, build]) => [name, build()]);
  return buildApplication<CliContext>(
    buildRouteMap<string, CliContext>({
      routes: Object.fromEntries(routes),
      docs: { brief: "Decide whether a command may run, and run it confined" },
    }),
    {
      name: "execguard",
      // A file name may start with a dash: `fs write -- -x`.
      scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
      documentation: { caseStyle: "convert-camel-to-kebab", disableAnsiColor: true },
    },
  );
}

/** `atMost` as it is written on a command line: `at-most`. */
function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
