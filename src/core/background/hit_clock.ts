/**
 * When to tell about keywords: not while output still pours, not again and again.
 * @module
 */

/** The three waits, in milliseconds. */
export interface HitTimes {
  /** So long nothing may come before a hit is told... */
  readonly quietMs: number;
  /** ...but no longer than this after its keyword. */
  readonly patienceMs: number;
  /** At most one hit in this time; what comes meanwhile is told with the next one. */
  readonly windowMs: number;
}

/** Source: spec.md, section 10. */
export const HIT_TIMES: HitTimes = { quietMs: 2000, patienceMs: 10_000, windowMs: 30_000 };

/** Decides when hits are told. Times are any clock's milliseconds, as long as it is the same one. */
export interface HitClock {
  /** Output came, with these keywords in it. */
  output(keywords: readonly string[], nowMs: number): void;
  /** When to call {@link take}; undefined while there is nothing to tell. */
  dueMs(): number | undefined;
  /**
   * The keywords of the hit that is due, in the order in which they came; undefined when none is. They are
   * forgotten; whether they were told is said by {@link told}.
   */
  take(nowMs: number): readonly string[] | undefined;
  /** A hit was told: the window begins. One that was dropped is not followed by any. */
  told(nowMs: number): void;
}

/** Makes a clock. */
export function createHitClock(times: HitTimes = HIT_TIMES): HitClock {
  let keywords: readonly string[] = [];
  let firstMs = 0;
  let lastOutputMs = 0;
  let toldMs = -Infinity;

  function dueMs(): number | undefined {
    if (keywords.length === 0) return undefined;
    const settledMs = Math.min(lastOutputMs + times.quietMs, firstMs + times.patienceMs);
    return Math.max(settledMs, toldMs + times.windowMs);
  }

  return {
    output(found, nowMs) {
      lastOutputMs = nowMs;
      if (keywords.length === 0) firstMs = nowMs;
      keywords = [...new Set([...keywords, ...found])];
    },
    dueMs,
    take(nowMs) {
      const due = dueMs();
      if (due === undefined || nowMs < due) return undefined;
      const taken = keywords;
      keywords = [];
      return taken;
    },
    told(nowMs) {
      toldMs = nowMs;
    },
  };
}
