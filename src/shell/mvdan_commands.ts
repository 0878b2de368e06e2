/**
 * Translates the commands of mvdan-sh's tree.
 * @module
 */
import { deeper } from "./limits.ts";
import { readExpression, readLet, readTest } from "./mvdan_expressions.ts";
import {
  type Commands,
  type GoChain,
  type GoIf,
  type GoNode,
  type GoRedirect,
  type GoStmt,
  listOf,
  type Loops,
  present,
  type Readers,
  readNode,
  type Slice,
  textOf,
  TOKENS,
} from "./mvdan_tree.ts";
import { readArgument, readHereDocument, readSetting, readWord } from "./mvdan_words.ts";
import {
  type Command,
  type Redirection,
  type Setting,
  type Statement,
  staticText,
  staticWord,
  type Step,
} from "./reading.ts";

/** Translates the commands of a list, a body or a substitution. */
export function readStatements(statements: Slice<GoStmt>, level: number): readonly Statement[] {
  return listOf(statements).map((statement) => readStatement(statement, level));
}

function readStatement(statement: GoStmt, level: number): Statement {
  const inner = deeper(level);
  const command = present(statement.Cmd);
  return {
    command: command && readCommand(command, inner),
    redirects: listOf(statement.Redirs).map((redirect) => readRedirect(redirect, inner)),
    background: statement.Background || statement.Coprocess,
    offset: statement.Pos().offs,
  };
}

function readCommand(command: GoNode, level: number): Command {
  return readNode(command, level, {
    readers: COMMANDS,
    unlisted: (what) => ({ kind: "refused", what }),
  });
}

const COMMANDS: Readers<Commands, number, Command> = {
  CallExpr: (node, level) => ({
    kind: "simple",
    settings: listOf(node.Assigns).map((setting) => readSetting(setting, level)),
    words: listOf(node.Args).map((word) => readWord(word, level)),
    evaluated: [],
  }),
  Subshell: (node, level) => compound(stepsOf(node.Stmts, level)),
  Block: (node, level) => compound(stepsOf(node.Stmts, level)),
  IfClause: readIf,
  WhileClause: (node, level) =>
    compound([...stepsOf(node.Cond, level), ...stepsOf(node.Do, level)]),
  ForClause: (node, level) =>
    compound([
      ...readNode(node.Loop, level, { readers: LOOPS, unlisted: refusedStep }),
      ...stepsOf(node.Do, level),
    ]),
  CaseClause: readCase,
  BinaryCmd: readChain,
  FuncDecl: (node, level) => ({
    kind: "function",
    name: textOf(node.Name.Value),
    body: readStatement(node.Body, level),
  }),
  ArithmCmd: (node, level) =>
    compound([{ kind: "expression", expression: readExpression(node.X, level) }]),
  TestClause: readTest,
  DeclClause: readDeclaration,
  LetClause: readLet,
  TimeClause: (node, level) => {
    const offset = node.Pos().offs;
    const flags = node.PosixFormat ? [staticWord("-p", offset)] : [];
    const body = present(node.Stmt);
    return {
      kind: "timed",
      words: [staticWord("time", offset), ...flags],
      body: body && readStatement(body, level),
    };
  },
  CoprocClause: readCoprocess,
};

const LOOPS: Readers<Loops, number, readonly Step[]> = {
  WordIter: (node, level) => [{
    kind: "variable",
    name: node.Name.Value,
    words: node.InPos.lineCol === 0
      ? undefined
      : listOf(node.Items).map((word) => readWord(word, level)),
    offset: node.Pos().offs,
  }],
  CStyleLoop: (node, level) =>
    [node.Init, node.Cond, node.Post].flatMap((part): readonly Step[] => {
      const expression = present(part);
      return expression
        ? [{ kind: "expression", expression: readExpression(expression, level) }]
        : [];
    }),
};

function compound(steps: readonly Step[]): Command {
  return { kind: "compound", steps };
}

