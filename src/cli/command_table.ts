/**
 * The subcommands and flags as plain data, read from the routes that parse them: for completions and
 * the man page.
 * @module
 */
import type { Application } from "@stricli/core";
import type { CliContext } from "./context.ts";

/** One flag. */
export interface FlagEntry {
  /** The spelling that changes something: `--network`, `--no-sandbox`. */
  readonly name: string;
  /** The one-letter spelling, such as `-q`. */
  readonly short: string | undefined;
  readonly brief: string;
  /** What stands for its value, such as `PATH`; undefined when it takes none. */
  readonly value: string | undefined;
  readonly choices: readonly string[];
  readonly isRepeatable: boolean;
}

/** A word that is no flag. */
export interface OperandEntry {
  readonly placeholder: string;
  readonly choices: readonly string[];
  readonly isOptional: boolean;
  readonly isRepeatable: boolean;
}

/** One subcommand. */
export interface CommandEntry {
  /** Its words, such as `["approve", "rule", "add"]`. */
  readonly path: readonly string[];
  readonly brief: string;
  readonly flags: readonly FlagEntry[];
  readonly operands: readonly OperandEntry[];
  /** Whether a command line of another program follows. */
  readonly takesArgv: boolean;
}

/** A group of subcommands, or one of them: what may follow the words before it. */
export interface GroupEntry {
  readonly path: readonly string[];
  readonly brief: string;
  /** Next words with what they do. */
  readonly next: readonly { readonly word: string; readonly brief: string }[];
}

/** All of them, without the hidden ones. */
export interface CommandTable {
  readonly groups: readonly GroupEntry[];
  readonly commands: readonly CommandEntry[];
}

type Target = Application<CliContext>["root"];
type Routes = Extract<Target, { readonly getAllEntries: unknown }>;
type Leaf = Exclude<Target, Routes>;
type Flag = NonNullable<Leaf["parameters"]["flags"]>[string];
type Positional = NonNullable<Leaf["parameters"]["positional"]>;

/** Reads the table off an application; `argvCommands` are those that an argv follows. */
export function commandTable(
  application: Application<CliContext>,
  argvCommands: ReadonlySet<string>,
): CommandTable {
  const groups: GroupEntry[] = [];
  const commands: CommandEntry[] = [];
  const walk = (target: Target, path: readonly string[]): void => {
    if (!("getAllEntries" in target)) {
      commands.push(commandEntry(target, { path, takesArgv: argvCommands.has(path.join(" ")) }));
      return;
    }
    const entries = target.getAllEntries().filter(({ hidden }) => !hidden)
      .map(({ name, target }) => ({ word: name["convert-camel-to-kebab"], target }));
    const next = entries.map(({ word, target: { brief } }) => ({ word, brief }));
    groups.push({ path, brief: target.brief, next });
    for (const { word, target } of entries) walk(target, [...path, word]);
  };
  walk(application.root, []);
  return { groups, commands };
}

function commandEntry(
  { brief, parameters }: Leaf,
  by: { readonly path: readonly string[]; readonly takesArgv: boolean },
): CommandEntry {
  const shorts = new Map(
    Object.entries(parameters.aliases ?? {}).map(([letter, name]) => [name, `-${letter}`]),
  );
  const flags = Object.entries(parameters.flags ?? {})
    .filter(([, flag]) => flag.hidden !== true)
    .map(([name, flag]) => flagEntry({ name, flag, short: shorts.get(name) }));
  return { ...by, brief, flags, operands: operandEntries(parameters.positional) };
}

function flagEntry(
  { name, flag, short }: {
    readonly name: string;
    readonly flag: Flag;
    readonly short: string | undefined;
  },
): FlagEntry {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const isOn = flag.kind === "boolean" && flag.default === true;
  const choices = flag.kind === "enum" ? flag.values : [];
  const takesValue = flag.kind === "parsed" || flag.kind === "enum";
  const placeholder = flag.kind === "enum"
    ? choices.join("|")
    : flag.placeholder ?? kebab.toUpperCase();
  return {
    name: isOn ? `--no-${kebab}` : `--${kebab}`,
    short,
    brief: flag.brief,
    value: takesValue ? placeholder : undefined,
    choices,
    isRepeatable: "variadic" in flag && flag.variadic !== undefined && flag.variadic !== false,
  };
}

function operandEntries(positional: Positional | undefined): readonly OperandEntry[] {
  if (positional === undefined) return [];
  const isRepeatable = positional.kind === "array";
  const parameters = isRepeatable ? [positional.parameter] : positional.parameters;
  return parameters.map((parameter) => ({
    placeholder: parameter.placeholder ?? "ARG",
    choices: choicesOf(parameter.proposeCompletions),
    isOptional: parameter.optional === true || (isRepeatable && !positional.minimum),
    isRepeatable,
  }));
}

/** The routes of ours propose fixed words, whoever asks. */
function choicesOf(propose: unknown): readonly string[] {
  const words: unknown = typeof propose === "function" ? propose("") : [];
  return Array.isArray(words) ? words.map(String) : [];
}
