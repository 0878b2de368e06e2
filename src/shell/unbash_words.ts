/**
 * Translates the words, assignments and expansions of unbash's tree.
 * @module
 */
import type {
  ArithmeticExpression,
  Assignment,
  DoubleQuotedPart,
  HereDocBody,
  ParameterExpansionPart,
  ParameterOperation,
  Word,
  WordPart,
} from "unbash";
import { decodeBare } from "./decode.ts";
import { deeper } from "./limits.ts";
import {
  DEFAULT_OPERATORS,
  type Expression,
  isHarmlessTransform,
  type Part,
  type ReadParameter,
  type ReadWord,
  type Setting,
  staticWord,
} from "./reading.ts";
import { readScript } from "./unbash_commands.ts";

/** Translates a word. */
export function readWord(word: Word, level: number): ReadWord {
  const parts = word.parts ? readParts(word.parts, deeper(level)) : bareText(word.text, word.value);
  return { parts, offset: word.pos };
}

/** Translates the body of a here-document that expands. */
export function readHereDocument(body: HereDocBody, level: number): ReadWord {
  return { parts: readParts(body.parts ?? [], deeper(level)), offset: body.pos };
}

function readParts(parts: readonly WordPart[], level: number): readonly Part[] {
  return parts.flatMap((part) => readPart(part, level));
}

/** Text outside quotes: decoded here to tell what was escaped, and compared with what unbash makes of it. */
function bareText(text: string, value: string): readonly Part[] {
  const parts = decodeBare(text);
  const decoded = parts.map((part) => part.kind === "text" ? part.text : "").join("");
  return decoded === value ? parts : refused(text);
}

function refused(what: string): readonly Part[] {
  return [{ kind: "refused", code: "script-ambiguous", what }];
}

function quotes(style: "single" | "ansi", text: string): readonly Part[] {
  return [{ kind: "quotes", style, parts: [{ kind: "text", text, escaped: false }] }];
}

function readPart(part: WordPart, level: number): readonly Part[] {
  switch (part.type) {
    case "Literal":
      return bareText(part.text, part.value);
    case "Glob":
      return part.kind === "bracket"
        ? bracketed(part.parts, { brackets: "[]", level })
        : [text(part.text)];
    case "SingleQuoted":
      return quotes("single", part.value);
    case "AnsiCQuoted":
      return quotes("ansi", part.value);
    case "DoubleQuoted":
      return [{ kind: "quotes", style: "double", parts: readQuoted(part.parts, level) }];
    case "LocaleString":
      return refused(part.text);
    case "SimpleExpansion":
      return [plainParameter(part.text.slice(1))];
    case "ParameterExpansion":
      return [readParameter(part, level)];
    case "CommandExpansion":
      return [{ kind: "command", body: readScript(part.script, level) }];
    case "ArithmeticExpansion":
      return [{ kind: "arithmetic", expression: readExpression(part.expression, level) }];
    case "ProcessSubstitution":
      return [{
        kind: "process",
        direction: part.operator,
        body: readScript(part.script, level),
      }];
    case "ExtendedGlob":
      return [{ kind: "glob", text: part.text }];
    case "BraceExpansion":
      return part.parts
        ? bracketed(part.parts, { brackets: "{}", level })
        : bareText(part.text, part.text);
  }
}

function readQuoted(parts: DoubleQuotedPart["parts"], level: number): readonly Part[] {
  return parts.flatMap((part) =>
    part.type === "Literal" ? [text(part.value)] : readPart(part, level)
  );
}

/** Parts with the brackets that unbash leaves out around them. */
function bracketed(
  parts: readonly WordPart[],
  { brackets, level }: { readonly brackets: "{}" | "[]"; readonly level: number },
): readonly Part[] {
  return [text(brackets.charAt(0)), ...readParts(parts, level), text(brackets.charAt(1))];
}

function text(value: string): Part {
  return { kind: "text", text: value, escaped: false };
}

function plainParameter(name: string): ReadParameter {
  return {
    kind: "parameter",
    name,
    operator: undefined,
    operand: undefined,
    words: [],
    evaluated: [],
  };
}

