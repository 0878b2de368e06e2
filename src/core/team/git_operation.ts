/**
 * What a git command does, seen from the team: fine, or refused and why.
 * @module
 */
import { type Arg, mayBeFlag } from "../arg.ts";
import { type FoundOption, scanOptions } from "../options.ts";
import { includesName } from "../policy.ts";
import type { GitRule, TeamGit } from "./team_policy.ts";

/** A refused operation, for the message. */
export interface RefusedOperation {
  readonly operation: string;
  readonly why: string;
}

/** Options that carry a setting: `KEY=VALUE`, or `KEY=VARIABLE`. */
const SETTING_OPTIONS: ReadonlySet<string> = new Set(["-c", "--config-env"]);
/** With these, git shows something about itself and ends. */
const INFORMATION: ReadonlySet<string> = new Set([
  ...["-v", "--version", "-h", "--help", "--html-path", "--man-path", "--info-path"],
]);

/**
 * Judges the words after `git`, global options first.
 *
 * A word that is known only at run time is taken for the worst it may be where that matters. A
 * subcommand that is not listed is refused: it may be an alias. Source: spec.md, section 13.
 */
export function refuseGitOperation(
  args: readonly Arg[],
  git: TeamGit,
): RefusedOperation | undefined {
  const scan = scanOptions(args, { from: 0, table: git.globalFlags });
  if (scan.unknown !== undefined) {
    return { operation: scan.unknown.shown, why: "this option is not known" };
  }
  const setting = scan.found.find((option) => !isHarmless(option, git));
  if (setting !== undefined) {
    return {
      operation: `${setting.name} ${setting.value?.shown ?? ""}`.trim(),
      why: "this setting may name a program, an alias or a remote",
    };
  }
  const name = args[scan.next];
  if (name === undefined) {
    // Bare `git` as the text of an alias would take any operation after it.
    return scan.found.some((option) => INFORMATION.has(option.name))
      ? undefined
      : { operation: "without a command", why: "it is not clear what follows" };
  }
  const rest = args.slice(scan.next + 1);
  const rule = git.commands.get(name.text ?? "");
  if (rule === undefined) {
    const why = "it is not one of the listed operations and may be an alias";
    return { operation: name.shown, why };
  }
  return refuseForm(rule, { name: name.text ?? "", args: rest });
}

function isHarmless(option: FoundOption, git: TeamGit): boolean {
  if (option.name === "--exec-path") return option.value === undefined;
  if (!SETTING_OPTIONS.has(option.name)) return true;
  const key = option.value?.text?.split("=")[0]?.toLowerCase();
  return key !== undefined && includesName(git.settings, key);
}

interface Form {
  readonly name: string;
  readonly args: readonly Arg[];
}

function refuseForm(rule: GitRule, form: Form): RefusedOperation | undefined {
  const { why } = rule.entry;
  const refuse = (word: string) => ({ operation: `${form.name} ${word}`.trim(), why });
  switch (rule.entry.rule) {
    case "allow": {
      const word = refusedWord(rule, form.args);
      return word === undefined ? undefined : refuse(word.shown);
    }
    case "list": {
      const word = beyondListing(rule, form.args);
      return word === undefined ? undefined : refuse(word);
    }
  }
  return refuse(form.args[0]?.shown ?? "");
}

/** The first refused flag or first operand of a form that is else allowed. */
function refusedWord(rule: GitRule, args: readonly Arg[]): Arg | undefined {
  const { refused_flags: flags = [], refused_words: words = [], valued = "" } = rule.entry;
  if (flags.length + words.length === 0) return undefined;
  let operands = 0;
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === undefined || (flags.length > 0 && arg.text === "--")) return undefined;
    if (arg.text === undefined) {
      if (flags.length > 0 ? mayBeFlag(arg) : operands === 0) return arg;
    } else if (!/^-./.test(arg.text)) {
      if (operands === 0 && words.includes(arg.text)) return arg;
      operands++;
      continue;
    }
    const read = readFlag(arg.text ?? "", { flags, valued });
    if (read.isRefused) return arg;
    if (read.takesNext) index++;
  }
  return undefined;
}

/** Long flags may be abbreviated; of short ones in a cluster, the first that takes a value takes the rest. */
function readFlag(
  text: string,
  by: { readonly flags: readonly string[]; readonly valued: string },
): { readonly isRefused: boolean; readonly takesNext: boolean } {
  const { flags, valued } = by;
  if (text.startsWith("--")) {
    const name = text.split("=")[0] ?? text;
    const isRefused = name.length > 2 && flags.some((flag) => flag.startsWith(name));
    return { isRefused, takesNext: false };
  }
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (flags.includes(`-${letter}`)) return { isRefused: true, takesNext: false };
    if (valued.includes(letter)) return { isRefused: false, takesNext: at === text.length - 1 };
  }
  return { isRefused: false, takesNext: false };
}

/** The first word that makes a form more than a listing; the empty text when something is missing. */
function beyondListing(rule: GitRule, args: readonly Arg[]): string | undefined {
  const { entry } = rule;
  const found: string[] = [];
  const operands: Arg[] = [];
  for (let from = 0; from < args.length;) {
    const scan = scanOptions(args, { from, table: rule.flags });
    if (scan.unknown !== undefined) return scan.unknown.shown;
    found.push(...scan.found.map((option) => option.name));
    const operand = args[scan.next];
    // An operand that turns into an option would come after those that were read.
    if (operand !== undefined && operand.text === undefined && mayBeFlag(operand)) {
      return operand.shown;
    }
    // The word says what is done; flags after it belong to a listing.
    if (operands.length === 0 && entry.words?.includes(operand?.text ?? "")) return undefined;
    if (operand !== undefined) operands.push(operand);
    from = scan.next + 1;
  }
  const [first] = operands;
  if (entry.needs_word) return first?.shown ?? "";
  if (entry.required !== undefined && !entry.required.some((flag) => found.includes(flag))) {
    return first?.shown ?? "";
  }
  if (entry.operands_with?.some((flag) => found.includes(flag))) return undefined;
  return operands.length > (entry.operands ?? 0) ? first?.shown : undefined;
}