function refusedStep(what: string): readonly Step[] {
  const command: Command = { kind: "refused", what };
  return [{
    kind: "statement",
    statement: { command, redirects: [], background: false, offset: 0 },
  }];
}

function stepsOf(statements: Slice<GoStmt>, level: number): readonly Step[] {
  return readStatements(statements, level).map((statement) => ({ kind: "statement", statement }));
}

/** `elif` is an if in the else: walked here, because a long chain is not deep nesting. */
function readIf(clause: GoIf, level: number): Command {
  const steps: Step[] = [];
  for (let branch: GoIf | undefined = clause; branch; branch = present(branch.Else)) {
    steps.push(...stepsOf(branch.Cond, level), ...stepsOf(branch.Then, level));
  }
  return compound(steps);
}

function readCase(node: Commands["CaseClause"], level: number): Command {
  const steps: Step[] = [{ kind: "word", word: readWord(node.Word, level) }];
  for (const item of listOf(node.Items)) {
    for (const pattern of listOf(item.Patterns)) {
      steps.push({ kind: "word", word: readWord(pattern, level) });
    }
    steps.push(...stepsOf(item.Stmts, level));
  }
  return compound(steps);
}

/** `a && b || c` and `a | b | c` lean to the left in the tree: walked here, like `elif`. */
function readChain(chain: GoChain, level: number): Command {
  const piped = isPipe(chain);
  const backwards: GoStmt[] = [];
  for (let node: GoChain | undefined = chain; node; node = chainOf(node.X, piped)) {
    backwards.push(node.Y);
    if (!chainOf(node.X, piped)) backwards.push(node.X);
  }
  const members = backwards.reverse().map((member) => readStatement(member, level));
  if (piped) return { kind: "pipeline", stages: members };
  return compound(members.map((statement) => ({ kind: "statement", statement })));
}

function isPipe(chain: GoChain): boolean {
  return TOKENS[chain.Op] === "|" || TOKENS[chain.Op] === "|&";
}

/** The chain a member itself is, when it only continues the one it stands in. */
function chainOf(member: GoStmt, piped: boolean): GoChain | undefined {
  if (member.Redirs.$length > 0) return undefined;
  return readNode<{ BinaryCmd: GoChain }, boolean, GoChain | undefined>(member.Cmd, piped, {
    readers: { BinaryCmd: (chain) => isPipe(chain) === piped ? chain : undefined },
    unlisted: () => undefined,
  });
}

/** `export A=1` has the words of any other call; only what no word can hold (`A=(..)`, `A[i]=..`) is a setting. */
function readDeclaration(node: Commands["DeclClause"], level: number): Command {
  const words = [staticWord(textOf(node.Variant.Value), node.Pos().offs)];
  const settings: Setting[] = [];
  for (const argument of listOf(node.Args)) {
    const word = readArgument(argument, level);
    if (word) words.push(word);
    else settings.push(readSetting(argument, level));
  }
  return { kind: "simple", settings, words, evaluated: [] };
}

function readCoprocess(node: Commands["CoprocClause"], level: number): Command {
  const name = present(node.Name);
  return {
    kind: "coprocess",
    name: name ? staticText(readWord(name, level)) : "COPROC",
    body: readStatement(node.Stmt, level),
  };
}

function readRedirect(redirect: GoRedirect, level: number): Redirection {
  const operator = TOKENS[redirect.Op] as Redirection["operator"];
  const descriptor = present(redirect.N);
  const word = readWord(redirect.Word, level);
  const body = present(redirect.Hdoc);
  const isQuoted = word.parts.some((part) => part.kind !== "text" || part.escaped);
  return {
    operator,
    descriptor: descriptor && textOf(descriptor.Value).replace(/[{}]/g, ""),
    target: operator.startsWith("<<") && operator !== "<<<" ? undefined : word,
    body: body && !isQuoted ? readHereDocument(body, level) : undefined,
    offset: redirect.Pos().offs,
  };
}
