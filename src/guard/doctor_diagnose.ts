/**
 * Why the sandbox did not start, told from what its program said and from the machine: one cause, one cure.
 * @module
 */
import { escapeForDisplay } from "../core/display.ts";
import type { Machine } from "../core/machine.ts";
import type { Refusal } from "../core/types.ts";

/** Names of process 1 inside a sandbox: the programs that are known to start one. */
const SANDBOX_PROGRAMS: readonly string[] = ["bwrap", "firejail", "nsjail"];

/** One way to fail: what is said, what must hold besides, and the answer. */
interface Cause {
  readonly said: RegExp;
  readonly when?: (machine: Machine) => boolean;
  readonly refusal: (match: RegExpExecArray, machine: Machine) => Refusal;
}

/**
 * Every known cause, first match wins. The texts are those of bubblewrap 0.8 to 0.12, dash and
 * sandbox-exec; all but AppArmor's, Debian's sysctl's and macOS's were reproduced.
 */
const CAUSES: readonly Cause[] = [
  {
    said: /bwrap: execvp (.+): Argument list too long/,
    refusal: () => ({
      code: "request-bad-value",
      data: {
        key: "argv",
        problem: "argv and environment together are longer than this system allows",
      },
    }),
  },
  {
    said: /(?:bwrap: execvp|sandbox-exec: execvp\(\) of) '?(.+?)'?(?: failed)?: (.+)/,
    refusal: (match) => notExecutableInside(match[1] ?? ""),
  },
  {
    said: /exec: (\d+): not found/,
    refusal: (match) =>
      failed(
        `descriptor ${match[1]} was left open by the caller and cannot be closed without bash`,
        `install bash, or close it where execguard is started: ${match[1]}>&-`,
      ),
  },
  {
    said: /Unknown option (--\S+)/,
    refusal: (match) =>
      failed(`this bubblewrap does not know ${match[1]}`, "upgrade bubblewrap to 0.8 or later"),
  },
  {
    said: /sandbox_apply: Operation not permitted/,
    refusal: () => nested("run execguard outside of it"),
  },
  {
    said: /ENOSPC|setting up uid map|No permissions to create/,
    when: isNested,
    refusal: (_, machine) => refuseNested(machine),
  },
  {
    said: /ENOSPC/,
    when: (machine) => usedUpLimit(machine) !== undefined,
    refusal: (_, machine) => ({
      code: "sandbox-userns",
      data: {
        cure: `raise the limit: sudo sysctl -w user.max_${usedUpLimit(machine)}_namespaces=15000`,
      },
    }),
  },
  {
    said: /ENOSPC/,
    refusal: () => nested("run execguard outside of it, or raise its limit of nested namespaces"),
  },
  {
    said: /uid map|gid map|loopback|namespace|Permission denied|Operation not permitted/,
    when: (machine) => machine.apparmorRestricts && machine.uid !== 0,
    refusal: () => ({
      code: "sandbox-apparmor",
      data: {
        cure:
          "allow it for bubblewrap with an AppArmor profile that grants userns to /usr/bin/bwrap",
      },
    }),
  },
  {
    said: /setting up uid map: Operation not permitted/,
    when: (machine) => machine.uid === 0 && !machine.canMapRoot,
    refusal: () =>
      failed(
        "root lacks CAP_SETFCAP here, which it needs to map itself into a user namespace",
        "add the capability SETFCAP to the container, or run as an ordinary user",
      ),
  },
  {
    said: /Can't mount proc/,
    refusal: (_, machine) =>
      nested(
        `it masks parts of /proc (${shown(machine.procMasks)}), which a fresh /proc would show: ` +
          "start the container with its /proc unmasked (docker: --security-opt systempaths=unconfined, podman: --security-opt unmask=ALL)",
      ),
  },
  {
    said: /No permissions to create new namespace/,
    when: (machine) => machine.unprivilegedCloneOff,
    refusal: () => ({
      code: "sandbox-userns",
      data: { cure: "switch them on: sudo sysctl -w kernel.unprivileged_userns_clone=1" },
    }),
  },
  {
    said: /No permissions to create new namespace/,
    when: (machine) => machine.filtered,
    refusal: () =>
      nested(
        "its seccomp filter forbids namespaces: start the container with a profile that allows clone, unshare and mount (docker: --security-opt seccomp=FILE)",
      ),
  },
  {
    said: /No permissions to create new namespace/,
    refusal: () => ({
      code: "sandbox-userns",
      data: { cure: "allow user namespaces for ordinary users in the kernel's settings" },
    }),
  },
  {
    said: /Can't chdir to (.+): Permission denied/,
    refusal: (match) =>
      failed(
        `the work directory ${
          escapeForDisplay(match[1] ?? "")
        } is not accessible without special rights, and there are none inside`,
        "work in a folder of this user, or start execguard as the folder's owner",
      ),
  },
];

/**
 * The refusal for a sandbox that was not set up, or that could not execute the command.
 *
 * `said` is the program's error output, any length; empty when nothing was said. Refusals:
 * `sandbox-userns`, `sandbox-apparmor`, `sandbox-nested`, `sandbox-failed`, `command-not-executable`,
 * `request-bad-value`. Source: sandbox.md, section 3.2.
 */
export function diagnoseSandbox(said: string, machine: Machine): Refusal {
  for (const cause of CAUSES) {
    const match = cause.said.exec(said);
    if (match !== null && (cause.when === undefined || cause.when(machine))) {
      return cause.refusal(match, machine);
    }
  }
  const line = said.split("\n").find((text) => text.trim() !== "") ?? "it ended without a word";
  return failed(escapeForDisplay(line.trim()), "run execguard doctor");
}

/** The refusal for a program that is installed but cannot be executed inside the sandbox. */
export function notExecutableInside(name: string): Refusal {
  const advice =
    "It, or the interpreter its first line names, is not there inside the sandbox: /tmp and hidden folders are empty in it";
  return { code: "command-not-executable", data: { name, path: name }, advice: [advice] };
}

function failed(problem: string, cure: string): Refusal {
  return { code: "sandbox-failed", data: { problem, cure } };
}

/** Whether this process runs inside a sandbox of a known program. */
export function isNested(machine: Machine): boolean {
  return SANDBOX_PROGRAMS.includes(machine.firstProcess);
}

/** The refusal inside such a sandbox: `sandbox-nested`. */
export function refuseNested({ firstProcess }: Machine): Refusal {
  const program = escapeForDisplay(firstProcess);
  return nested(`run execguard outside of ${program}, not in a command it started`);
}

function nested(cure: string): Refusal {
  return { code: "sandbox-nested", data: { cure } };
}

function usedUpLimit(machine: Machine): string | undefined {
  return Object.entries(machine.namespaceLimits).find(([, limit]) => limit === 0)?.[0];
}

function shown(paths: readonly string[]): string {
  const few = paths.slice(0, 3).map(escapeForDisplay).join(", ");
  return paths.length > 3 ? `${few}, …` : few || "unknown ones";
}
