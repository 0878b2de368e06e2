/**
 * A checkout that is ready to start, whose "Deno" only shows what it was started with.
 * @module
 */
import { TestEnv } from "../support/test_env.ts";

const ROOT = new URL("../..", import.meta.url).pathname;

/** The Deno release and dependencies that the launcher expects, e.g. `2.9.6-0123456789ab`. */
export function launcherKey(): string {
  const launcher = Deno.readTextFileSync(`${ROOT}scripts/execguard`);
  return /^eg_key=(.*)$/m.exec(launcher)?.[1] ?? "";
}

/** The Deno release of `launcherKey`. */
export const DENO_VERSION: string = launcherKey().replace(/-.*/, "");

/** Prints the arguments, a line `--`, and the environment; all ended by NUL. */
const SHOWING_DENO = `#!/bin/sh
printf '%s\\0' "$@" --
exec env -0
`;

/** What the showing Deno was started with; one character for one byte. */
export interface Shown {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Reads what the showing Deno printed. */
export function readShown(bytes: Uint8Array): Shown {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const items = text.split("\0").slice(0, -1);
  const end = items.lastIndexOf("--");
  const pairs = items.slice(end + 1).map((item): [string, string] => {
    const equals = item.indexOf("=");
    return [item.slice(0, equals), item.slice(equals + 1)];
  });
  return { args: items.slice(0, end), env: Object.fromEntries(pairs) };
}

/** Copies the launcher into `folder`; without a runtime the checkout is not ready. */
export function makeCheckout(env: TestEnv, folder: string): string {
  const scripts = ["execguard", "launch.sh", "bootstrap", "warm"].map((name) => `scripts/${name}`);
  for (const name of scripts) {
    env.write(`${folder}/${name}`, Deno.readTextFileSync(`${ROOT}${name}`), 0o755);
  }
  for (const name of ["deno.json", "deno.lock"]) {
    env.write(`${folder}/${name}`, Deno.readTextFileSync(`${ROOT}${name}`));
  }
  env.write(`${folder}/main.ts`, "console.log('started');\n");
  return folder;
}

/** Makes a checkout in `folder` ready, with the showing Deno. */
export function makeReadyCheckout(env: TestEnv, folder: string): string {
  makeCheckout(env, folder);
  makeReady(env, `${folder}/.deno`);
  return folder;
}

/** Fills a runtime folder with the showing Deno. */
export function makeReady(env: TestEnv, runtime: string): void {
  env.write(`${runtime}/deno-${DENO_VERSION}`, SHOWING_DENO, 0o755);
  env.write(`${runtime}/ready-${launcherKey()}`, "\n");
  env.write(`${runtime}/without-bubblewrap`, "");
}
