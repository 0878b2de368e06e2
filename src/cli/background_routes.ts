/**
 * `execguard background` and its flags.
 * @module
 */
import { buildCommand, buildRouteMap } from "@stricli/core";
import { CONFINE_FLAGS } from "./confine_request.ts";
import { ASKING_FLAGS, REQUEST_ALIASES, REQUEST_FLAGS, text } from "./flags.ts";

const { session, json, quiet } = REQUEST_FLAGS;
const COMMON_FLAGS = { json, quiet } as const;

/** Flags of `background start`. */
export const START_FLAGS = {
  ...REQUEST_FLAGS,
  ...CONFINE_FLAGS,
  ...ASKING_FLAGS,
  timeoutMin: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "A shorter time limit in minutes, 1 to 60",
    placeholder: "N",
  },
  keyword: {
    kind: "parsed",
    parse: text,
    optional: true,
    variadic: true,
    brief: "A word in the output that raises a hit, instead of the usual ones; repeatable",
    placeholder: "WORD",
  },
  objective: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "What the task is for; told again at the end of its group",
    placeholder: "TEXT",
  },
  next: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "What comes after it; told again at the end of its group",
    placeholder: "TEXT",
  },
  group: {
    kind: "parsed",
    parse: text,
    optional: true,
    brief: "The tasks it belongs to",
    placeholder: "NAME",
  },
  kind: {
    kind: "enum",
    values: ["command", "subagent"],
    default: "command",
    brief: "A subagent has 30 minutes at most",
  },
} as const;

const start = () =>
  buildCommand({
    loader: async () => (await import("./commands/background_start.ts")).start,
    parameters: { flags: START_FLAGS, aliases: REQUEST_ALIASES },
    docs: {
      brief: "Judge an argv and start it in the background",
      customUsage: ["[flags] -- ARGV..."],
    },
  });

const list = () =>
  buildCommand({
    loader: async () => (await import("./commands/background.ts")).list,
    parameters: { flags: { session, ...COMMON_FLAGS }, aliases: REQUEST_ALIASES },
    docs: { brief: "List the tasks of a session" },
  });

const show = () =>
  buildCommand({
    loader: async () => (await import("./commands/background.ts")).show,
    parameters: { flags: COMMON_FLAGS, aliases: REQUEST_ALIASES, positional: oneTask(false) },
    docs: { brief: "Show a task and, once it has ended, its report" },
  });

const logs = () =>
  buildCommand({
    loader: async () => (await import("./commands/background.ts")).logs,
    parameters: { flags: { quiet }, aliases: REQUEST_ALIASES, positional: oneTask(false) },
    docs: { brief: "Print the output so far, or what the report keeps of it" },
  });

const watch = () =>
  buildCommand({
    loader: async () => (await import("./commands/background_watch.ts")).watch,
    parameters: {
      flags: { session, ...COMMON_FLAGS },
      aliases: REQUEST_ALIASES,
      positional: oneTask(true),
    },
    docs: {
      brief: "Follow a task, or all of a session: events as JSON, a live view on a terminal",
    },
  });

const wait = () =>
  buildCommand({
    loader: async () => (await import("./commands/background.ts")).wait,
    parameters: { flags: COMMON_FLAGS, aliases: REQUEST_ALIASES, positional: tasks(1) },
    docs: { brief: "Wait for tasks to end; exits as the first that failed" },
  });

const stop = () =>
  buildCommand({
    loader: async () => (await import("./commands/background.ts")).stop,
    parameters: {
      flags: { session, group: START_FLAGS.group, ...COMMON_FLAGS },
      aliases: REQUEST_ALIASES,
      positional: tasks(0),
    },
    docs: { brief: "Stop tasks, or with --group all of a group" },
  });

/** Started by `start`, told everything on standard input. */
const supervise = () =>
  buildCommand({
    loader: async () => (await import("./commands/background_supervise.ts")).supervise,
    parameters: {},
    docs: { brief: "Supervise one task" },
  });

/** The subcommands of `background`. */
export const backgroundRoutes = () =>
  buildRouteMap({
    routes: {
      start: start(),
      list: list(),
      show: show(),
      logs: logs(),
      watch: watch(),
      wait: wait(),
      stop: stop(),
      supervise: supervise(),
    },
    docs: { brief: "Commands that run on by themselves", hideRoute: { supervise: true } },
  });

function oneTask<O extends boolean>(optional: O) {
  return {
    kind: "tuple",
    parameters: [{ brief: "A task", parse: text, optional, placeholder: "ID" }],
  } as const;
}

function tasks(minimum: number) {
  return {
    kind: "array",
    parameter: { brief: "A task", parse: text, placeholder: "ID" },
    minimum,
  } as const;
}