function readParameter(part: ParameterExpansionPart, level: number): Part {
  const { parameter: name, prefix, index, operation } = part;
  const subscript = index ? [readOpaque(index, level)] : [];
  const parts = operation ? readOperation(operation, level) : {};
  if (operation?.type === "Unknown") return { kind: "refused", code: "script-parse", what: name };
  if (operation?.type === "Transform" && !isHarmlessTransform(parts.words?.[0])) {
    return { kind: "refused", code: "script-dynamic", what: `\${${name}@..}` };
  }
  const outer = prefix === "#" ? "length" : prefix ?? (index && "[");
  return {
    ...plainParameter(name),
    ...parts,
    operator: outer ?? parts.operator,
    evaluated: [...subscript, ...parts.evaluated ?? []],
  };
}

function readOperation(operation: ParameterOperation, level: number): Partial<ReadParameter> {
  switch (operation.type) {
    case "Default": {
      const { operator } = operation;
      const word = readWord(operation.operand, level);
      return DEFAULT_OPERATORS.has(operator)
        ? { operator, operand: word }
        : { operator, words: [word] };
    }
    case "Remove":
    case "Transform":
      return { operator: operation.operator, words: [readWord(operation.operand, level)] };
    case "CaseModification":
      return {
        operator: operation.operator,
        words: operation.operand ? [readWord(operation.operand, level)] : [],
      };
    case "Replace": {
      const words = [operation.pattern, operation.replacement].map((word) => readWord(word, level));
      return { operator: "/", words };
    }
    case "Slice": {
      const numbers = operation.length ? [operation.offset, operation.length] : [operation.offset];
      return { operator: ":", evaluated: numbers.map((word) => readOpaque(word, level)) };
    }
    case "Names":
    case "Unknown":
      return {};
  }
}

/** A word that is evaluated: only what runs in it matters, its text is taken from mvdan-sh. */
function readOpaque(word: Word, level: number): Expression {
  return { text: "", words: [readWord(word, level)], offset: word.pos };
}

/** Translates an arithmetic expression; its text is taken from mvdan-sh. */
export function readExpression(
  expression: ArithmeticExpression | undefined,
  level: number,
): Expression {
  const words = expression ? arithmeticWords(expression, level) : [];
  return { text: "", words, offset: expression?.pos ?? 0 };
}

function arithmeticWords(node: ArithmeticExpression, level: number): readonly ReadWord[] {
  switch (node.type) {
    case "ArithmeticBinary":
      return [...arithmeticWords(node.left, level), ...arithmeticWords(node.right, level)];
    case "ArithmeticUnary":
      return arithmeticWords(node.operand, level);
    case "ArithmeticTernary":
      return [node.test, node.consequent, node.alternate].flatMap((part) =>
        arithmeticWords(part, level)
      );
    case "ArithmeticGroup":
      return arithmeticWords(node.expression, deeper(level));
    case "ArithmeticWord":
      return [{ parts: readParts(node.parts ?? [], deeper(level)), offset: node.pos }];
    case "ArithmeticCommandExpansion": {
      const body = readScript(node.script, level);
      return [{ parts: [{ kind: "command", body }], offset: node.pos }];
    }
  }
}

/** Translates an assignment: `NAME=value`, `NAME+=value`, `NAME[i]=value`, `NAME=(..)`. */
export function readSetting(node: Assignment, level: number): Setting {
  const inner = deeper(level);
  const { value, index, append } = node;
  const words = value.type === "Word" ? [value] : value.elements;
  const read = words.map((word) => readWord(word, inner));
  const followed = value.type === "Word" && !index && !append;
  return {
    name: node.name,
    value: followed ? read[0] : undefined,
    words: followed ? [] : read,
    evaluated: index ? [readOpaque(index, inner)] : [],
    offset: node.pos,
  };
}

/** An argument of `export` and its like as a plain word; undefined for what no word can hold. */
export function readArgument(node: Assignment, level: number): ReadWord | undefined {
  if (node.value.type === "ArrayValue" || node.index) return undefined;
  const head = staticWord(`${node.name}${node.append ? "+=" : "="}`, node.pos);
  return { ...head, parts: [...head.parts, ...readWord(node.value, level).parts] };
}
