/**
 * The flags that several subcommands share: what a request may say on the command line.
 * @module
 */

/** The value of a flag, taken as it is. */
export const text = (value: string): string => value;

/** A switch, off unless it is given. */
export const off = { kind: "boolean", default: false, withNegated: false } as const;

/** Values of the limit flags after parsing. */
export interface LimitFlags {
  readonly memory?: string;
  readonly pids?: string;
  readonly cpuTime?: string;
  readonly outputLimit?: string;
}

/** Declarations of the limit flags. */
const LIMIT_FLAGS = {
  memory: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The memory of each process, such as 512M or 2G",
    placeholder: "SIZE",
  },
  pids: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The number of processes and threads at once",
    placeholder: "N",
  },
  cpuTime: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The processor time of each process, in whole seconds, such as 60s or 5m",
    placeholder: "TIME",
  },
  outputLimit: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief:
      "What may be written to stdout and stderr together, such as 10M; then all of it is ended",
    placeholder: "SIZE",
  },
} as const;

/** Values of the request flags after parsing. */
export interface RequestFlags extends LimitFlags {
  readonly argvJson?: string;
  readonly request?: string;
  readonly writePath?: readonly string[];
  readonly network: boolean;
  readonly sandbox: boolean;
  readonly cwd?: string;
  readonly session?: string;
  readonly mode?: "safe" | "auto" | "allow-all";
  readonly tool?: string;
  readonly timeout?: string;
  readonly env?: readonly string[];
  readonly json: boolean;
  readonly quiet: boolean;
}

/** Declarations of the request flags. */
export const REQUEST_FLAGS = {
  argvJson: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The argv as a JSON array of strings",
    placeholder: "JSON",
  },
  request: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "One JSON request from a file, or - for standard input",
    placeholder: "FILE",
  },
  writePath: {
    kind: "parsed",
    parse: text,
    optional: true,
    variadic: true,
    brief: "A further place to write; repeatable",
    placeholder: "PATH",
  },
  network: { ...off, brief: "Allow the network" },
  sandbox: {
    kind: "boolean",
    default: true,
    brief: "--no-sandbox runs unconfined, after the system password",
  },
  cwd: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The directory to start in",
    placeholder: "DIR",
  },
  session: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "A named session",
    placeholder: "NAME",
  },
  mode: {
    kind: "enum",
    values: ["safe", "auto", "allow-all"],
    optional: true,
    brief: "How much is asked",
  },
  tool: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The tool whose time limit counts",
    placeholder: "NAME",
  },
  timeout: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "A shorter time limit, such as 90s or 15m",
    placeholder: "TIME",
  },
  ...LIMIT_FLAGS,
  env: {
    kind: "parsed",
    parse: text,
    optional: true,
    variadic: true,
    brief: "Pass a scrubbed variable on, or set one; repeatable",
    placeholder: "NAME[=VALUE]",
  },
  json: { ...off, brief: "One JSON object on stdout" },
  quiet: { ...off, brief: "No words of execguard's own" },
} as const;

/** Declarations of the flags about asking. */
export const ASKING_FLAGS = {
  wait: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "Wait so long for execguard approve ID, up to 5m, instead of ending",
    placeholder: "TIME",
  },
  passwordFd: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "Read the system password from this descriptor, 3 to 9",
    placeholder: "N",
  },
} as const;

/** One-letter forms. */
export const REQUEST_ALIASES = { q: "quiet" } as const;
