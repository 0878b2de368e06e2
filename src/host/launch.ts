/**
 * Starts the sandbox program, or an unconfined command, and gives its supervisor a handle.
 * @module
 */
import { later } from "../core/later.ts";
import type { LaunchSpec } from "../core/plan.ts";
import type { Ending, LaunchOptions, Running } from "../core/running.ts";
import { signalOfExitCode } from "../core/signals.ts";
import type { Refusal, Result } from "../core/types.ts";
import { type Gate, openGate, prepareGate } from "./limit_processes.ts";
import { refuseSandboxProgram, refuseSpawn, refuseWorkDirectory } from "./refuse_start.ts";
import { createPrivateDirectory, removePrivateDirectory } from "./private_directory.ts";
import { namespaceEnded, sendSignal } from "./process_signals.ts";
import { createSandboxStatus, type SandboxStatus } from "./sandbox_status.ts";
import { signalTarget } from "./signal_target.ts";
import {
  bubblewrapCommand,
  seatbeltCommand,
  type StartCommand,
  STATUS_FILE,
} from "./start_command.ts";

/** A prepared start and what has to be tidied up after it. */
interface Prepared {
  readonly command: StartCommand;
  readonly directory: string | undefined;
  readonly status: SandboxStatus | undefined;
  readonly gate: Gate | undefined;
}

/** A start that has nothing beside its command. */
const NOTHING = { directory: undefined, status: undefined, gate: undefined };

interface StartedContext {
  readonly spec: LaunchSpec;
  readonly options: LaunchOptions;
  readonly prepared: Prepared;
}

const NO_PRIVATE_PLACE: Refusal = {
  code: "sandbox-failed",
  data: {
    problem: "there is no place for a private folder",
    cure: "make /tmp writable",
  },
};

/** When to look first whether bubblewrap has read its plan; then at doubling distances. */
const FIRST_LOOK_MS = 4;

/** `sandbox-exec` exits with this when it could not confine or execute; a command may exit with it too. */
const SEATBELT_FAILURE = 71;

/**
 * Starts a program in a session of its own: with a plan through bubblewrap, with a profile through
 * sandbox-exec, with neither as it is.
 *
 * A confined command inherits descriptors 0 to 2 and nothing else, and exactly `spec.env`.
 * Refusals: `sandbox-missing`, `sandbox-limit`, `sandbox-failed` (set-user-ID bubblewrap, no private folder),
 * `request-bad-cwd`, `request-bad-value` (argv too long), `command-not-found`,
 * `command-not-executable`, `internal` (no process to be had). Must be called on the main thread:
 * bubblewrap dies with the *thread* that started it. Source: sandbox.md, sections 1.1 to 1.4.
 */
export function launch(spec: LaunchSpec, options: LaunchOptions): Result<Running> {
  const refusal = (isConfined(spec) ? refuseSandboxProgram(spec.program) : undefined) ??
    refuseWorkDirectory(spec.cwd);
  if (refusal !== undefined) return { ok: false, refusal };
  const preparing = prepare(spec, options);
  if (!preparing.ok) return preparing;
  const prepared = preparing.value;
  const context = { spec, options, prepared };
  try {
    return { ok: true, value: supervised(spawn(context), context) };
  } catch (error) {
    tidyUp(prepared);
    return { ok: false, refusal: refuseSpawn(error, spec) };
  }
}

function isConfined(spec: LaunchSpec): boolean {
  return spec.hiddenArgs.length > 0 || spec.profile !== undefined;
}

function prepare(spec: LaunchSpec, options: LaunchOptions): Result<Prepared> {
  if (!isConfined(spec)) {
    const { program, args, env } = spec;
    const command = { program, args, env };
    return { ok: true, value: { ...NOTHING, command } };
  }
  const directory = createPrivateDirectory();
  if (directory === undefined) return { ok: false, refusal: NO_PRIVATE_PLACE };
  const context = { directory, merged: options.output === "merged" };
  if (spec.profile !== undefined) {
    const command = seatbeltCommand(spec, context);
    return { ok: true, value: { ...NOTHING, command, directory } };
  }
  const pids = spec.limits?.pids;
  const gate = pids === undefined ? undefined : { path: `${directory}/gate`, pids };
  const refusal = gate && prepareGate(spec.program, gate);
  if (refusal !== undefined) {
    removePrivateDirectory(directory);
    return { ok: false, refusal };
  }
  const status = createSandboxStatus(`${directory}/${STATUS_FILE}`);
  const command = bubblewrapCommand(spec, { ...context, gate: gate?.path });
  return { ok: true, value: { command, directory, status, gate } };
}

