/**
 * Translates what mvdan-sh reads as arithmetic (`$((..))`, `((..))`, subscripts, `let`) and as tests (`[[ ]]`).
 * @module
 */
import { deeper } from "./limits.ts";
import {
  type Arithmetics,
  type Commands,
  type GoNode,
  listOf,
  type Readers,
  readNode,
  type Tests,
  TOKENS,
} from "./mvdan_tree.ts";
import { readWord } from "./mvdan_words.ts";
import {
  type Command,
  type Expression,
  type Part,
  type ReadWord,
  staticText,
  staticWord,
} from "./reading.ts";

/** Leaves of an expression in order: its words and, between them, its operators. */
interface Leaves {
  readonly level: number;
  readonly leaves: (ReadWord | string)[];
}

/** Translates an arithmetic expression. */
export function readExpression(node: GoNode, level: number): Expression {
  const leaves: Leaves["leaves"] = [];
  collect(node, { level, leaves });
  const words = leaves.filter((leaf) => typeof leaf !== "string");
  const text = leaves.map((leaf) => typeof leaf === "string" ? leaf : staticText(leaf)).join("");
  return { text, words, offset: node.Pos().offs };
}

function collect(node: GoNode, context: Leaves): void {
  readNode(node, context, {
    readers: LEAVES,
    unlisted: (what) => {
      context.leaves.push({
        parts: [{ kind: "refused", code: "script-parse", what }],
        offset: node.Pos().offs,
      });
    },
  });
}

const LEAVES: Readers<Arithmetics, Leaves, void> = {
  Word: (node, { level, leaves }) => {
    leaves.push(readWord(node, level));
  },
  BinaryArithm: (node, context) => {
    collect(node.X, context);
    context.leaves.push(operator(node.Op));
    collect(node.Y, context);
  },
  UnaryArithm: (node, context) => {
    if (!node.Post) context.leaves.push(operator(node.Op));
    collect(node.X, context);
    if (node.Post) context.leaves.push(operator(node.Op));
  },
  ParenArithm: (node, { level, leaves }) => {
    leaves.push("(");
    collect(node.X, { level: deeper(level), leaves });
    leaves.push(")");
  },
};

function operator(token: number): string {
  return TOKENS[token] ?? "";
}

/**
 * Translates `let`, which to a shell is a plain builtin: its arguments are rebuilt as the words they are. mvdan-sh reads
 * operators that a shell takes as redirections, pipes or groups; those are refused.
 */
export function readLet(node: Commands["LetClause"], level: number): Command {
  const offset = node.Pos().offs;
  const words = [staticWord("let", offset)];
  const evaluated: Expression[] = [];
  for (const expression of listOf(node.Exprs)) {
    const leaves: Leaves["leaves"] = [];
    collect(expression, { level, leaves });
    const parts = leaves.flatMap((leaf): readonly Part[] => {
      if (typeof leaf !== "string") return leaf.parts;
      if (!/[<>&|()]/.test(leaf)) return [{ kind: "text", text: leaf, escaped: false }];
      return [{ kind: "refused", code: "script-ambiguous", what: `${leaf} in let` }];
    });
    words.push({ parts, offset: expression.Pos().offs });
    evaluated.push(readExpression(expression, level));
  }
  return { kind: "simple", settings: [], words, evaluated };
}

/** What a test has so far: its words, operators among them, and what it evaluates. */
interface TestLeaves {
  readonly level: number;
  readonly words: ReadWord[];
  readonly evaluated: Expression[];
}

/** Translates `[[ ]]` into the words it is written with, operators and the closing `]]` included. */
export function readTest(node: Commands["TestClause"], level: number): Command {
  const words = [staticWord("[[", node.Pos().offs)];
  const evaluated: Expression[] = [];
  collectTest(node.X, { level, words, evaluated });
  words.push(staticWord("]]", node.Right.offs));
  return { kind: "simple", settings: [], words, evaluated };
}

function collectTest(node: GoNode, context: TestLeaves): void {
  readNode(node, context, {
    readers: TESTS,
    unlisted: (what) => {
      const parts: readonly Part[] = [{ kind: "refused", code: "script-parse", what }];
      context.words.push({ parts, offset: node.Pos().offs });
    },
  });
}

const TESTS: Readers<Tests, TestLeaves, void> = {
  Word: (node, { level, words }) => {
    words.push(readWord(node, level));
  },
  BinaryTest: (node, context) => {
    const first = context.words.length;
    collectTest(node.X, context);
    context.words.push(staticWord(operator(node.Op), node.OpPos.offs));
    collectTest(node.Y, context);
    if (!/^-(eq|ne|lt|le|gt|ge)$/.test(operator(node.Op))) return;
    const [left, , right] = context.words.slice(first);
    const text = [left, right].map((word) => word ? staticText(word) : "").join(" ");
    context.evaluated.push({ text, words: [], offset: node.Pos().offs });
  },
  UnaryTest: (node, context) => {
    const first = context.words.push(staticWord(operator(node.Op), node.OpPos.offs));
    collectTest(node.X, context);
    if (!/^-[vR]$/.test(operator(node.Op))) return;
    // Of a variable's name only the subscript is evaluated.
    const [, subscript] = /(\[[^]*)/.exec(context.words.slice(first).map(staticText).join("")) ??
      [];
    if (subscript === undefined) return;
    context.evaluated.push({ text: subscript, words: [], offset: node.Pos().offs });
  },
  ParenTest: (node, { level, words, evaluated }) => {
    words.push(staticWord("(", node.Lparen.offs));
    collectTest(node.X, { level: deeper(level), words, evaluated });
    words.push(staticWord(")", node.Rparen.offs));
  },
};
