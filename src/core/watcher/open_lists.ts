/**
 * Programs whose operands are command texts (`concurrently "npm:watch-*" "tsc -w"`) or names of
 * scripts (`run-p watch:*`). Source: the documentation of concurrently and npm-run-all.
 * @module
 */
import type { Arg } from "../arg.ts";
import { findPackages } from "./find_packages.ts";
import { openScripts, quoteArgs, splitText } from "./open_scripts.ts";
import { operandsOf, patternText } from "./read_words.ts";
import type { Opened, Opening, Start } from "./session.ts";

/** Ways of naming a script in a command text; the name may hold `*`. */
const SCRIPT_TEXT =
  /^(?:(?:npm|yarn|pnpm|bun|node):|(?:npm|yarn|pnpm|bun) run |node --run )(\S+)\s*(.*)$/s;

/** Each operand is a command of its own, or a script named in short. */
export function openTextList(opening: Opening): Opened {
  const { head, operands, passed } = splitWords(opening);
  const starts = [...operands, ...passed].flatMap((operand) => {
    const text = fillIn(operand, passed);
    const [, name, rest = ""] = SCRIPT_TEXT.exec(text) ?? [];
    if (name !== undefined) return openNamed({ name, rest, pattern: {} }, opening);
    return splitText(text, { session: opening.session, cwds: opening.call.cwds }) ?? [];
  });
  return { own: head.filter((word) => !operands.includes(word)), starts };
}

/** Each operand is a script's name or pattern, with arguments behind it in the same word. */
export function openScriptList(opening: Opening): Opened {
  const { head, operands, passed } = splitWords(opening);
  const starts = operands.flatMap((operand) => {
    const [, name = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(fillIn(operand, passed)) ?? [];
    return openNamed({ name, rest, pattern: { separator: ":" } }, opening);
  });
  return { own: head.filter((word) => !operands.includes(word)), starts };
}

interface ListWords {
  readonly head: readonly Arg[];
  readonly operands: readonly Arg[];
  /** Words behind `--`. */
  readonly passed: readonly Arg[];
}

function splitWords(opening: Opening): ListWords {
  const words = opening.call.args.slice(1);
  const end = words.findIndex((word) => word.text === "--");
  const head = end < 0 ? words : words.slice(0, end);
  return {
    head,
    operands: operandsOf(head, { valued: opening.valued }),
    passed: end < 0 ? [] : words.slice(end + 1),
  };
}

/** The text of an operand with its placeholders (`{1}`, `{@}`, `{*}`) filled in; empty when not known. */
function fillIn(operand: Arg, passed: readonly Arg[]): string {
  return (patternText(operand) ?? "").replace(
    /\{(?:[@*]|(\d))\}/g,
    (_, number?: string) =>
      quoteArgs(number === undefined ? passed : passed.slice(Number(number) - 1, Number(number))),
  );
}

function openNamed(
  script: {
    readonly name: string;
    readonly rest: string;
    readonly pattern: { readonly separator?: string };
  },
  opening: Opening,
): readonly Start[] {
  const { session, call } = opening;
  const packages = findPackages({ bases: call.cwds, choice: "nearest", patterns: [] }, session);
  const passed = script.rest.replace(/^--(?:\s+|$)/, "");
  return openScripts({ ...script, packages, passed }, session) ?? [];
}
