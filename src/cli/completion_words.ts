/**
 * What may stand where on the command line, the same for every shell.
 * @module
 */
import type { CommandEntry, CommandTable } from "./command_table.ts";

/** A word that may come next. */
export interface NextWord {
  readonly word: string;
  readonly brief: string;
}

/** What may follow the words of `path`, joined by blanks; empty at the start. */
export interface Place {
  readonly path: string;
  readonly next: readonly NextWord[];
}

/** Everything a completion script needs to know. */
export interface CompletionWords {
  readonly places: readonly Place[];
  /** Places after which the command line of another program comes. */
  readonly argvPlaces: readonly string[];
  /** Flags that take the next word. */
  readonly valuedFlags: readonly string[];
  /** Those of them with fixed values. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
}

const HELP = { word: "--help", brief: "Explain the subcommand" };

/** Puts the words together. */
export function completionWords({ groups, commands }: CommandTable): CompletionWords {
  const flags = commands.flatMap((command) => command.flags);
  const valued = flags.filter(({ value }) => value !== undefined);
  return {
    places: [
      ...groups.map(({ path, next }) => ({ path: path.join(" "), next: [...next, HELP] })),
      ...commands.map((command) => ({ path: command.path.join(" "), next: wordsOf(command) })),
    ],
    argvPlaces: commands.filter(({ takesArgv }) => takesArgv).map(({ path }) => path.join(" ")),
    valuedFlags: [...new Set(valued.map(({ name }) => name))].toSorted(),
    choices: new Map(
      valued.filter(({ choices }) => choices.length > 0).map((
        { name, choices },
      ) => [name, choices]),
    ),
  };
}

function wordsOf({ operands, flags }: CommandEntry): readonly NextWord[] {
  return [
    ...operands.flatMap(({ choices }) => choices).map((word) => ({ word, brief: "" })),
    ...flags.flatMap(({ name, short, brief }) =>
      (short === undefined ? [name] : [name, short]).map((word) => ({ word, brief }))
    ),
    HELP,
  ];
}

/** One word of sh, bash or zsh: `it's` becomes `'it'\''s'`. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A pattern of `case` that stands for any of the words. */
export function anyOf(words: readonly string[]): string {
  return words.map(quoteWord).join(" | ");
}
