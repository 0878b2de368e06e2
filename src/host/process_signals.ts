/**
 * Signals to processes, by id or by descent.
 * @module
 */
import { shellScript } from "./shell_script.ts";
import text from "./signal_processes.sh" with { type: "text" };

/** A process at one moment, as `PID:START`: not confused with a later one of the same id. */
export type ProcessMark = string;

/** Sends a signal to a process, or to a group given as a negative id; false when there is none, or it is not ours. */
export function sendSignal(pid: number, signal: Deno.Signal): boolean {
  try {
    Deno.kill(pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if (error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

/** To the command below a sandbox's first process. False: there is none yet. */
export function signalCommand(first: number, signal: Deno.Signal): boolean {
  return runScript(["command", signal, String(first)]).success;
}

/** To the whole process group of that command. */
export function signalCommandGroup(first: number, signal: Deno.Signal): boolean {
  return runScript(["group", signal, String(first)]).success;
}

/** Whether execguard is in the foreground of its terminal. */
export function hasTerminal(): boolean {
  return runScript(["foreground"]).success;
}

/** To everything below a process. False: there is nothing. */
export function signalAllBelow(first: number, signal: Deno.Signal): boolean {
  return runScript(["all", signal, String(first)]).success;
}

/** To everything below the leader of a group that has left it; returns what that was. */
export function signalOutside(leader: number, signal: Deno.Signal): readonly ProcessMark[] {
  const { stdout } = runScript(["outside", signal, String(leader)]);
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line !== "");
}

/**
 * Waits, for seconds at most, until all of the PID namespace of a killed first process is gone. The kernel
 * sets the state that is looked for only after that. Source: pid_namespaces(7).
 */
export async function namespaceEnded(first: number): Promise<void> {
  await script(["ended", "-", String(first)], "null").spawn().status;
}

/** To those of the processes that are still there. */
export function signalMarked(processes: readonly ProcessMark[], signal: Deno.Signal): void {
  if (processes.length > 0) runScript(["same", signal, ...processes]);
}

/**
 * The runtime may not read `/proc` without every permission there is, so a shell does. Waits for it:
 * signals must not overtake each other.
 */
function runScript(args: readonly string[]): Deno.CommandOutput {
  return script(args, "piped").outputSync();
}

function script(
  [mode = "", signal = "", ...targets]: readonly string[],
  stdout: "piped" | "null",
): Deno.Command {
  return shellScript(text, [mode, signal.replace("SIG", ""), ...targets], { stdout });
}
