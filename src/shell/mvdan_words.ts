/**
 * Translates the words, assignments and expansions of mvdan-sh's tree.
 * @module
 */
import type { RefusedItem } from "../core/script.ts";
import { decodeAnsi, decodeBare, decodeDoubleQuoted } from "./decode.ts";
import { deeper } from "./limits.ts";
import { findReprintTrap } from "./reprint_traps.ts";
import { readStatements } from "./mvdan_commands.ts";
import { readExpression } from "./mvdan_expressions.ts";
import {
  type GoAssign,
  type GoNode,
  type GoParamExp,
  type GoWord,
  listOf,
  present,
  type Readers,
  readNode,
  textOf,
  TOKENS,
  type WordParts,
} from "./mvdan_tree.ts";
import {
  DEFAULT_OPERATORS,
  isHarmlessTransform,
  type Part,
  type ReadWord,
  type Setting,
  staticWord,
} from "./reading.ts";

/** Where a part stands. */
interface Context {
  readonly level: number;
  /** Between double quotes or in a here-document, where backslashes count less. */
  readonly quoted: boolean;
  /** Inside the braces of an expansion that is itself quoted: after a default operator, or after another one. */
  readonly within: "default" | "other" | undefined;
}

/** Translates a word. */
export function readWord(word: GoWord, level: number): ReadWord {
  return readWordIn(word, { level, quoted: false, within: undefined });
}

function readWordIn(word: GoWord, context: Context): ReadWord {
  const parts = readParts(listOf(word.Parts), { ...context, level: deeper(context.level) });
  return { parts, offset: word.Pos().offs };
}

/** Translates the body of a here-document that expands. */
export function readHereDocument(body: GoWord, level: number): ReadWord {
  return readWordIn(body, { level, quoted: true, within: undefined });
}

function readParts(parts: readonly GoNode[], context: Context): readonly Part[] {
  const unlisted = (what: string): readonly Part[] => refused(what);
  return parts.flatMap((part) => readNode(part, context, { readers: PARTS, unlisted }));
}

function refused(what: string, code: RefusedItem["code"] = "script-parse"): readonly Part[] {
  return [{ kind: "refused", code, what }];
}

const PARTS: Readers<WordParts, Context, readonly Part[]> = {
  Lit: (node, { quoted }) => {
    const raw = textOf(node.Value);
    return quoted
      ? [{ kind: "text", text: decodeDoubleQuoted(raw), escaped: false }]
      : decodeBare(raw);
  },
  SglQuoted: readSingleQuoted,
  DblQuoted: (node, context) => {
    // The text is looked up in a catalogue that the environment names.
    if (node.Dollar) return refused('text translated by $".."', "script-dynamic");
    const parts = readParts(listOf(node.Parts), { ...context, quoted: true });
    return [{ kind: "quotes", style: "double", parts }];
  },
  ParamExp: (node, context) => [readParameter(node, context)],
  CmdSubst: (node, { level }) => {
    const body = readStatements(node.Stmts, level);
    const trap = node.Backquotes ? undefined : findReprintTrap(body);
    return [{ kind: "command", body }, ...refusedTrap(trap)];
  },
  ArithmExp: (node, { level }) => [{
    kind: "arithmetic",
    expression: readExpression(node.X, level),
  }],
  ProcSubst: (node, { level }) => {
    const body = readStatements(node.Stmts, level);
    const direction = TOKENS[node.Op] === "<(" ? "<" : ">";
    return [{ kind: "process", direction, body }, ...refusedTrap(findReprintTrap(body))];
  },
  ExtGlob: (node) => readExtendedGlob(`${TOKENS[node.Op]}${textOf(node.Pattern.Value)})`),
};

function refusedTrap(trap: string | undefined): readonly Part[] {
  return trap === undefined ? [] : refused(trap, "script-ambiguous");
}

