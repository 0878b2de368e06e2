/**
 * Saying no in the two ways: words on stderr, or one JSON object on stdout.
 * @module
 */
import { exitCodeOf, messageOf } from "../core/codes.ts";
import { escapeForDisplay } from "../core/display.ts";
import type { Refusal } from "../core/types.ts";
import type { System } from "../guard/system.ts";

/** Exit code when our own output could not be delivered: 128 + SIGPIPE, as a plain tool would end. */
const LOST_OUTPUT = 141;

/** A line of execguard's own on stderr. */
export function say(system: System, by: { readonly text: string; readonly quiet: boolean }): void {
  if (!by.quiet) system.err(`execguard: ${escapeForDisplay(by.text)}\n`);
}

/** Says why not, with the ways out, and gives the exit code. */
export function sayRefusal(
  system: System,
  by: { readonly refusal: Refusal; readonly quiet: boolean },
): number {
  say(system, { text: messageOf(by.refusal), quiet: by.quiet });
  for (const advice of by.refusal.advice ?? []) {
    say(system, { text: `instead: ${advice}`, quiet: by.quiet });
  }
  return exitCodeOf(by.refusal);
}

/** Prints our own output; the exit code says so when it was lost. */
export function print(
  system: System,
  by: { readonly text: string; readonly code: number },
): number {
  return system.out(by.text) ? by.code : LOST_OUTPUT;
}
