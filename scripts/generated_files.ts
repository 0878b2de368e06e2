/**
 * The checked-in files that are made from the source.
 * @module
 */
import denoConfig from "../deno.json" with { type: "json" };
import { manPage } from "../src/cli/man_page.ts";
import { jsonSchemaText } from "../src/config/json_schemas.ts";

/** Every such file: its path from the root and what it must hold. */
export function generatedFiles(): readonly { readonly path: string; readonly text: string }[] {
  const schemas = (["request", "config", "verdict", "outcome"] as const)
    .map((name) => ({ path: `schemas/${name}.json`, text: jsonSchemaText(name) }));
  return [...schemas, { path: "man/execguard.1", text: manPage(denoConfig.version) }];
}
