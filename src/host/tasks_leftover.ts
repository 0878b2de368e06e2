/**
 * What an unconfined task leaves behind when its supervisor dies.
 * @module
 */
import type { ProcessMark } from "../core/background/task.ts";
import { sendSignal } from "./process_signals.ts";

/** Marks a process; undefined when it is gone. */
export function markProcess(pid: number): ProcessMark | undefined {
  const { success, stdout } = new Deno.Command("/bin/ps", {
    args: ["-o", "lstart=", "-p", String(pid)],
    clearEnv: true,
    env: { LC_ALL: "C" },
    cwd: "/",
    stdin: "null",
    stderr: "null",
  }).outputSync();
  return success ? { pid, started: new TextDecoder().decode(stdout).trim() } : undefined;
}

/**
 * Kills the group that a marked process led. The id of a process is not given to another one while its
 * group exists; so only a leader that is there and was started at another time makes it somebody else's.
 */
export function endGroup(mark: ProcessMark): void {
  const now = markProcess(mark.pid);
  if (now === undefined || now.started === mark.started) sendSignal(-mark.pid, "SIGKILL");
}
