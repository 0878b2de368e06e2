/**
 * Which mode counts when several places name one.
 * @module
 */
import type { Mode, Result } from "./types.ts";

/** Strictest first. */
const MODES: readonly Mode[] = ["safe", "auto", "allow-all"];

/**
 * The mode in force: what was asked for (flag, then environment), else the config's own, never above the ceiling.
 *
 * Refusal: `approval-mode-ceiling`. Source: contract.md, section 1.
 */
export function chooseMode(
  wished: Mode | undefined,
  limits: { readonly configured: Mode; readonly ceiling: Mode },
): Result<Mode> {
  const lower = (left: Mode, right: Mode) =>
    MODES.indexOf(left) <= MODES.indexOf(right) ? left : right;
  if (wished === undefined) return { ok: true, value: lower(limits.configured, limits.ceiling) };
  if (MODES.indexOf(wished) > MODES.indexOf(limits.ceiling)) {
    return {
      ok: false,
      refusal: { code: "approval-mode-ceiling", data: { mode: wished, ceiling: limits.ceiling } },
    };
  }
  return { ok: true, value: wished };
}

/** A mode by its public name. */
export function isMode(text: string): text is Mode {
  return (MODES as readonly string[]).includes(text);
}
