/**
 * What output must not show: `configs/secrets.json`, compiled.
 * @module
 */
import secretData from "../../configs/secrets.json" with { type: "json" };
import type { Pattern } from "../core/mask/pattern.ts";
import { privateKeyPattern } from "../core/mask/private_key.ts";
import { type SecretShape, shapePattern } from "../core/mask/shape.ts";

/** Secrets known by their shape. */
export const SECRET_SHAPES: readonly SecretShape[] = secretData.shapes;

/** Values that are no secret whatever the variable is called; in lower case. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(secretData.common_words.words);

/** Patterns of everything that is recognised without knowing its value. */
export function shapePatterns(): Pattern[] {
  return [...SECRET_SHAPES.map(shapePattern), privateKeyPattern(secretData.private_key.name)];
}
