/**
 * `background start`: a request that is judged like any other, and then left to a supervisor.
 * @module
 */
import { isRunning, poolLimit, type Task, type TaskKind } from "../core/background/task.ts";
import type { Handoff, TaskFolder, TaskHost } from "../core/background/task_store.ts";
import { type Outcome, refusedOutcome } from "../core/outcome.ts";
import { ignoredOutside } from "../core/plan_unconfined.ts";
import type { CommandRequest, Refusal, Result, Verdict } from "../core/types.ts";
import { useTidyTasks } from "./background_tidy.ts";
import { DEFAULT_SESSION, maskSourceOf } from "./masking.ts";
import { auditOf } from "./approval_audit.ts";
import type { Asking } from "./approval_permit.ts";
import { type Decided, decideRequest, type RunParts } from "./decide_request.ts";

/** What a background request says beyond any other. */
export interface TaskTerms {
  readonly kind: TaskKind;
  readonly limitMs: number;
  readonly keywords: readonly string[];
  readonly objective?: string;
  readonly next?: string;
  readonly group?: string;
}

/** A started task, or why there is none. */
export interface StartResult {
  readonly verdict: Verdict;
  readonly started: Result<Task>;
  /** What went wrong beside the task. */
  readonly trouble?: Refusal;
}

/** What a task is started with. */
export interface StartParts extends RunParts {
  readonly asking: Asking;
  readonly host: TaskHost;
  readonly terms: TaskTerms;
}

/**
 * Judges a request, takes a place in the pool of its session and starts a supervisor; all of it is written
 * down like any other call.
 *
 * Refusals: those of `run`; `task-pool-full` (limit, running). Source: spec.md, section 10.
 */
export async function startTask(request: CommandRequest, by: StartParts): Promise<StartResult> {
  const startedMs = by.host.nowMs();
  const unfit = request.argv[0] === "rm" ? REMOVAL : undefined;
  const decided = await decideRequest(request, { ...by, watchersAllowed: true, unfit });
  const { verdict } = decided;
  const started = decided.kind === "command"
    ? await startDecided(request, { ...by, decided, startedMs })
    // Tasks take no turn and remove nothing, so what is left of the kinds is a refusal.
    : { ok: false as const, refusal: decided.kind === "refused" ? decided.refusal : REMOVAL };
  if (decided.kind === "command") decided.password?.fill(0);
  const audit = auditOf(request, { decided, loadLog: by.system.loadAuditLog });
  const trouble = await audit.write(started.ok ? STARTED : refusedOutcome(started.refusal));
  return { verdict, started, ...(trouble && { trouble }) };
}

/** Why there is no background `rm`. */
const REMOVAL: Refusal = {
  code: "request-bad-value",
  data: { key: "argv", problem: "rm moves to the trash at once: use execguard run" },
};

type Command = Extract<Decided, { kind: "command" }>;

async function startDecided(
  request: CommandRequest,
  by: StartParts & { readonly decided: Command; readonly startedMs: number },
): Promise<Result<Task>> {
  const { host } = by;
  const reserved = await reserve(host, { by, draft: draftTask(request, by) });
  if (!reserved.ok) return reserved;
  using _held = reserved.value.held;
  const { task } = reserved.value;
  const supervisor = await host.startSupervisor(handoffOf(task, { ...by, request }));
  if (supervisor.ok) return { ok: true, value: { ...task, pid: supervisor.value } };
  await host.use(task.session, (folder) => folder.remove(task.id));
  return supervisor;
}

function handoffOf(
  task: Task,
  by: StartParts & { readonly decided: Command; readonly request: CommandRequest },
): Handoff {
  const { launch, plan, password, secrets: { known, key } } = by.decided;
  const note = plan === undefined ? ignoredOutside(by.request) : undefined;
  const { decider } = by.policy.settings;
  return {
    task,
    launch,
    ...(plan && { plan }),
    ...(by.request.limits && { limits: by.request.limits }),
    ...(note !== undefined && { note }),
    secrets: { known, key: Array.from(key) },
    ...(by.request.argv[0] === "sudo" && {
      sudo: password === undefined ? {} : { password: Array.from(password) },
    }),
    ...(decider && { decider }),
  };
}

/** A task without its id and log. What is stored of the request holds no secret. */
type Draft = Omit<Task, "id" | "log">;

function draftTask(
  request: CommandRequest,
  by: {
    readonly terms: TaskTerms;
    readonly decided: Command;
    readonly startedMs: number;
  },
): Draft {
  const { kind, limitMs, keywords, objective, next, group } = by.terms;
  const { mask } = maskSourceOf(by.decided.secrets);
  return {
    session: request.session ?? DEFAULT_SESSION,
    argv: request.argv.map(mask),
    cwd: request.cwd,
    kind,
    pid: 0,
    started_at: new Date(by.startedMs).toISOString(),
    // Everything counts, the judging and the asking too.
    deadline: new Date(by.startedMs + Math.min(limitMs, request.timeoutMs)).toISOString(),
    keywords,
    ...(objective !== undefined && { objective: mask(objective) }),
    ...(next !== undefined && { next: mask(next) }),
    ...(group !== undefined && { group }),
    hits: 0,
    group_told: false,
  };
}

/** What the audit log says of a task that runs. */
const STARTED: Outcome = {
  status: "started",
  exit_code: 0,
  signal: null,
  duration_ms: 0,
  output: "",
  truncated: false,
  masked: 0,
  advice: [],
};

interface Reserved {
  readonly task: Task;
  readonly held: Disposable;
}

/** Takes a place in the pool: counted and taken under one lock, so that there is never one task too many. */
async function reserve(
  host: TaskHost,
  { by, draft }: { readonly by: StartParts; readonly draft: Draft },
): Promise<Result<Reserved>> {
  const limit = by.policy.settings.pool ?? poolLimit(host.cores);
  const reserved = await useTidyTasks(host, draft.session, (folder, tasks) => {
    const running = tasks.filter(isRunning);
    return running.length < limit ? takePlace(folder, draft) : refuseFull(limit, running);
  });
  return reserved.ok ? reserved.value : reserved;
}

function takePlace(folder: TaskFolder, draft: Draft): Result<Reserved> {
  const id = folder.freshId();
  const held = folder.hold(id);
  const task = { ...draft, id, log: folder.logPath(id) };
  folder.write(task);
  return { ok: true, value: { task, held } };
}

function refuseFull(limit: number, running: readonly Task[]): { ok: false; refusal: Refusal } {
  const ids = running.map(({ id }) => id).join(", ");
  return { ok: false, refusal: { code: "task-pool-full", data: { limit, running: ids } } };
}
