/**
 * Translates the words, assignments and expansions of mvdan-sh's tree.
 * @module
 */
import { decodeAnsi, decodeBare, decodeDoubleQuoted } from "./decode.ts";
import { deeper } from "./limits.ts";
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

/** Where a part stands: how deep, and whether backslashes count as between double quotes. */
interface Context {
  readonly level: number;
  readonly quoted: boolean;
}

/** Translates a word. */
export function readWord(word: GoWord, level: number): ReadWord {
  const context: Context = { level: deeper(level), quoted: false };
  return { parts: readParts(listOf(word.Parts), context), offset: word.Pos().offs };
}

/** Translates the body of a here-document that expands. */
export function readHereDocument(body: GoWord, level: number): ReadWord {
  const context: Context = { level: deeper(level), quoted: true };
  return { parts: readParts(listOf(body.Parts), context), offset: body.Pos().offs };
}

function readParts(parts: readonly GoNode[], context: Context): readonly Part[] {
  return parts.flatMap((part) => readNode(part, context, { readers: PARTS, unlisted: refused }));
}

function refused(what: string): readonly Part[] {
  return [{ kind: "refused", code: "script-parse", what }];
}

const PARTS: Readers<WordParts, Context, readonly Part[]> = {
  Lit: (node, { quoted }) => {
    const raw = textOf(node.Value);
    return quoted
      ? [{ kind: "text", text: decodeDoubleQuoted(raw), escaped: false }]
      : decodeBare(raw);
  },
  SglQuoted: (node) => {
    const raw = textOf(node.Value);
    const text = node.Dollar ? decodeAnsi(raw) : raw;
    if (text === undefined) {
      return [{ kind: "refused", code: "script-ambiguous", what: "an escape in $'..'" }];
    }
    return [{
      kind: "quotes",
      style: node.Dollar ? "ansi" : "single",
      parts: [{ kind: "text", text, escaped: false }],
    }];
  },
  DblQuoted: (node, { level }) => [{
    kind: "quotes",
    style: node.Dollar ? "locale" : "double",
    parts: readParts(listOf(node.Parts), { level, quoted: true }),
  }],
  ParamExp: (node, { level }) => [readParameter(node, level)],
  CmdSubst: (node, { level }) => [{ kind: "command", body: readStatements(node.Stmts, level) }],
  ArithmExp: (node, { level }) => [{
    kind: "arithmetic",
    expression: readExpression(node.X, level),
  }],
  ProcSubst: (node, { level }) => [{
    kind: "process",
    direction: TOKENS[node.Op] === "<(" ? "<" : ">",
    body: readStatements(node.Stmts, level),
  }],
  ExtGlob: (node) => readExtendedGlob(`${TOKENS[node.Op]}${textOf(node.Pattern.Value)})`),
};

/** mvdan-sh keeps the pattern as plain text, also where a shell substitutes in it. */
function readExtendedGlob(text: string): readonly Part[] {
  if (/[$`]|[<>]\(/.test(text)) {
    return [{ kind: "refused", code: "script-ambiguous", what: "an expansion in a pattern list" }];
  }
  return [{ kind: "glob", text }];
}

function readParameter(node: GoParamExp, level: number): Part {
  const name = textOf(node.Param.Value);
  const [index, slice, replace, expansion] = [
    present(node.Index),
    present(node.Slice),
    present(node.Repl),
    present(node.Exp),
  ];
  const operator = operatorOf(node);
  const operand = expansion && readOperand(expansion.Word, level);
  if (operator === "@" && !isHarmlessTransform(operand)) {
    return { kind: "refused", code: "script-dynamic", what: `\${${name}@..}` };
  }
  const isDefault = operator !== undefined && DEFAULT_OPERATORS.has(operator);
  const words = [
    ...(operand && !isDefault ? [operand] : []),
    ...[replace?.Orig, replace?.With].flatMap((word) =>
      word && present(word) ? [readWord(word, level)] : []
    ),
  ];
  return {
    kind: "parameter",
    name,
    operator,
    operand: isDefault ? operand : undefined,
    words,
    evaluated: [index, slice?.Offset, slice?.Length].flatMap((part) =>
      part && present(part) ? [readExpression(part, level)] : []
    ),
  };
}

/** The word after an operator; none at all is an empty one. */
function readOperand(word: GoWord, level: number): ReadWord {
  return present(word) ? readWord(word, level) : { parts: [], offset: 0 };
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

/** Translates an assignment: `NAME=value`, `NAME+=value`, `NAME[i]=value`, `NAME=(..)`. */
export function readSetting(node: GoAssign, level: number): Setting {
  const inner = deeper(level);
  const [index, value, array] = [present(node.Index), present(node.Value), present(node.Array)];
  const elements = array ? listOf(array.Elems) : [];
  const words = elements.flatMap(({ Value }) => present(Value) ? [readWord(Value, inner)] : []);
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
