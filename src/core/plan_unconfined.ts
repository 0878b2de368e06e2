/**
 * What is started outside the sandbox, after the password.
 * @module
 */
import type { Permit } from "./permit.ts";
import type { Environment, LaunchSpec } from "./plan.ts";
import type { CommandRequest } from "./types.ts";

/** A start without a sandbox. */
export interface UnconfinedRequest {
  readonly permit: Permit;
  readonly request: CommandRequest;
  readonly env: Environment;
  /** The program behind the first word of the argv, absolute; for `sudo` the host knows better than PATH. */
  readonly program: string;
  /** A descriptor of the caller's that held the password and must not reach the command. */
  readonly closedFd: number | undefined;
}

/**
 * Where programs for root are looked for, by sudo where its policy sets nothing else (`secure_path`): a caller's
 * PATH may lead to what a command in the sandbox has left behind. Nobody but root writes here; on macOS that is
 * not true of /usr/local.
 */
export const ROOT_PATH: readonly string[] = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/** Closes one descriptor and becomes the command: the runtime hands all of the caller's on. */
const CLOSE = 'eval "exec $1<&-"; shift; exec "$@"';

/** Whether a request leaves the sandbox: by its flag, or because it raises privileges. */
export function leavesSandbox(request: Pick<CommandRequest, "argv" | "sandbox">): boolean {
  return !request.sandbox || request.argv[0] === "sudo";
}

/**
 * Plans a start with all rights of the user (`--no-sandbox`), or of root: `sudo -n BINARY ...`, which never asks.
 *
 * Throws for a permit that is not worth a password: the judge asks one for both. Source: spec.md, section 5.
 */
export function planUnconfined(by: UnconfinedRequest): LaunchSpec {
  const { request, permit, program, env, closedFd } = by;
  if (permit.verdict.decision !== "password") throw new Error("nothing leaves the sandbox unasked");
  const [name, ...words] = request.argv;
  const common = { hiddenArgs: [], cwd: request.cwd, env };
  // sudo closes descriptors itself.
  if (name === "sudo") {
    const root = { ...env, PATH: ROOT_PATH.join(":") };
    return { ...common, program, args: ["-n", ...words], env: root };
  }
  return closedFd === undefined ? { ...common, program, args: words } : {
    ...common,
    program: "/bin/sh",
    args: ["-c", CLOSE, "sh", `${closedFd}`, program, ...words],
  };
}

/** What a request asked for in vain; undefined when nothing. */
export function ignoredOutside(request: CommandRequest): string | undefined {
  const ignored = [
    ...(request.network ? ["--network"] : []),
    ...(request.writePaths.length > 0 ? ["--write-path"] : []),
  ];
  return ignored.length === 0 || !leavesSandbox(request)
    ? undefined
    : `It ran outside the sandbox, where ${ignored.join(" and ")} change nothing`;
}
