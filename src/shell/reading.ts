/**
 * One parser's reading of a script, freed from that parser's own tree: what both translators
 * (`mvdan.ts`, `unbash.ts`) produce and what `list_items.ts` turns into items, so that every rule about
 * order, standard input and background stands once and holds for both.
 *
 * Offsets are the parser's own (bytes for mvdan-sh, UTF-16 units for unbash).
 * @module
 */
import type { Redirect, RefusedItem } from "../core/script.ts";

/** A word as it is written: its parts in order, quotes as groups. */
export interface ReadWord {
  readonly parts: readonly Part[];
  readonly offset: number;
}

/** How a quoted stretch is spelled: `'..'`, `".."`, `$'..'`. */
export type QuoteStyle = "single" | "double" | "ansi";

/** One part of a word. Text is decoded; `escaped` text was protected by a backslash. */
export type Part =
  | { readonly kind: "text"; readonly text: string; readonly escaped: boolean }
  | { readonly kind: "quotes"; readonly style: QuoteStyle; readonly parts: readonly Part[] }
  | ReadParameter
  | { readonly kind: "command"; readonly body: readonly Statement[] }
  | { readonly kind: "arithmetic"; readonly expression: Expression }
  | {
    readonly kind: "process";
    readonly direction: "<" | ">";
    readonly body: readonly Statement[];
  }
  | { readonly kind: "glob"; readonly text: string }
  | { readonly kind: "refused"; readonly code: RefusedItem["code"]; readonly what: string };

/** `$name` or `${name..}`. */
export interface ReadParameter {
  readonly kind: "parameter";
  readonly name: string;
  /** As in `Piece`: undefined for `$name` and `${name}`. */
  readonly operator: string | undefined;
  /** The word after a default operator (`-`, `:-`, `=`, `:=`, `+`, `:+`). */
  readonly operand: ReadWord | undefined;
  /** Other words inside the braces: patterns, replacements, messages. */
  readonly words: readonly ReadWord[];
  /** Subscript, offset and length: evaluated as arithmetic. */
  readonly evaluated: readonly Expression[];
}

/** Something evaluated as arithmetic: its static text (gaps where expansions stand) and the words in it. */
export interface Expression {
  readonly text: string;
  readonly words: readonly ReadWord[];
  readonly offset: number;
}

/** An assignment word before or among the words of a command. */
export interface Setting {
  readonly name: string;
  /** The value, when it is one word that replaces the variable's old value. */
  readonly value: ReadWord | undefined;
  /** Appended value, array elements: not followed, only searched. */
  readonly words: readonly ReadWord[];
  readonly evaluated: readonly Expression[];
  readonly offset: number;
}

/** One redirection; `body` is the text of a here-document, undefined when its delimiter is quoted. */
export interface Redirection {
  readonly operator: Redirect["operator"];
  readonly descriptor: string | undefined;
  readonly target: ReadWord | undefined;
  readonly body: ReadWord | undefined;
  readonly offset: number;
}

/** A command with what surrounds it. */
export interface Statement {
  readonly command: Command | undefined;
  readonly redirects: readonly Redirection[];
  readonly background: boolean;
  readonly offset: number;
}

/** A command. Compound ones are what they run and evaluate, in source order; their branches do not matter here. */
export type Command =
  | {
    readonly kind: "simple";
    readonly settings: readonly Setting[];
    readonly words: readonly ReadWord[];
    readonly evaluated: readonly Expression[];
  }
  | { readonly kind: "compound"; readonly steps: readonly Step[] }
  | { readonly kind: "pipeline"; readonly stages: readonly Statement[] }
  | { readonly kind: "function"; readonly name: string; readonly body: Statement }
  | { readonly kind: "coprocess"; readonly name: string; readonly body: Statement }
  | {
    readonly kind: "timed";
    readonly words: readonly ReadWord[];
    readonly body: Statement | undefined;
  }
  | { readonly kind: "refused"; readonly what: string };

/** One thing a compound command does. */
export type Step =
  | { readonly kind: "statement"; readonly statement: Statement }
  | { readonly kind: "word"; readonly word: ReadWord }
  | { readonly kind: "expression"; readonly expression: Expression }
  | {
    readonly kind: "variable";
    readonly name: string;
    readonly words: readonly ReadWord[] | undefined;
    readonly offset: number;
  };

/** A word of one literal text, for what a tree keeps as a keyword or operator. */
export function staticWord(text: string, offset: number): ReadWord {
  return { parts: [{ kind: "text", text, escaped: false }], offset };
}

/**
 * The text a word or expression holds whatever the script does; a blank stands for each expansion, the name for a variable.
 * Any `$` in it is literal.
 */
export function staticText({ parts }: Pick<ReadWord, "parts">): string {
  return parts.map((part) => {
    switch (part.kind) {
      case "text":
      case "glob":
        return part.text;
      case "quotes":
        return staticText(part);
      case "parameter":
        return ` ${part.name} `;
      case "command":
      case "arithmetic":
      case "process":
      case "refused":
        return " ";
    }
  }).join("");
}

/** Operators of `${x..}` whose word is what the expansion may become. */
export const DEFAULT_OPERATORS: ReadonlySet<string> = new Set(["-", ":-", "=", ":=", "+", ":+"]);

/**
 * Whether `${x@..}` only rewrites the value. `P` expands it like a prompt and so runs what stands in it; letters that are not
 * in the Bash manual (3.5.3) are not trusted.
 */
export function isHarmlessTransform(operand: ReadWord | undefined): boolean {
  return operand !== undefined && /^[UuLQEAKak]$/.test(staticText(operand));
}
