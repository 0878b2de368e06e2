/**
 * Spellings that both parsers read in Bash's way and the named shell in its own. All of them were found by running scripts in
 * the real shells (`tests/oracle`).
 * @module
 */
import type { CallItem, Redirect, ScriptItem, ShellName, Word } from "../core/script.ts";
import type { Position } from "../core/types.ts";

/** What is misread, for the message, and where. */
export interface Trap {
  readonly what: string;
  readonly at: Position;
}

/** The first spelling that the shell reads differently; undefined when there is none. */
export function findTrap(items: readonly ScriptItem[], shell: ShellName): Trap | undefined {
  for (const item of items) {
    if (item.kind !== "call") continue;
    const what = trapIn(item, shell);
    if (what !== undefined) return { what, at: item.at };
  }
  return undefined;
}

function trapIn(call: CallItem, shell: ShellName): string | undefined {
  return call.redirects.map((redirect) => redirectTrap(redirect, shell)).find(isFound) ??
    (/^(?:ksh|mksh|zsh)$/.test(shell) ? foreignNameTrap(call) : undefined) ??
    (shell === "zsh" ? zshTrap(call) : undefined);
}

function isFound(what: string | undefined): what is string {
  return what !== undefined;
}

function redirectTrap(redirect: Redirect, shell: ShellName): string | undefined {
  const { operator, descriptor = "", target } = redirect;
  const start = leadingText(target);
  // Bash expands the name twice: `>&'$(rm x)'` runs rm.
  if (operator === ">&" && /^1?$/.test(descriptor) && !/^[\w.\/-]+$/.test(plainText(target))) {
    return ">& to a name that is not plain";
  }
  // `>&-rm` closes, and rm is the next word.
  if (operator.endsWith("&") && start.startsWith("-") && start !== "-") {
    return ">&- without a blank";
  }
  // Only Bash takes `12>x` for descriptor 12; to dash, ksh and zsh 12 is an argument.
  if (shell !== "bash" && /^\d\d/.test(descriptor)) return "a descriptor above 9";
  // `>! x` overwrites x, although noclobber is set.
  if (shell === "zsh" && start.startsWith("!")) return ">!";
  return undefined;
}

/** ksh93 and zsh take letters of every script for names: `é=1 rm x` runs rm there, and `$é` expands. */
function foreignNameTrap({ words }: CallItem): string | undefined {
  const isAssignment = /^[^=]*[^\0-\x7f][^=]*=/.test(leadingText(words[0]));
  return isAssignment || words.some((word) => holds(word, /\$[^\0-\x7f]/))
    ? "a name that is not ASCII"
    : undefined;
}

/** Words with a grammar of their own before a command. Source: zshmisc(1), "Precommand Modifiers", "Reserved Words". */
const ZSH_WORDS: ReadonlySet<string> = new Set(
  "always end foreach nocorrect noglob repeat".split(" "),
);

/** Variables that name the command for a redirection without one. Source: zshparam(1). */
const ZSH_COMMAND_VARIABLES: ReadonlySet<string> = new Set(["NULLCMD", "READNULLCMD"]);

/** Names that zsh certainly takes for a command: not `{x}` (a block), not `1=b` (an assignment). */
const ZSH_NAME = /^(?:[A-Za-z_][\w.+-]*|\[\[?|[:.]|)$/;

function zshTrap({ words, assignments }: CallItem): string | undefined {
  const name = leadingText(words[0]);
  if (ZSH_WORDS.has(name) || !ZSH_NAME.test(name)) return "the first word in zsh";
  if (assignments.some((setting) => ZSH_COMMAND_VARIABLES.has(setting.name))) return "NULLCMD";
  // `=rm` is the path of rm, `=''rm` too.
  if (words.some(isCommandPath)) return "a word that starts with =";
  // `$=x`, `$~x`, `$^x`, `$+x` expand.
  return words.some((word) => holds(word, /\$[=~^+]/)) ? "$ before an operator" : undefined;
}

function isCommandPath(word: Word): boolean {
  return leadingText(word).startsWith("=") && !/^(=|==|=~)$/.test(plainText(word));
}

function holds({ pieces }: Word, form: RegExp): boolean {
  return pieces.some((piece) => piece.kind === "text" && form.test(piece.text));
}

/** The text of a word without quotes and expansions; empty for any other. */
function plainText(word: Word | undefined): string {
  return word?.pieces.length === 1 ? leadingText(word) : "";
}

/** The unquoted text a word starts with; empty when it starts otherwise. */
function leadingText(word: Word | undefined): string {
  const first = word?.pieces[0];
  return first?.kind === "text" && !first.quoted ? first.text : "";
}
