/**
 * Background tasks as a caller sees them.
 * @module
 */
import assert from "node:assert/strict";
import type { RunResult, TestEnv } from "../support/test_env.ts";

/** A JSON object. */
export type Json = Record<string, unknown>;

/** Runs `execguard background`. */
export function background(env: TestEnv, ...args: string[]): Promise<RunResult> {
  return env.run(["background", ...args]);
}

/** Starts a script in the background and gives the task. */
export async function start(
  env: TestEnv,
  script: string,
  args: readonly string[] = [],
): Promise<Json> {
  const all = ["--json", "--mode", "auto", ...args, "--", "sh", "-c", script];
  const result = await background(env, "start", ...all);
  assert.equal(result.code, 0, result.stdout + result.stderr);
  return result.json();
}

/** The id of a task. */
export function idOf(task: Json): string {
  return String(task.id);
}

/** A task as it is now. */
export async function show(env: TestEnv, task: Json): Promise<Json> {
  return (await background(env, "show", "--json", idOf(task))).json();
}

/** The events of a task, or of the session, until nothing runs. */
export async function events(env: TestEnv, ...args: string[]): Promise<Json[]> {
  const { stdout } = await background(env, "watch", ...args);
  return stdout.split("\n").filter((line) => line !== "").map((line): Json => JSON.parse(line));
}

/** Waits until something is so; ten seconds are a failed test. */
export async function until(is: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !await is(); tries++) {
    assert.ok(tries < 200, "it never came");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The text of a file, empty when there is none. */
export function textOf(path: unknown): string {
  try {
    return Deno.readTextFileSync(String(path));
  } catch {
    return "";
  }
}
