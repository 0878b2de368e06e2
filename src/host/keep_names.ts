/**
 * The part of a confined start that mounts cannot do: names that must exist, and names that must not.
 * @module
 */
import type { Launch, Running } from "../core/running.ts";
import { makePlaceholders } from "./placeholders.ts";
import { watchNames } from "./watched_names.ts";

/**
 * Makes a start keep the names of its plan: placeholders stand before the command starts and go after
 * its end, watched names are put back while it runs; a command that keeps on making them is killed.
 *
 * `quarantine` is where things are moved to, outside every sandbox's reach. Refusals: those of
 * `launch`, and `sandbox-failed` when a placeholder cannot be made.
 */
export function keepingNames(launch: Launch, quarantine: string): Launch {
  return (spec, options) => {
    const kept = makePlaceholders(spec.placeholders ?? []);
    if (!kept.ok) return kept;
    let running: Running | undefined = undefined;
    const watch = watchNames(spec.watched ?? [], {
      quarantine,
      onPersistence: () => running?.kill(),
    });
    const started = launch(spec, options);
    if (!started.ok) {
      watch.stop();
      kept.value.release();
      return started;
    }
    running = started.value;
    watch.follow();
    const ended = running.ended.then((ending) => ({ ...ending, undone: watch.stop() }))
      .finally(kept.value.release);
    return { ok: true, value: { ...running, ended } };
  };
}
