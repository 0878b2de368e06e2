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
  const { host, decider } = by;
  const task = record.current();
  const watch = createKeywordWatch(task.keywords);
  const clock = createHitClock();
  const latest = createTailBuffer(HIT_BYTES);
  let previous: readonly string[] = [];
  let telling: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wake(): void {
    const dueMs = clock.dueMs();
    clearTimeout(timer);
    if (dueMs === undefined || telling !== undefined) return;
    timer = setTimeout(() => {
      const keywords = clock.take(host.nowMs());
      if (keywords === undefined) return wake();
      telling = tell({ keywords, output: latest.text() }).finally(() => {
        telling = undefined;
        wake();
      });
    }, Math.max(0, dueMs - host.nowMs()));
  }

  async function tell(hit: Hit): Promise<void> {
    const decision = decider === undefined
      ? { kind: "tell" as const }
      : await askDecider(decider, { host, question: deciderQuestion(task, { hit, previous }) });
    if (decision.kind === "drop") return;
    const told = decision.kind === "failed" ? { ...hit, unchecked: decision.problem } : hit;
    clock.told(host.nowMs());
    previous = [...previous, hit.output].slice(-PREVIOUS);
    const event = hitEvent(task, told, new Date(host.nowMs()).toISOString());
    await record.change({ hits: record.current().hits + 1 }, event);
  }

  return {
    output(bytes) {
      latest.push(bytes);
      clock.output(watch.push(bytes), host.nowMs());
      wake();
    },
    async stop() {
      clearTimeout(timer);
      await telling;
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
