/**
 * Tells of keywords in a task's output, when it is time and when the decider agrees.
 * @module
 */
import {
  deciderQuestion,
  type Decision,
  readDecision,
  writablePartOf,
} from "../core/background/decider.ts";
import { createHitClock } from "../core/background/hit_clock.ts";
import { createKeywordWatch } from "../core/background/keyword_watch.ts";
import { HIT_BYTES } from "../core/background/task.ts";
import { type Hit, hitEvent } from "../core/background/task_event.ts";
import type { TaskHost } from "../core/background/task_store.ts";
import type { Facts } from "../core/ports.ts";
import { createTailBuffer } from "../core/tail_buffer.ts";
import type { TaskRecord } from "./background_record.ts";

/** A running watch over a task's output. */
export interface HitTeller {
  output(bytes: Uint8Array): void;
  /** No more hits: the task has ended, and its report says the rest. Waits for one that is being told. */
  stop(): Promise<void>;
}

/** So many hits that were told are shown to the decider. */
const PREVIOUS = 3;

/** A command of the user's that says whether a hit is worth telling. */
export interface Decider {
  readonly argv: readonly string[];
  readonly facts: Facts;
  /** Where it may lie although that is in home. */
  readonly ownDirectories: readonly string[];
}

/** Watches one task. Without a decider every hit is told. */
export function tellHits(
  record: TaskRecord,
  by: { readonly host: TaskHost; readonly decider: Decider | undefined },
): HitTeller {
  const { host } = by;
  const watch = createKeywordWatch(record.current().keywords);
  const clock = createHitClock();
  const latest = createTailBuffer(HIT_BYTES);
  const tell = telling(record, by);
  const alarm = createAlarm({
    nowMs: host.nowMs,
    dueMs: clock.dueMs,
    async ring() {
      const keywords = clock.take(host.nowMs());
      if (keywords === undefined) return;
      if (await tell({ keywords, output: latest.text() })) clock.told(host.nowMs());
    },
  });
  return {
    output(bytes) {
      latest.push(bytes);
      clock.output(watch.push(bytes), host.nowMs());
      alarm.set();
    },
    stop: alarm.stop,
  };
}

/** Tells one hit after the other, as far as the decider agrees; says whether it did. */
function telling(
  record: TaskRecord,
  { host, decider }: { readonly host: TaskHost; readonly decider: Decider | undefined },
): (hit: Hit) => Promise<boolean> {
  let previous: readonly string[] = [];
  return async (hit) => {
    const task = record.current();
    const decision = decider === undefined
      ? { kind: "tell" as const }
      : await askDecider(decider, { host, question: deciderQuestion(task, { hit, previous }) });
    if (decision.kind === "drop") return false;
    const told = decision.kind === "failed" ? { ...hit, unchecked: decision.problem } : hit;
    previous = [...previous, hit.output].slice(-PREVIOUS);
    const event = hitEvent(task, told, new Date(host.nowMs()).toISOString());
    await record.change({ hits: task.hits + 1 }, event);
    return true;
  };
}

/** A timer that follows a due time which changes, and rings one thing at a time. */
function createAlarm(
  by: {
    readonly nowMs: () => number;
    readonly dueMs: () => number | undefined;
    readonly ring: () => Promise<void>;
  },
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ringing: Promise<void> | undefined;

  function set(): void {
    const dueMs = by.dueMs();
    clearTimeout(timer);
    if (dueMs === undefined || ringing !== undefined) return;
    timer = setTimeout(() => {
      ringing = by.ring().finally(() => {
        ringing = undefined;
        set();
      });
    }, Math.max(0, dueMs - by.nowMs()));
  }

  return {
    set,
    async stop(): Promise<void> {
      clearTimeout(timer);
      await ringing;
      clearTimeout(timer);
    },
  };
}

async function askDecider(
  decider: Decider,
  by: { readonly host: TaskHost; readonly question: string },
): Promise<Decision> {
  const failed = (problem: string) => ({
    kind: "failed" as const,
    problem: `the decider failed: ${problem}`,
  });
  const writable = writablePartOf(decider.argv, decider);
  if (writable !== undefined) return failed(`commands may write ${writable}`);
  const heard = await by.host.decide(decider.argv, by.question);
  if ("problem" in heard) return failed(heard.problem);
  const decision = readDecision(heard.answer);
  return decision.kind === "failed" ? failed(decision.problem) : decision;
}
