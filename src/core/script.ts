/**
 * Our own form of a shell script: a flat list of everything in it that runs, sets or evaluates
 * something, in source order, nested substitutions included. Both parsers are translated into it,
 * so that their readings can be compared, and the rules see no parser's own tree.
 * @module
 */
import type { Position } from "./types.ts";

/** Shells whose `-c` text is judged; others with code are opaque. */
export type ShellName = "sh" | "bash" | "dash" | "ash" | "ksh" | "mksh" | "zsh";

/**
 * One part of a word, after quoting was undone.
 *
 * - `text`: literal characters, decoded (backslashes, `$'..'`). `quoted: false` text may still hold
 *   globs, braces or a leading tilde, which the rules interpret; an escaped character is `quoted: true`.
 * - `parameter`: `$name`, `${name}`; `plain` is false when an operator (`:-`, `#`, `%`, `/`, `!`, `@`, `[..]`) is involved.
 *   A literal default (`${x:-none}`) is given as `operand` pieces when the operator is `-`, `:-`, `=`, `:=`, `+` or `:+`;
 *   `${#x}` has the operator `length`.
 * - `command`: `$(..)`, backquotes, `${ ..; }`; the commands inside are items of the script.
 *   `source` gives the words of the inner command when it is exactly one simple static command, else undefined.
 * - `arithmetic`: `$((..))`.
 * - `process`: `<(..)`, `>(..)`.
 * - `glob`: an extended glob `@(..)`, source text kept.
 */
export type Piece =
  | { readonly kind: "text"; readonly text: string; readonly quoted: boolean }
  | {
    readonly kind: "parameter";
    readonly name: string;
    readonly quoted: boolean;
    readonly plain: boolean;
    readonly operator?: string;
    readonly operand?: readonly Piece[];
  }
  | { readonly kind: "command"; readonly quoted: boolean; readonly source?: readonly string[] }
  | { readonly kind: "arithmetic"; readonly quoted: boolean }
  | { readonly kind: "process" }
  | { readonly kind: "glob"; readonly text: string };

/**
 * One shell word. `spelling` says how it was quoted: `bare` not at all (`ls`, `$x`), `quoted` by one pair around the whole
 * (`"ls"`, `'ls'`), `tricky` in any other way (`r''m`, `\rm`, `$'rm'`, `a"b"`).
 */
export interface Word {
  readonly pieces: readonly Piece[];
  readonly spelling: "bare" | "quoted" | "tricky";
  readonly at: Position;
}

/** `NAME=value`, `NAME+=value`, `NAME[i]=value`, `NAME=(..)`; `value` is undefined for what cannot be followed (arrays, appends). */
export interface Assignment {
  readonly name: string;
  readonly value: Word | undefined;
  readonly at: Position;
}

/**
 * One redirection. The target of a here-string is its word; a here-document has none (its text is not kept, what it runs is
 * items of the script).
 */
export interface Redirect {
  readonly operator:
    | "<"
    | ">"
    | ">>"
    | "<>"
    | ">|"
    | "<&"
    | ">&"
    | "&>"
    | "&>>"
    | "<<"
    | "<<-"
    | "<<<";
  /** Descriptor as written (`2`, `{fd}` as `fd`), undefined for the operator's default. */
  readonly descriptor: string | undefined;
  readonly target: Word | undefined;
  readonly at: Position;
}

/**
 * Where a command's standard input comes from, itself or by something around it: `file` also for `<&` and for everything in a
 * script with `exec <`; `pipe` also inside `>(..)`, `coproc` and functions, whose callers may stand anywhere.
 */
export type Stdin = "inherited" | "pipe" | "file" | "here";

/**
 * A simple command, or the redirections of a compound one (no words, before its body).
 *
 * - `export A=1` and its like have plain words; only `A=(..)` and `A[i]=..` among them are `assignments`.
 * - `[[ .. ]]` has all its words, operators and the closing `]]` included, as if it were a command.
 * - `time` and `-p` are the first words of the command after them; before a compound command they are left out.
 */
export interface CallItem {
  readonly kind: "call";
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly stdin: Stdin;
  /** Started with `&` or `coproc`, itself or something around it. */
  readonly background: boolean;
  readonly at: Position;
}

/** `name() { .. }`: the body's commands are items of the script like any others. */
export interface FunctionItem {
  readonly kind: "function";
  readonly name: string;
  readonly at: Position;
}

/**
 * A variable set by syntax other than an assignment word: `for`, `select`, `coproc`, `${x:=v}`, arithmetic.
 * `values` undefined: unknown, or, when `numeric`, the result of arithmetic (`x++`, `((x=1))`).
 */
export interface VariableItem {
  readonly kind: "variable";
  readonly name: string;
  readonly values: readonly Word[] | undefined;
  readonly numeric: boolean;
  readonly at: Position;
}

/**
 * Names whose *text* is evaluated as arithmetic (`((x))`, `$((x))`, `$(($x))`, `a[x]`, `${v:x}`, `[[ x -eq 1 ]]`, `let x`);
 * the keys of an associative array look the same and are among them.
 */
export interface ArithmeticItem {
  readonly kind: "arithmetic";
  readonly names: readonly string[];
  readonly at: Position;
}

/**
 * Something that is refused wherever it stands: `${x@P}`, `$".."`, an expansion in literal text that is evaluated as arithmetic,
 * a spelling that shells read differently, a node kind not on our list. `what` names it for the message.
 */
export interface RefusedItem {
  readonly kind: "refused";
  readonly code: "script-dynamic" | "script-parse" | "script-ambiguous";
  readonly what: string;
  readonly at: Position;
}

/** One thing a script does. */
export type ScriptItem = CallItem | FunctionItem | VariableItem | ArithmeticItem | RefusedItem;

/**
 * A parsed script. Items stand in source order; a command comes before what its own words run. A script with a `RefusedItem`
 * was not read a second time: it must not run.
 */
export interface Script {
  readonly items: readonly ScriptItem[];
}
