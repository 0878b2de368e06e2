/**
 * The public shapes as JSON Schema (2020-12): what `execguard schema` prints and `schemas/` holds.
 * @module
 */
import * as z from "zod/mini";
import { requestSchema } from "./request_schema.ts";
import { outcomeSchema, verdictSchema } from "./result_schemas.ts";
import { configSchema } from "./schema.ts";

const SCHEMAS = {
  request: { title: "A request to execguard", schema: requestSchema },
  config: { title: "The user config of execguard", schema: configSchema },
  verdict: { title: "What execguard decided about an argv", schema: verdictSchema },
  outcome: { title: "How a command under execguard ended", schema: outcomeSchema },
} as const;

/** Names of the public shapes. */
export type SchemaName = keyof typeof SCHEMAS;

/** The JSON Schema of one shape, as text with a final line feed. */
export function jsonSchemaText(name: SchemaName): string {
  const { title, schema } = SCHEMAS[name];
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: "input" });
  return `${JSON.stringify({ $schema, title, ...rest }, undefined, 2)}\n`;
}
