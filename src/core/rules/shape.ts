/**
 * Rules on the shape of an argv, before anything is looked up.
 * @module
 */
import { hasUnsafeCharacter } from "../display.ts";
import { holdsPlaceholder } from "../mask/placeholder.ts";
import type { Argv, Refusal } from "../types.ts";

/**
 * Refuses an argv that exec could not carry, that names no program, or that uses masked output as a value.
 *
 * Codes: `request-empty`, `request-empty-name`, `request-nul`, `request-name-control`, `request-masked-value`.
 * Source: spec.md, sections 1.1 and 8.
 */
export function refuseShape(argv: Argv): Refusal | undefined {
  const name = argv[0];
  if (name === undefined) return { code: "request-empty" };
  if (name.trim() === "") return { code: "request-empty-name" };
  const withNul = argv.find((item) => item.includes("\0"));
  if (withNul !== undefined) return { code: "request-nul", data: { argument: withNul } };
  if (argv.some(holdsPlaceholder)) return { code: "request-masked-value" };
  if (hasUnsafeCharacter(name)) return { code: "request-name-control", data: { name } };
  return undefined;
}
