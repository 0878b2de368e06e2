/**
 * The read-only allowlist: the shape of its files, its compiled form, and what a look-up answers. Types only.
 * Source: spec.md, section 3; the notation is described in `configs/read_only_commands/README.md`.
 * @module
 */
import type { Arg } from "../arg.ts";

/** One theme file of `configs/read_only_commands/`. */
export interface ReadOnlyFile {
  readonly why: string;
  /** Named kinds of values: what a value must and must not look like. */
  readonly kinds?: Readonly<Record<string, ValueRule>>;
  /** Flag lists that several entries use as `@NAME`. */
  readonly flag_sets?: Readonly<Record<string, readonly string[]>>;
  /** Flags allowed after these words and before the next one (`git -C sub status`: key `git`). */
  readonly before?: Readonly<Record<string, readonly string[]>>;
  readonly entries: readonly ReadOnlyEntry[];
}

/** What a value has to look like; both are regular expressions, found anywhere unless anchored. */
export interface ValueRule {
  readonly why: string;
  readonly pattern?: string;
  readonly not?: string;
  readonly ignore_case?: boolean;
}

/** One way of calling programs that only reads. Whatever is not listed cancels. */
export interface ReadOnlyEntry {
  /** A program and up to two words after it; with a dash word in it, that argv and no other. */
  readonly forms: readonly string[];
  readonly why: string;
  readonly flags?: readonly string[];
  /** At least one of these flags must be given. */
  readonly needs?: readonly string[];
  /** `-la` is `-l -a`; false where a single dash starts a whole name (`find`, `java`, `openssl`). Default true. */
  readonly clusters?: boolean;
  /**
   * False where the program reads its options in a way of its own: a short flag may take the next word instead of the
   * rest of its own (`tree -Lo 2 out`), and `--` may not end the options. Default true.
   */
  readonly getopt?: boolean;
  /** `-5` is a flag. */
  readonly numeric?: boolean;
  /** The first word may be a bundle of flags without a dash (`tar tzf a.tgz`). */
  readonly bundle?: boolean;
  /** A dash word after the first operand cancels: not every system's version permutes its arguments. */
  readonly flags_first?: boolean;
  /** Operands; without this field there may be none. */
  readonly operands?: OperandRule;
  /** Reads the program operand and values of kind `program`, or the whole expression (`find`). */
  readonly recogniser?: string;
  /** Every argument is data, whatever it looks like (`echo`). */
  readonly any_words?: boolean;
  /** No option of the program writes, runs, reaches out or prints other files: a word that may be one is fine. */
  readonly flags_harmless?: boolean;
  /** Whether the contents of operands are printed. Default true. */
  readonly shows_content?: boolean;
  readonly match: readonly (readonly string[])[];
  readonly not_match: readonly (readonly string[])[];
}

/** Which words may stand beside the flags. */
export interface OperandRule {
  /** Default: any number. */
  readonly max?: number;
  /** `path` (default), `text` or `word` (never opened), `revision`, or a kind of the file. */
  readonly kind?: string;
  /** Kind of the first operand when it differs. */
  readonly first?: string;
  /** Flags that take the place of the first operand (`grep -e`). */
  readonly first_given_by?: readonly string[];
  /** Operands are allowed only together with one of these flags (`git branch --list`). */
  readonly only_with?: readonly string[];
  /** Every operand starts so; holds for words that are known only in part (`date "+$f"`). */
  readonly prefix?: string;
}

/** A look-up that found a form whose every word is known to keep it read-only. */
export interface ReadOnlyMatch {
  readonly kind: "match";
  /** The form, as it stands in the list. */
  readonly rule: string;
  readonly entry: ReadOnlyEntry;
  /** Values that must be directories inside the work directory (`git -C sub`). */
  readonly treePaths: readonly string[];
  /** Whether the command prints what is in the files it is given. */
  readonly showsContent: boolean;
  /** Some path it is given is known only at run time. */
  readonly unknownOperands: boolean;
}

/** A look-up that found nothing, or a form that something cancels. */
export interface ReadOnlyMiss {
  readonly kind: "miss";
  /** The form that was found, if any. */
  readonly form?: string;
  /** Why it does not count, without a final period. */
  readonly why: string;
  /** The argv without the words that cancel, when that would match. */
  readonly nearest?: readonly string[];
}

/** A file that was dropped because an example of it does not hold. */
export interface ReadOnlyFailure {
  readonly file: string;
  readonly why: string;
}

/** The allowlist, ready for look-ups. */
export interface ReadOnlyList {
  /** The forms of a program; undefined when it has none. */
  find(program: string): ProgramForms | undefined;
  /** Whether an entry may be used: its own examples hold, and its file was not dropped for another one. */
  trusts(found: Pick<FormEntry, "entry" | "file">): boolean;
  /** Files dropped so far; the examples of an entry are tried when it first matches. */
  failures(): readonly ReadOnlyFailure[];
}

/** Everything the list says about one program. */
export interface ProgramForms {
  /** Words after the program, joined by NUL, to the entries with that form. */
  readonly forms: ReadonlyMap<string, readonly FormEntry[]>;
  /** The same for forms with a dash word, which are whole argvs. */
  readonly exact: ReadonlyMap<string, readonly FormEntry[]>;
  /** Words after the program, joined by NUL, to the flags allowed after them. */
  readonly before: ReadonlyMap<string, FlagTable>;
}

/** A form and its entry, compiled on first use. */
export interface FormEntry {
  readonly form: string;
  /** Name of the file it comes from. */
  readonly file: string;
  readonly entry: ReadOnlyEntry;
  readonly rules: () => EntryRules;
}

/** What a flag takes: nothing, values of these kinds, or a glued value that may be left out. */
export interface FlagRule {
  readonly takes: "nothing" | "values" | "glued";
  readonly kinds: readonly ValueKind[];
}

/** The rule of a flag by its exact name (`-n`, `--name`). */
export type FlagTable = (name: string) => FlagRule | undefined;

/** How a value is checked. */
export type ValueKind =
  | { readonly kind: "word" | "text" | "number" | "path" | "tree" | "revision" | "program" }
  | {
    readonly kind: "rule";
    readonly why: string;
    readonly pattern: RegExp | undefined;
    readonly not: RegExp | undefined;
  };

/** An entry with its names resolved. */
export interface EntryRules {
  readonly entry: ReadOnlyEntry;
  readonly table: FlagTable;
  readonly clusters: boolean;
  readonly operandKind: ValueKind;
  readonly firstKind: ValueKind | undefined;
  readonly readProgram: ReadProgram | undefined;
  readonly readWords: ReadWords | undefined;
}

/** Reads the text of a program (`sed`, `awk`, `jq`): the reason why it may do more than read, or undefined. */
export type ReadProgram = (text: string) => string | undefined;

/** Reads all words from an index on (`find`): what cancels, or undefined. */
export type ReadWords = (args: readonly Arg[], from: number) => Stop | undefined;

/** Where reading an argv ended: `at` is the index of the word that cancels. */
export interface Stop {
  readonly why: string;
  readonly at: number;
}
