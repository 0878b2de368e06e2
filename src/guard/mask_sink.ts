/**
 * Masks a command's output on its way into any sink.
 * @module
 */
import { later } from "../core/later.ts";
import type { Masker } from "../core/mask/masker.ts";
import type { MaskSource } from "../core/mask/secret_index.ts";
import type { StreamName } from "../core/running.ts";
import type { Sink } from "./supervise_sink.ts";

/**
 * After this much silence what is held back is shown, but for what looks like a part of a secret: a prompt
 * without a line end is seen within 200 ms (spec, section 8), with time left for the pipes.
 */
const IDLE_MS = 100;

/** One stream on its way. */
interface Lane {
  readonly masker: Masker;
  readonly name: StreamName;
  /** When it was written to last. */
  writtenMs: number;
  /** Ends the waiting for a silence. */
  cancel: (() => void) | undefined;
  /** The write that was started last; the next one waits for it. */
  writing: Promise<void>;
}

/** Masks what goes into `inner`; the outcome counts the secrets that were replaced. */
export function maskSink(inner: Sink, source: MaskSource): Sink {
  const lanes = new Map<StreamName, Lane>();

  function laneOf(name: StreamName): Lane {
    const lane = lanes.get(name) ??
      {
        masker: source.createMasker(),
        name,
        writtenMs: 0,
        cancel: undefined,
        writing: Promise.resolve(),
      };
    lanes.set(name, lane);
    return lane;
  }

  return {
    mode: inner.mode,
    started() {
      laneOf("stdout");
      inner.started?.();
    },
    async write(chunk, name) {
      const lane = laneOf(name);
      lane.writtenMs = performance.now();
      await writeNext(lane, { inner, step: (masker) => masker.push(chunk) });
      if (lane.masker.held() > 0) {
        showWhenSilent(
          lane,
          () => void writeNext(lane, { inner, step: (masker) => masker.idle() }),
        );
      }
    },
    async close() {
      for (const lane of lanes.values()) {
        lane.cancel?.();
        await writeNext(lane, { inner, step: (masker) => masker.flush() });
      }
      await inner.close();
    },
    kept() {
      const masked = [...lanes.values()].reduce((sum, { masker }) => sum + masker.count(), 0);
      return { ...inner.kept(), masked };
    },
  };
}

/** One wait at a time, however often a stream is written to. */
function showWhenSilent(lane: Lane, show: () => void): void {
  if (lane.cancel !== undefined) return;
  const wait = (ms: number): void => {
    lane.cancel = later(ms, () => {
      const leftMs = lane.writtenMs + IDLE_MS - performance.now();
      if (leftMs > 0) return wait(leftMs);
      lane.cancel = undefined;
      show();
    });
  };
  wait(IDLE_MS);
}

/** Writes after what is being written. Errors stay in the chain: the next write or the end reports them. */
function writeNext(
  lane: Lane,
  by: { readonly inner: Sink; readonly step: (masker: Masker) => Uint8Array },
): Promise<void> {
  const writing = lane.writing.then(async () => {
    const shown = by.step(lane.masker);
    if (shown.length > 0) await by.inner.write(shown, lane.name);
  });
  lane.writing = writing;
  writing.catch(() => {});
  return writing;
}
