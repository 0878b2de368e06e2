/**
 * Delivers signals to a started command: past the sandbox program, to the processes that are meant.
 * @module
 */
import type { ForwardedSignal } from "../core/running.ts";
import {
  childrenOf,
  descendantsOf,
  type ProcessRef,
  refTo,
  sendSignal,
  signalRef,
  statOf,
} from "./process_tree.ts";

/** Signals to the processes of one command. */
export interface SignalTarget {
  forward(signal: ForwardedSignal): void;
  terminate(): void;
  kill(): void;
  /** To be called when the program has ended: its process id may be given to another one. */
  close(): void;
}

/** What a terminal sends to a whole foreground group rather than to one process. */
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
  let left: readonly ProcessRef[] = [];

  function signalAll(signal: Deno.Signal): void {
    left = open ? descendantsOf(program).map(refTo) : left;
    sendSignal(-program, signal);
    const outside = left.filter((process) => statOf(process.pid)?.group !== program);
    for (const process of outside) signalRef(process, signal);
  }

  return {
    forward(signal) {
      if (!open) return;
      if (signal === "SIGCONT") return signalAll(signal);
      if (signal === "SIGTSTP") return suspend(signalAll);
      sendSignal(isFromTerminal(signal) ? -program : program, signal);
    },
    terminate() {
      if (!open) return;
      signalAll("SIGTERM");
      signalAll("SIGCONT"); // a stopped process would never see it
    },
    // Also when the command has ended: what it left behind must not survive either.
    kill: () => signalAll("SIGKILL"),
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
    const targets = first === undefined ? [] : descendantsOf(first);
    for (const target of targets) sendSignal(target, signal);
    if (targets.length === 0) endSetUp(program, signal);
  }

  return {
    forward(signal) {
      if (!open) return;
      if (signal === "SIGCONT") return signalAll(signal);
      if (signal === "SIGTSTP") return suspend(signalAll);
      const first = firstProcess();
      const command = first === undefined ? undefined : childrenOf(first)[0];
      if (command === undefined) return endSetUp(program, signal);
      const group = isFromTerminal(signal) ? statOf(command)?.group ?? 0 : 0;
      sendSignal(group > 1 ? -group : command, signal);
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
function isFromTerminal(signal: ForwardedSignal): boolean {
  if (!FROM_TERMINAL.includes(signal)) return false;
  const own = statOf("self");
  return own !== undefined && own.foreground === own.group;
}