function readSingleQuoted(node: WordParts["SglQuoted"], { within }: Context): readonly Part[] {
  const raw = textOf(node.Value);
  // In `"${x:-'$(rm y)'}"` and in here-documents the quotes are plain characters to a shell, and rm runs.
  if (within && /[$`"\\}]/.test(raw)) {
    return refused("single quotes in a quoted expansion", "script-ambiguous");
  }
  if (within === "default" && !node.Dollar) {
    return [{ kind: "text", text: `'${raw}'`, escaped: false }];
  }
  const text = node.Dollar ? decodeAnsi(raw) : raw;
  if (text === undefined) return refused("an escape in $'..'", "script-ambiguous");
  const parts: readonly Part[] = [{ kind: "text", text, escaped: false }];
  return [{ kind: "quotes", style: node.Dollar ? "ansi" : "single", parts }];
}

/** mvdan-sh keeps the pattern as plain text, also where a shell substitutes in it. */
function readExtendedGlob(text: string): readonly Part[] {
  if (/[$`]|[<>]\(/.test(text)) {
    return refused("an expansion in a pattern list", "script-ambiguous");
  }
  return [{ kind: "glob", text }];
}

function readParameter(node: GoParamExp, context: Context): Part {
  const { level, quoted, within } = context;
  const operator = operatorOf(node);
  const isDefault = operator !== undefined && DEFAULT_OPERATORS.has(operator);
  const inside: Context = {
    level,
    quoted: false,
    within: quoted || within ? (isDefault ? "default" : "other") : undefined,
  };
  const name = textOf(node.Param.Value);
  const [slice, replace, expansion] = [
    present(node.Slice),
    present(node.Repl),
    present(node.Exp),
  ];
  const operand = expansion && readOperand(expansion.Word, inside);
  if (expansion && TOKENS[expansion.Op] === "@" && !isHarmlessTransform(operand)) {
    return { kind: "refused", code: "script-dynamic", what: `\${${name}@..}` };
  }
  const patterns = replace ? [replace.Orig, replace.With].map((it) => readOperand(it, inside)) : [];
  return {
    kind: "parameter",
    name,
    operator,
    operand: isDefault ? operand : undefined,
    words: operand && !isDefault ? [operand, ...patterns] : patterns,
    evaluated: [node.Index, slice?.Offset, slice?.Length].flatMap((part) =>
      part && present(part) ? [readExpression(part, level)] : []
    ),
  };
}

/** The word after an operator; none at all is an empty one. */
function readOperand(word: GoWord, context: Context): ReadWord {
  return present(word) ? readWordIn(word, context) : { parts: [], offset: 0 };
}

function operatorOf(node: GoParamExp): string | undefined {
  if (node.Excl) return "!";
  if (node.Length || node.Width) return "length";
  if (present(node.Index)) return "[";
  if (present(node.Slice)) return ":";
  if (present(node.Repl)) return "/";
  const expansion = present(node.Exp);
  return expansion && TOKENS[expansion.Op];
}

/** A syntax error in an array ends only its line in bash: the text of a here-document after it then runs. */
function readElement(node: GoWord, level: number): ReadWord {
  const word = readWord(node, level);
  const hasList = word.parts.some((part) => part.kind === "glob" && part.text.includes("("));
  const what = "a pattern list in an array";
  return hasList ? { ...word, parts: [...word.parts, ...refused(what, "script-ambiguous")] } : word;
}

/** Translates an assignment: `NAME=value`, `NAME+=value`, `NAME[i]=value`, `NAME=(..)`. */
export function readSetting(node: GoAssign, level: number): Setting {
  const inner = deeper(level);
  const [index, value, array] = [present(node.Index), present(node.Value), present(node.Array)];
  const elements = array ? listOf(array.Elems) : [];
  const words = elements.flatMap(({ Value }) => present(Value) ? [readElement(Value, inner)] : []);
  const subscripts = elements.flatMap(({ Index }) => present(Index) ? [Index] : []);
  const followed = !index && !array && !node.Append;
  const word = value && readWord(value, inner);
  return {
    name: textOf(node.Name.Value),
    value: followed ? word ?? staticWord("", node.Pos().offs) : undefined,
    words: followed || !word ? words : [word],
    evaluated: [...(index ? [index] : []), ...subscripts].map((part) =>
      readExpression(part, inner)
    ),
    offset: node.Pos().offs,
  };
}

/** An argument of `export` and its like as a plain word; undefined for what no word can hold. */
export function readArgument(node: GoAssign, level: number): ReadWord | undefined {
  if (present(node.Array) || present(node.Index)) return undefined;
  const [name, value] = [present(node.Name), present(node.Value)];
  const offset = node.Pos().offs;
  const word = value ? readWord(value, level) : undefined;
  if (!name) return word;
  const text = textOf(name.Value);
  if (node.Naked) return staticWord(text, offset);
  const head = staticWord(`${text}${node.Append ? "+=" : "="}`, offset);
  return { parts: [...head.parts, ...(word?.parts ?? [])], offset };
}
