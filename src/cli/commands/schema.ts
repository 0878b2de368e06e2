/**
 * `execguard schema`: the public shapes as JSON Schema.
 * @module
 */
import { jsonSchemaText, type SchemaName } from "../../config/json_schemas.ts";
import type { CliContext } from "../context.ts";
import { print } from "../report.ts";

/** Prints one JSON Schema. */
export function schema(this: CliContext, _flags: object, name: SchemaName): void {
  this.exit(print(this.system, { text: jsonSchemaText(name), code: 0 }));
}
