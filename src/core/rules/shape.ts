/**
 * Rules on the shape of an argv, before anything is looked up.
 * @module
 */
import { hasUnsafeCharacter } from "../display.ts";
import type { Argv, Refusal } from "../types.ts";

/**
 * Refuses an argv that exec could not carry or that names no program.
 *
 * Codes: `request-empty`, `request-empty-name`, `request-nul`, `request-name-control`. Source: spec.md, section 1.1.
 */
export function refuseShape(argv: Argv): Refusal | undefined {
  const name = argv[0];
  if (name === undefined) return { code: "request-empty" };
  if (name.trim() === "") return { code: "request-empty-name" };
  const withNul = argv.find((item) => item.includes("\0"));
  if (withNul !== undefined) return { code: "request-nul", data: { argument: withNul } };
  if (hasUnsafeCharacter(name)) return { code: "request-name-control", data: { name } };
  return undefined;
}
