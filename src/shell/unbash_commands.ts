/**
 * Translates the commands of unbash's tree.
 * @module
 */
import type {
  AndOr,
  ArithmeticExpression,
  Case,
  Command as Simple,
  CompoundList,
  For,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirected,
  Redirection as UnbashRedirection,
  Select,
  Statement as UnbashStatement,
  TestCommand,
  TestExpression,
  Word,
} from "unbash";
import { deeper } from "./limits.ts";
import {
  type Command,
  type ReadWord,
  type Redirection,
  type Setting,
  type Statement,
  staticText,
  staticWord,
  type Step,
} from "./reading.ts";
import {
  readArgument,
  readExpression,
  readHereDocument,
  readSetting,
  readWord,
} from "./unbash_words.ts";

/** Translates a script or the script of a substitution; what unbash could not make out is refused. */
export function readScript(script: ParsedScript | undefined, level: number): readonly Statement[] {
  const inner = deeper(level);
  const problem = script ? script.errors?.[0]?.message : "a substitution";
  if (problem !== undefined) return [bare({ kind: "refused", what: problem }, script?.pos ?? 0)];
  return (script?.commands ?? []).map((statement) => readStatement(statement, inner));
}

function bare(command: Command, offset: number): Statement {
  return { command, redirects: [], background: false, offset };
}

function readStatement({ command, background }: UnbashStatement, level: number): Statement {
  return { ...readNode(command, deeper(level)), background: background === true };
}

function readList(list: CompoundList, level: number): readonly Step[] {
  return list.commands.map((written): Step => ({
    kind: "statement",
    statement: readStatement(written, level),
  }));
}

/** A command with its redirections, which unbash keeps inside simple commands and around compound ones. */
function readNode(node: PipelineNode | AndOr | CompoundList, level: number): Statement {
  if (node.type === "Redirected") {
    const redirects = node.redirects.map((redirect) => readRedirect(redirect, level));
    return { ...readNode(node.command, level), redirects };
  }
  if (node.type === "Command") {
    const redirects = node.redirects.map((redirect) => readRedirect(redirect, level));
    return { ...bare(readSimple(node, level), node.pos), redirects };
  }
  if (node.type === "Pipeline") return readPipeline(node, level);
  return bare(readCompound(node, level), node.pos);
}

type Compound = Exclude<PipelineNode | AndOr | CompoundList, Simple | Redirected | Pipeline>;

function readCompound(node: Compound, level: number): Command {
  switch (node.type) {
    case "AndOr":
      return compound(node.commands.map((command) => step(readNode(command, level))));
    case "CompoundList":
      return compound(readList(node, level));
    case "Subshell":
    case "BraceGroup":
      return compound(readList(node.body, level));
    case "While":
      return compound([...readList(node.clause, level), ...readList(node.body, level)]);
    case "If":
      return compound(stepsOfIf(node, level));
    case "For":
    case "Select":
      return compound([loopVariable(node, level), ...readList(node.body, level)]);
    case "ArithmeticFor":
      return compound([
        ...[node.initialize, node.test, node.update].map((part) => expressionStep(part, level)),
        ...readList(node.body, level),
      ]);
    case "ArithmeticCommand":
      return compound([expressionStep(node.expression, level)]);
    case "Case":
      return compound(stepsOfCase(node, level));
    case "TestCommand":
      return readTest(node, level);
    case "Function":
      return { kind: "function", name: nameOf(node.name), body: readNode(node.body, level) };
    case "Coproc": {
      const name = node.name ? nameOf(node.name) : "COPROC";
      return { kind: "coprocess", name, body: readNode(node.body, level) };
    }
  }
}

function compound(steps: readonly Step[]): Command {
  return { kind: "compound", steps };
}

function step(statement: Statement): Step {
  return { kind: "statement", statement };
}

function expressionStep(node: ArithmeticExpression | undefined, level: number): Step {
  return { kind: "expression", expression: readExpression(node, level) };
}

function nameOf(word: Word): string {
  return staticText(readWord(word, 0));
}

