/**
 * The plain confinement of the team profile: one argv that starts another with few places to write.
 * @module
 */
import { absolutePath, isInside } from "../core/paths.ts";
import type { SystemName } from "./mod.ts";

/** What is to be started for a member of a team. */
export interface TeamCommand {
  /** The team's home; `protected` in it is never written. */
  readonly home: string;
  /** Below home: then only it is writable. Else home is. */
  readonly teamDir: string;
  /** The program and its arguments. */
  readonly argv: readonly string[];
}

/** The sandbox of this machine. */
export interface SandboxProgram {
  readonly system: SystemName;
  /** Absolute path of the program. */
  readonly program: string;
}

/** The profile for sandbox-exec; paths are parameters, so none can add a rule. */
const PROFILE = [
  "(version 1)",
  "(allow default)",
  "(deny file-write*)",
  '(allow file-write* (subpath "/dev") (subpath "/private/tmp") (subpath "/private/var/folders"))',
  '(deny file-write* (subpath (param "HOME")))',
  '(allow file-write* (subpath (param "WRITABLE")))',
  '(deny file-write* (subpath (param "PROTECTED")))',
].join("\n");

/**
 * The argv to start. Only writing is confined: reading and the network stay open, which is why `run`
 * never uses it. Without a home or a sandbox the argv stays as it is. Source: spec.md, section 13.
 *
 * @example
 * ```ts
 * import { wrapArgv } from "./wrap_argv.ts";
 * wrapArgv({ home: "", teamDir: "", argv: ["ls"] }, undefined); // ["ls"]
 * ```
 */
export function wrapArgv(
  command: TeamCommand,
  sandbox: SandboxProgram | undefined,
): readonly string[] {
  if (command.home === "" || sandbox === undefined) return command.argv;
  const home = absolutePath(command.home, "/");
  const team = command.teamDir === "" ? home : absolutePath(command.teamDir, "/");
  const writable = isInside(team, home) ? team : home;
  const fixed = `${home}/protected`;
  switch (sandbox.system) {
    case "linux":
      return [
        sandbox.program,
        ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"],
        ...["--ro-bind", home, home, "--bind", writable, writable],
        ...["--ro-bind-try", fixed, fixed],
        ...["--unshare-pid", "--new-session", "--die-with-parent", "--"],
        ...command.argv,
      ];
    case "darwin":
      return [
        sandbox.program,
        ...["-p", PROFILE, "-D", `HOME=${home}`, "-D", `WRITABLE=${writable}`],
        ...["-D", `PROTECTED=${fixed}`],
        ...command.argv,
      ];
  }
}
