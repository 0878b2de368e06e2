/**
 * The command line that starts a sandbox program with its plan on extra descriptors and without the
 * caller's.
 * @module
 */
import type { Limits } from "../core/limits.ts";
import type { Environment, LaunchSpec } from "../core/plan.ts";
import { encodeFilter } from "../core/seccomp/assemble.ts";
import closeDescriptors from "./close_descriptors.sh" with { type: "text" };
import { writePrivate } from "./private_directory.ts";

/** What the runtime starts. */
export interface StartCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** The environment of the started program, not of the command in the sandbox. */
  readonly env: Environment;
}

/** What surrounds the start of a sandbox program. */
export interface StartContext {
  /** A private folder; the files written there may be removed once the program has read them. */
  readonly directory: string;
  /** One pipe for both output streams, so that their order is kept. */
  readonly merged: boolean;
  /** What the sandbox waits at, once it is set up, until its processes are limited. */
  readonly gate?: string | undefined;
}

/** What the shell opens, and becomes. */
interface ShellStart {
  /** The folder that lists a process's own descriptors. */
  readonly descriptors: string;
  /** Files for descriptors 3, 4, 5 and 6. */
  readonly status?: string;
  readonly plan?: string;
  readonly filter?: string;
  readonly gate?: string;
  readonly limits?: Limits;
  readonly argv: readonly string[];
}

const KIB = 1024;
const SECOND_MS = 1000;

/** Name of the file bubblewrap writes its status to, in the private folder. */
export const STATUS_FILE = "status";

/**
 * Starts bubblewrap: status on descriptor 3, plan on descriptor 4, system-call filter on descriptor 5, a gate to wait
 * at on descriptor 6.
 *
 * Neither the shell nor bubblewrap gets the command's environment: it could load code into them
 * (`LD_PRELOAD`, `PS4`) outside the sandbox, and would stay readable in `/proc/1/environ` inside. The
 * variables travel at the head of the plan, which alone makes them the command's.
 */
export function bubblewrapCommand(spec: LaunchSpec, context: StartContext): StartCommand {
  const variables = Object.entries(spec.env).flatMap((entry) => ["--setenv", ...entry]);
  const items = ["--clearenv", ...variables, ...spec.hiddenArgs];
  const text = items.map((item) => `${item}\0`).join("");
  const { directory, gate } = context;
  const plan = writePrivate(directory, { name: "plan", content: text });
  const filter = spec.filter === undefined
    ? undefined
    : writePrivate(directory, { name: "filter", content: encodeFilter(spec.filter) });
  return throughShell(context, {
    descriptors: "/proc/self/fd",
    status: `${directory}/${STATUS_FILE}`,
    plan,
    ...(filter === undefined ? {} : { filter }),
    ...(gate === undefined ? {} : { gate }),
    ...(spec.limits && { limits: spec.limits }),
    argv: [
      ...[spec.program, "--json-status-fd", "3", "--args", "4"],
      ...(filter === undefined ? [] : ["--seccomp", "5"]),
      ...(gate === undefined ? [] : ["--block-fd", "6"]),
      ...spec.args,
    ],
  });
}

/**
 * Starts sandbox-exec with the profile in a file, since a long one exceeds the argument limit.
 *
 * `env -i` gives the command its environment after the shell, which would otherwise obey it.
 */
export function seatbeltCommand(spec: LaunchSpec, context: StartContext): StartCommand {
  const profile = writePrivate(context.directory, {
    name: "profile",
    content: spec.profile ?? "",
  });
  const variables = Object.entries(spec.env).map(([name, value]) => `${name}=${value}`);
  const parameters = Object.entries(spec.parameters ?? {}).flatMap(
    ([name, value]) => ["-D", `${name}=${value}`],
  );
  return throughShell(context, {
    descriptors: "/dev/fd",
    argv: [
      ...["/usr/bin/env", "-i", ...variables],
      ...[spec.program, "-f", profile, ...parameters, ...spec.args],
    ],
  });
}

/** Starts a program of our own with descriptors 0 to 2 and no others. */
export function cleanCommand(argv: readonly string[]): StartCommand {
  return throughShell({ directory: "", merged: false }, { descriptors: "/dev/fd", argv });
}

/**
 * Wraps a program into a shell that only rearranges descriptors and then becomes the program: the
 * runtime can neither pass extra descriptors to a child nor keep inherited ones from it.
 */
function throughShell(context: StartContext, start: ShellStart): StartCommand {
  const { descriptors, status, plan, filter, gate, limits = {} } = start;
  const files = [status, plan, filter, gate].map((file) => file ?? "");
  const { memory, cpu_time } = limits;
  const amounts = [
    memory === undefined ? "" : Math.floor(memory / KIB),
    cpu_time === undefined ? "" : cpu_time / SECOND_MS,
  ];
  const settings = [descriptors, context.merged ? "yes" : "no", ...files, ...amounts.map(String)];
  const args = ["-c", closeDescriptors, "sh", closeDescriptors, ...settings, ...start.argv];
  return { program: "/bin/sh", args, env: {} };
}
