/**
 * Advice after a command that failed in the sandbox.
 * @module
 */
import { explainFailure } from "../core/explain_failure.ts";
import { findLimitHit, limitAdvice } from "../core/limit_hit.ts";
import type { Outcome } from "../core/outcome.ts";
import type { SandboxPlan } from "../core/plan.ts";
import type { Facts } from "../core/ports.ts";
import { createTailBuffer } from "../core/tail_buffer.ts";
import type { Sink } from "./supervise_sink.ts";

/** What is kept of the output to find the reason in; it stands near the end. */
const TAIL_BYTES = 8192;

/** A sink that also keeps the last of what goes through it. */
export interface TailSink extends Sink {
  tail(): string;
}

/** Keeps the end of what `inner` takes. */
export function tailSink(inner: Sink): TailSink {
  const tail = createTailBuffer(TAIL_BYTES);
  return {
    ...inner,
    write(chunk, stream) {
      tail.push(chunk);
      return inner.write(chunk, stream);
    },
    tail: () => tail.text(),
  };
}

/** The outcome with what to do next, where the command ran in a sandbox and failed. */
export function adviseFailure(
  outcome: Outcome,
  by: { readonly tail: string; readonly plan: SandboxPlan; readonly facts: Facts },
): Outcome {
  const ran = outcome.status === "exited" || outcome.status === "signalled";
  if (!ran || outcome.exit_code === 0) return outcome;
  const { plan, facts, tail } = by;
  const limit = findLimitHit({ limits: plan.limits ?? {}, signal: outcome.signal, tail });
  if (limit !== undefined) {
    return { ...outcome, limit, advice: [...outcome.advice, limitAdvice(limit)] };
  }
  const advice = explainFailure({
    tail,
    cwd: plan.cwd,
    home: plan.home,
    network: plan.network,
    writable: [...plan.writable, ...plan.masked],
    kind: (path) => facts.kind(path),
  });
  return { ...outcome, advice: [...outcome.advice, ...advice] };
}
