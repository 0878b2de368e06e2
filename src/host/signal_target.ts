/**
 * Delivers signals to a started command: past the sandbox program, to the processes that are meant.
 * @module
 */
import type { ForwardedSignal } from "../core/running.ts";
import {
  hasTerminal,
  type ProcessMark,
  sendSignal,
  signalAllBelow,
  signalCommand,
  signalCommandGroup,
  signalMarked,
  signalOutside,
} from "./process_signals.ts";

/** Signals to the processes of one command. */
export interface SignalTarget {
  forward(signal: ForwardedSignal): void;
  terminate(): void;
  kill(): void;
  /** To be called when the program has ended: its process id may be given to another one. */
  close(): void;
}

/** What a key on the terminal, or its window, sends to a whole group rather than to one process. */
const FROM_TERMINAL: readonly ForwardedSignal[] = ["SIGINT", "SIGQUIT", "SIGWINCH"];

/**
 * The target of a program that was started in its own session.
 *
 * With `firstProcess` (bubblewrap) the command is the first child of the sandbox's first process, and
 * everything in the sandbox is below it: signals to bubblewrap or its group would end the command
 * without warning, the first process ignores them. Without it the program is the command.
 * Source: ecosystem.md, section 10.
 */
export function signalTarget(
  program: number,
  firstProcess: (() => number | undefined) | undefined,
): SignalTarget {
  return firstProcess === undefined ? plainTarget(program) : confinedTarget(program, firstProcess);
}

/** An unconfined command: its session's group, and whatever else descends from it. */
function plainTarget(program: number): SignalTarget {
  let open = true;
  // A process that left the group is found as a descendant only while its parents live.
  let strays: readonly ProcessMark[] = [];

  function signalAll(signal: Deno.Signal): void {
    strays = signalOutside(program, signal);
    sendSignal(-program, signal);
  }

  return {
    forward(signal) {
      if (!open) return;
      if (signal === "SIGTSTP") return suspend(signalAll);
      if (signal === "SIGCONT") return signalAll(signal);
      sendSignal(comesFromKey(signal) ? -program : program, signal);
    },
    terminate() {
      if (!open) return;
      signalAll("SIGTERM");
      signalAll("SIGCONT"); // a stopped process would never see it
    },
    kill() {
      // Also when the command has ended: what it left behind must not survive either.
      if (open) signalAll("SIGKILL");
      else sendSignal(-program, "SIGKILL");
      signalMarked(strays, "SIGKILL");
    },
    close: () => {
      open = false;
    },
  };
}

/** A command in a sandbox with a process namespace of its own. */
function confinedTarget(program: number, firstProcess: () => number | undefined): SignalTarget {
  let open = true;

  function signalAll(signal: Deno.Signal): void {
    const first = firstProcess();
    if (first === undefined || !signalAllBelow(first, signal)) endSetUp(program, signal);
  }

  return {
    forward(signal) {
      if (!open) return;
      if (signal === "SIGTSTP") return suspend(signalAll);
      if (signal === "SIGCONT") return signalAll(signal);
      const first = firstProcess();
      const send = comesFromKey(signal) ? signalCommandGroup : signalCommand;
      if (first === undefined || !send(first, signal)) endSetUp(program, signal);
    },
    terminate() {
      if (!open) return;
      signalAll("SIGTERM");
      signalAll("SIGCONT");
    },
    kill() {
      if (!open) return;
      const first = firstProcess();
      if (first !== undefined) sendSignal(first, "SIGKILL"); // takes its whole namespace with it
      sendSignal(-program, "SIGKILL");
    },
    close: () => {
      open = false;
    },
  };
}

/** The command's session has no terminal that could stop it, so it is stopped by force, then we are. */
function suspend(signalAll: (signal: Deno.Signal) => void): void {
  signalAll("SIGSTOP");
  sendSignal(Deno.pid, "SIGSTOP");
}

/** Before there is a command an ending signal ends the set-up; the others have nobody to go to. */
function endSetUp(program: number, signal: Deno.Signal): void {
  if (!["SIGWINCH", "SIGCONT", "SIGSTOP"].includes(signal)) sendSignal(-program, signal);
}

/**
 * Whether a signal most likely comes from a key: we are in the foreground of a terminal, whose driver
 * would have signalled the command's whole group had it been in the same session.
 */
function comesFromKey(signal: ForwardedSignal): boolean {
  return FROM_TERMINAL.includes(signal) && hasTerminal();
}
