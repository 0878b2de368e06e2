/**
 * Starting the supervisor of a background task, and being one.
 * @module
 */
import type { Task } from "../core/background/task.ts";
import type { Ack, Handoff } from "../core/background/task_store.ts";
import type { Environment } from "../core/plan.ts";
import type { Result } from "../core/types.ts";
import { cleanCommand } from "./start_command.ts";
import { pathOf, readState, removeState, replaceState } from "./state_file.ts";
import { isTaskId, placeOf } from "./tasks.ts";

/** A supervisor has answered long before, or never will. */
const ANSWER_MS = 15_000;

/** An answer is one short line. */
const MAX_ANSWER_BYTES = 64 * 1024;

/** The variables a supervisor gets: where its files are, and what a decider needs to run. */
const PASSED = [
  "PATH",
  "XDG_CONFIG_HOME",
  "XDG_STATE_HOME",
  "XDG_CACHE_HOME",
  "LANG",
  "LC_ALL",
  "TMPDIR",
];

/**
 * The program itself, as it was started: as one executable, by its launcher, or by the runtime. The variable
 * is the launcher's word only where the runtime runs us; an executable is started with its caller's.
 */
function ownProgram(): readonly string[] {
  const program = Deno.execPath();
  if (!/\/deno[-0-9.]*$/.test(program)) return [program];
  const launcher = Deno.env.get("EXECGUARD_LAUNCHER");
  if (launcher !== undefined) return [launcher];
  return [program, "run", "--quiet", "--no-prompt", "-A", Deno.mainModule];
}

/** Where a task's files are, and the caller's home. */
export interface SupervisorPlace {
  readonly state: string;
  readonly home: string;
}

/**
 * Starts a supervisor that outlives us and our terminal: a session of its own, in `/`, with none of our
 * descriptors and little of our environment. Gives its process id once it has started the command.
 *
 * What it is told goes through a pipe; its hash goes into the task's folder, from which the supervisor
 * takes it: see {@link readHandoff}. Refusals: `internal` when it does not answer; its own.
 */
export async function startSupervisor(
  handoff: Handoff,
  { state, home }: SupervisorPlace,
): Promise<Result<number>> {
  const text = JSON.stringify(handoff);
  replaceState(await ticketPath(state, handoff.task), await hashOf(text));
  const command = cleanCommand([...ownProgram(), "background", "supervise"]);
  const child = new Deno.Command(command.program, {
    args: [...command.args],
    clearEnv: true,
    env: { ...passedVariables(), HOME: home },
    cwd: "/",
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
    detached: true,
  }).spawn();
  const writer = child.stdin.getWriter();
  const asked = writer.write(new TextEncoder().encode(text)).then(() => writer.close());
  const answer = await readAnswer(child, asked);
  if (answer === undefined) {
    stop(child);
    return refuse("the supervisor of the background task did not answer");
  }
  return answer.ok ? { ok: true, value: answer.pid } : answer;
}

async function readAnswer(
  child: Deno.ChildProcess,
  asked: Promise<void>,
): Promise<Ack | undefined> {
  const timer = setTimeout(() => stop(child), ANSWER_MS);
  try {
    await asked;
    let text = "";
    for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (text.includes("\n") || text.length > MAX_ANSWER_BYTES) break;
    }
    return JSON.parse(text) as Ack;
  } catch {
    return undefined; // it died, or said something else
  } finally {
    clearTimeout(timer);
    child.unref();
  }
}

function stop(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    return; // it has ended by itself
  }
}

function passedVariables(): Environment {
  const entries = PASSED.map((name) => [name, Deno.env.get(name)] as const);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/**
 * Reads what the supervisor is told, and takes the hash of it out of the task's folder, once.
 *
 * Whoever may call execguard may call this subcommand as well and tell it to run anything: only a handoff
 * that was written by somebody who may write the state, which no command in the sandbox can, is obeyed.
 * Refusal: `task-unknown`.
 */
export async function readHandoff(state: string): Promise<Result<Handoff>> {
  const text = await new Response(Deno.stdin.readable).text();
  const handoff = parseHandoff(text);
  const id = String(handoff?.task?.id);
  const refusal = { code: "task-unknown", data: { id } } as const;
  const session = handoff?.task?.session;
  if (handoff === undefined || !isTaskId(id) || typeof session !== "string") {
    return { ok: false, refusal };
  }
  const path = await ticketPath(state, { id, session });
  const isGenuine = readState(path) === await hashOf(text);
  if (isGenuine) removeState(path);
  return isGenuine ? { ok: true, value: handoff } : { ok: false, refusal };
}

function parseHandoff(text: string): Handoff | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

async function ticketPath(state: string, task: Pick<Task, "id" | "session">): Promise<string> {
  return `${pathOf(await placeOf(state, task.session))}/${task.id}.ticket`;
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** Answers whoever started the supervisor; nobody need be there any more. */
export function answer(ack: Ack): void {
  try {
    Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(ack)}\n`));
    Deno.stdout.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

function refuse(problem: string): Result<number> {
  return { ok: false, refusal: { code: "internal", data: { problem } } };
}
