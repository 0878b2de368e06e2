/**
 * The checked-in files that are made from the source.
 * @module
 */
import { jsonSchemaText } from "../src/config/json_schemas.ts";

/** Every such file: its path from the root and what it must hold. */
export function generatedFiles(): readonly { readonly path: string; readonly text: string }[] {
  return (["request", "config", "verdict", "outcome"] as const)
    .map((name) => ({ path: `schemas/${name}.json`, text: jsonSchemaText(name) }));
}
