/**
 * `execguard schema` and `execguard completions`: what is printed for other programs.
 * @module
 */
import { buildChoiceParser, buildCommand } from "@stricli/core";
import type { SchemaName } from "../config/json_schemas.ts";
import type { Shell } from "./commands/completions.ts";
import type { CliContext } from "./context.ts";

/** Prints a JSON Schema. */
export const schema = () =>
  buildCommand<object, [name: SchemaName], CliContext>({
    loader: async () => (await import("./commands/schema.ts")).schema,
    parameters: {
      positional: oneOf<SchemaName>(["request", "config", "verdict", "outcome"], "NAME"),
    },
    docs: { brief: "Print the JSON Schema of what goes in or comes out" },
  });

/** Prints what makes a shell complete our words. */
export const completions = () =>
  buildCommand<object, [shell: Shell], CliContext>({
    loader: async () => (await import("./commands/completions.ts")).completions,
    parameters: { positional: oneOf<Shell>(["bash", "zsh", "fish"], "SHELL") },
    docs: { brief: "Print the completion script of a shell" },
  });

function oneOf<T extends string>(names: readonly T[], placeholder: string) {
  return {
    kind: "tuple",
    parameters: [{
      brief: `One of ${names.join(", ")}`,
      parse: buildChoiceParser(names),
      proposeCompletions: () => names,
      placeholder,
    }],
  } as const;
}