function loopVariable(node: For | Select, level: number): Step {
  const words = node.wordlist?.map((word) => readWord(word, level));
  return { kind: "variable", name: nameOf(node.name), words, offset: node.pos };
}

function stepsOfIf(node: If, level: number): readonly Step[] {
  const branches = [node, ...node.elif].flatMap((branch) => [
    ...readList(branch.clause, level),
    ...readList(branch.then, level),
  ]);
  return node.else ? [...branches, ...readList(node.else, level)] : branches;
}

function stepsOfCase(node: Case, level: number): readonly Step[] {
  const items = node.items.flatMap((item) => [
    ...item.pattern.map((word): Step => ({ kind: "word", word: readWord(word, level) })),
    ...readList(item.body, level),
  ]);
  return [{ kind: "word", word: readWord(node.word, level) }, ...items];
}

/** A pipeline with its prefixes; a single command that is only negated stays what it is. */
function readPipeline(node: Pipeline, level: number): Statement {
  const stages = node.commands.map((command) => readNode(command, level));
  const [only] = stages;
  const body = stages.length > 1 ? bare({ kind: "pipeline", stages }, node.pos) : only;
  const time = node.prefixes.find((prefix) => prefix.type === "Time");
  if (!time && body) return body;
  const flags = time?.posix ? [staticWord("-p", node.pos)] : [];
  return bare({ kind: "timed", words: [staticWord("time", node.pos), ...flags], body }, node.pos);
}

/** `export A=1` has the words of any other call; only what no word can hold (`A=(..)`, `A[i]=..`) is a setting. */
function readSimple(node: Simple, level: number): Command {
  const words = node.name ? [readWord(node.name, level)] : [];
  const settings: Setting[] = [];
  for (const part of node.prefix) {
    if (part.type === "Assignment") settings.push(readSetting(part, level));
  }
  for (const argument of node.args) {
    const word = argument.type === "Word"
      ? readWord(argument, level)
      : readArgument(argument, level);
    if (word) words.push(word);
    else if (argument.type === "Assignment") settings.push(readSetting(argument, level));
  }
  return { kind: "simple", settings, words, evaluated: [] };
}

function readRedirect(redirect: UnbashRedirection, level: number): Redirection {
  const { operator, descriptor, pos } = redirect;
  const number = descriptor &&
    (descriptor.type === "FileDescriptor" ? String(descriptor.value) : descriptor.name);
  const common = { operator, descriptor: number, offset: pos };
  if (redirect.type !== "HereDoc") {
    const target = redirect.target && readWord(redirect.target, level);
    return { ...common, target, body: undefined };
  }
  const body = redirect.delimiter?.quoted ? undefined : readHereDocument(redirect.body, level);
  return { ...common, target: undefined, body };
}

function readTest(node: TestCommand, level: number): Command {
  const words = [
    staticWord("[[", node.pos),
    ...testWords(node.expression, level),
    staticWord("]]", node.end),
  ];
  return { kind: "simple", settings: [], words, evaluated: [] };
}

/** Older names of two tests, given as mvdan-sh gives them. Source: Bash manual, 6.4. */
const TEST_SYNONYMS: ReadonlyMap<string, string> = new Map([["-a", "-e"], ["-h", "-L"]]);

function testWords(test: TestExpression, level: number): readonly ReadWord[] {
  const sign = (text: string): ReadWord => staticWord(text, test.pos);
  switch (test.type) {
    case "TestUnary": {
      const operand = readWord(test.operand, level);
      // A word alone counts as `-n word`, without the operator being written.
      if (test.operand.pos === test.pos) return [operand];
      return [sign(TEST_SYNONYMS.get(test.operator) ?? test.operator), operand];
    }
    case "TestBinary":
      return [readWord(test.left, level), sign(test.operator), readWord(test.right, level)];
    case "TestNot":
      return [...test.negations.map(() => sign("!")), ...testWords(test.operand, level)];
    case "TestGroup":
      return [sign("("), ...testWords(test.expression, deeper(level)), sign(")")];
    case "TestLogical":
      return test.operands.flatMap((operand, index) => [
        ...(index > 0 ? [sign(test.operator)] : []),
        ...testWords(operand, level),
      ]);
  }
}
