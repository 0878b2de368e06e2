/**
 * The command line that starts a sandbox program with its plan on extra descriptors and without the
 * caller's.
 * @module
 */
import type { Environment, LaunchSpec } from "../core/plan.ts";
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
  /** Descriptors of the caller that must not reach the command. */
  readonly leaked: readonly number[];
  /** One pipe for both output streams, so that their order is kept. */
  readonly merged: boolean;
}

/** Name of the file bubblewrap writes its status to, in the private folder. */
export const STATUS_FILE = "status";

/**
 * Starts bubblewrap: status on descriptor 3, plan on descriptor 4.
 *
 * Neither the shell nor bubblewrap gets the command's environment: it could load code into them
 * (`LD_PRELOAD`, `PS4`) outside the sandbox, and would stay readable in `/proc/1/environ` inside. The
 * variables travel at the head of the plan, which alone makes them the command's.
 */
export function bubblewrapCommand(spec: LaunchSpec, context: StartContext): StartCommand {
  const environment = Object.entries(spec.env).flatMap((
    [name, value],
  ) => ["--setenv", name, value]);
  const plan = writePrivate(context.directory, {
    name: "plan",
    text: ["--clearenv", ...environment, ...spec.hiddenArgs].map((item) => `${item}\0`).join(""),
  });
  const opened = ['3>"$1"', '4<"$2"'];
  return throughShell(context, {
    opened,
    args: [
      `${context.directory}/${STATUS_FILE}`,
      plan,
      ...[spec.program, "--json-status-fd", "3", "--args", "4", ...spec.args],
    ],
  });
}

/**
 * Starts sandbox-exec with the profile in a file, since a long one exceeds the argument limit.
 *
 * `env -i` gives the command its environment after the shell, which would otherwise obey it.
 */
export function seatbeltCommand(spec: LaunchSpec, context: StartContext): StartCommand {
  const profile = writePrivate(context.directory, { name: "profile", text: spec.profile ?? "" });
  const variables = Object.entries(spec.env).map(([name, value]) => `${name}=${value}`);
  const parameters = Object.entries(spec.parameters ?? {}).flatMap(
    ([name, value]) => ["-D", `${name}=${value}`],
  );
  return throughShell(context, {
    opened: [],
    args: [
      ...["/usr/bin/env", "-i", ...variables],
      ...[spec.program, "-f", profile, ...parameters, ...spec.args],
    ],
  });
}

/**
 * Wraps a program into a shell that only rearranges descriptors and then becomes the program: the
 * runtime can neither pass extra descriptors to a child nor close inherited ones.
 */
function throughShell(
  context: StartContext,
  start: { readonly opened: readonly string[]; readonly args: readonly string[] },
): StartCommand {
  const taken = start.opened.map((redirect) => Number(redirect[0]));
  const closed = context.leaked.filter((descriptor) => !taken.includes(descriptor));
  const redirects = [
    ...start.opened,
    ...closed.map((descriptor) => `${descriptor}>&-`),
    ...(context.merged ? ["2>&1"] : []),
  ];
  const script = `exec ${redirects.join(" ")}; shift ${start.opened.length}; exec "$@"`;
  const shell = closed.some((descriptor) => descriptor > 9) ? shellForLargeNumbers() : "/bin/sh";
  return { program: shell, args: ["-c", script, shell, ...start.args], env: {} };
}

/**
 * Dash knows descriptors of one digit only, and where it is `/bin/sh` bash is installed as well. Other
 * shells know all; one that does not fails to start the program, which is reported, never ignored.
 */
function shellForLargeNumbers(): string {
  return ["/bin/bash", "/usr/bin/bash"].find(isFile) ?? "/bin/sh";
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
