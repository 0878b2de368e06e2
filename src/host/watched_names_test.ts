import assert from "node:assert/strict";
import type { UndoneName } from "../core/running.ts";
import { canSee } from "./presence.ts";
import { type NameWatch, watchNames, type WatchOptions } from "./watched_names.ts";

interface Place {
  /** Where names are watched. */
  readonly at: string;
  readonly quarantine: string;
}

function inPlace(check: (place: Place) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const top = Deno.makeTempDirSync();
    Deno.mkdirSync(`${top}/at`);
    try {
      await check({ at: `${top}/at`, quarantine: `${top}/state/quarantine` });
    } finally {
      Deno.removeSync(top, { recursive: true });
    }
  };
}

/** Waits for what the watch does by itself; the test's own limit ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1));
}

function watching(names: readonly string[], options: WatchOptions): NameWatch {
  const watch = watchNames(names, options);
  watch.follow();
  return watch;
}

/** Longer than the names are looked at every few milliseconds. */
const LATER_MS = 200;

function never(): void {
  assert.fail("not so often");
}

Deno.test(
  "watchNames() moves away what appears while the command still runs",
  inPlace(async ({ at, quarantine }) => {
    const watch = watching([`${at}/.zshenv`], { quarantine, onPersistence: never });
    Deno.writeTextFileSync(`${at}/.zshenv`, "evil");
    await until(() => !canSee(`${at}/.zshenv`));
    const [undone] = watch.stop();
    assert.equal(undone?.path, `${at}/.zshenv`);
    assert.equal(Deno.readTextFileSync(undone?.movedTo ?? ""), "evil");
  }),
);

Deno.test(
  "watchNames() moves away what appears later, and what appeared before it follows",
  inPlace(async ({ at, quarantine }) => {
    const watch = watchNames([`${at}/.zshenv`], { quarantine, onPersistence: never });
    Deno.writeTextFileSync(`${at}/.zshenv`, "evil");
    watch.follow();
    assert.equal(canSee(`${at}/.zshenv`), false);
    await new Promise((resolve) => setTimeout(resolve, LATER_MS));
    Deno.mkdirSync(`${at}/.zshenv`);
    await until(() => !canSee(`${at}/.zshenv`));
    assert.equal(watch.stop().length, 2);
  }),
);

Deno.test(
  "watchNames() finds at the end what came before anybody followed",
  inPlace(({ at, quarantine }) => {
    const watch = watchNames([`${at}/.zshenv`], { quarantine, onPersistence: never });
    Deno.writeTextFileSync(`${at}/.zshenv`, "evil");
    assert.equal(watch.stop().length, 1);
    assert.equal(canSee(`${at}/.zshenv`), false);
  }),
);

Deno.test(
  "watchNames() finds at the end what came with a directory",
  inPlace(({ at, quarantine }) => {
    const name = `${at}/.config/fish`;
    const watch = watching([name], { quarantine, onPersistence: never });
    Deno.mkdirSync(`${name}/conf.d`, { recursive: true });
    const undone: readonly UndoneName[] = watch.stop();
    assert.deepEqual(undone.map(({ path }) => path), [name]);
    assert.deepEqual([canSee(name), canSee(`${at}/.config`)], [false, true]);
  }),
);

Deno.test(
  "watchNames() is not led elsewhere by a link that the command made",
  inPlace(({ at, quarantine }) => {
    Deno.mkdirSync(`${at}/mine/fish`, { recursive: true });
    const watch = watching([`${at}/.config/fish`], { quarantine, onPersistence: never });
    Deno.symlinkSync("mine", `${at}/.config`);
    assert.equal(watch.stop().length, 1);
    assert.deepEqual([canSee(`${at}/.config`), canSee(`${at}/mine/fish`)], [false, true]);
  }),
);

Deno.test(
  "watchNames() puts a link back that was replaced or removed, and leaves one that was not",
  inPlace(({ at, quarantine }) => {
    const names = ["replaced", "removed", "kept"].map((name) => `${at}/${name}`);
    for (const name of names) Deno.symlinkSync("target", name);
    const watch = watching(names, { quarantine, onPersistence: never });
    Deno.removeSync(`${at}/replaced`);
    Deno.writeTextFileSync(`${at}/replaced`, "evil");
    Deno.removeSync(`${at}/removed`);
    assert.deepEqual(watch.stop().map(({ path }) => path), names.slice(0, 2));
    assert.deepEqual(names.map((name) => Deno.readLinkSync(name)), ["target", "target", "target"]);
  }),
);

Deno.test(
  "watchNames() leaves other names alone",
  inPlace(({ at, quarantine }) => {
    const watch = watching([`${at}/.vscode`], { quarantine, onPersistence: never });
    Deno.mkdirSync(`${at}/.vscode-not`);
    assert.deepEqual(watch.stop(), []);
    assert.deepEqual([canSee(`${at}/.vscode-not`), canSee(quarantine)], [true, false]);
  }),
);

Deno.test(
  "watchNames() tells once when a command keeps on",
  inPlace(async ({ at, quarantine }) => {
    let told = 0;
    const watch = watching([`${at}/x`], { quarantine, onPersistence: () => told++ });
    for (let count = 0; count < 10; count++) {
      Deno.writeTextFileSync(`${at}/x`, "");
      await until(() => !canSee(`${at}/x`));
    }
    assert.equal(watch.stop().length, 10);
    assert.equal(told, 1);
  }),
);