function spawn(context: StartedContext): Deno.ChildProcess {
  const { spec, options, prepared } = context;
  const stream = options.output === "inherit" ? "inherit" : "piped";
  return new Deno.Command(prepared.command.program, {
    args: [...prepared.command.args],
    env: { ...prepared.command.env },
    clearEnv: true,
    cwd: spec.cwd,
    stdin: options.stdin,
    stdout: stream,
    stderr: sharesOnePipe(context) ? "null" : stream,
    detached: true,
  }).spawn();
}

/** The shell of a confined start makes both streams one pipe; an unconfined start has no shell. */
function sharesOnePipe({ spec, options }: StartedContext): boolean {
  return options.output === "merged" && isConfined(spec);
}

function supervised(
  child: Deno.ChildProcess,
  context: StartedContext,
): Running {
  const { spec, options, prepared } = context;
  const target = signalTarget(child.pid, prepared.status?.firstProcess);
  let refusal: Refusal | undefined;
  const stopWatching = onceSetUp(prepared, (firstProcess) => {
    refusal = prepared.gate && openGate(prepared.gate, firstProcess);
    if (refusal !== undefined) target.kill();
  });
  const ended = child.status.then(async (exit) => {
    target.close();
    stopWatching();
    const ending = endingOf(exit, { spec, status: prepared.status });
    await emptied(prepared.status?.firstProcess());
    tidyUp(prepared);
    return refusal === undefined ? ending : { ...ending, refusal };
  });
  return {
    pid: child.pid,
    stdout: options.output === "inherit" ? undefined : child.stdout,
    stderr: options.output === "inherit" || sharesOnePipe(context) ? undefined : child.stderr,
    ended,
    forward: target.forward,
    terminate: target.terminate,
    kill: target.kill,
  };
}

/**
 * Acts when bubblewrap has made the sandbox's first process, and returns how to stop waiting for that. The plan may
 * hold secrets of the environment: it goes then, not at the end.
 */
function onceSetUp(prepared: Prepared, act: (firstProcess: number) => void): () => void {
  const { directory, status } = prepared;
  if (directory === undefined || status === undefined) return () => {};
  let cancel = () => {};
  const lookAfter = (waitMs: number): void => {
    cancel = later(waitMs, () => {
      const firstProcess = status.firstProcess();
      if (firstProcess === undefined) return lookAfter(2 * waitMs);
      act(firstProcess);
      removePrivateDirectory(directory);
    });
  };
  lookAfter(FIRST_LOOK_MS);
  return () => cancel();
}

function endingOf(
  exit: Deno.CommandStatus,
  context: { spec: LaunchSpec; status: SandboxStatus | undefined },
): Ending {
  const reported = context.status?.exitCode();
  if (reported !== undefined) {
    return { ran: "yes", code: reported, signal: signalOfExitCode(reported) };
  }
  const ending = { code: exit.code, signal: exit.signal ?? undefined };
  if (exit.signal !== null) return { ran: "yes", ...ending };
  if (context.status !== undefined) return { ran: "no", ...ending };
  const unsure = context.spec.profile !== undefined && exit.code === SEATBELT_FAILURE;
  return { ran: unsure ? "unsure" : "yes", ...ending };
}

/** Ends whatever the command left in the sandbox: with its first process goes, by the kernel's rule, all of it. */
async function emptied(firstProcess: number | undefined): Promise<void> {
  if (firstProcess === undefined || !sendSignal(firstProcess, "SIGKILL")) return;
  await namespaceEnded(firstProcess);
}

function tidyUp(prepared: Prepared): void {
  prepared.status?.close();
  if (prepared.directory !== undefined) removePrivateDirectory(prepared.directory);
}
