/**
 * The tree of mvdan-sh 0.10.1 as it lies in memory. The package is Go compiled to JavaScript: its
 * public getters build a wrapper on every access and cost ten times the parse, so the Go
 * structures are read directly. The package is pinned and no longer developed; `mvdan_test.ts` breaks
 * loudly when a name here is wrong. Field names are those of syntax/nodes.go of mvdan/sh v3.
 * @module
 */

/** A Go slice. */
export interface Slice<T> {
  readonly $array: ArrayLike<T>;
  readonly $offset: number;
  readonly $length: number;
}

/** A Go pointer or interface: its type is known only by name, and nil is an object as well. */
export interface GoValue {
  readonly constructor: { readonly string?: string; readonly nil?: unknown };
}

/** A place: byte offset; a missing one (an optional `in`, say) has line 0. */
export interface GoPos {
  readonly offs: number;
  readonly lineCol: number;
}

/** Any node: its Go method gives the place where it starts. */
export interface GoNode extends GoValue {
  Pos(): GoPos;
}

/** A word: its parts in order. */
export interface GoWord extends GoNode {
  readonly Parts: Slice<GoNode>;
}
/** Literal text, backslashes included. */
export interface GoLit extends GoNode {
  readonly Value: string;
}
/** A command with what surrounds it. */
export interface GoStmt extends GoNode {
  readonly Cmd: GoNode;
  readonly Background: boolean;
  readonly Coprocess: boolean;
  readonly Negated: boolean;
  readonly Redirs: Slice<GoRedirect>;
}
/** A redirection; `Hdoc` is the body of a here-document. */
export interface GoRedirect extends GoNode {
  readonly Op: number;
  readonly N: GoLit;
  readonly Word: GoWord;
  readonly Hdoc: GoWord;
}
/** An assignment, or an argument of `export` and its like (`Naked` without `=`). */
export interface GoAssign extends GoNode {
  readonly Append: boolean;
  readonly Naked: boolean;
  readonly Name: GoLit;
  readonly Index: GoNode;
  readonly Value: GoWord;
  readonly Array: GoNode & { readonly Elems: Slice<GoArrayElem> };
}
/** One element of `NAME=(..)`. */
export interface GoArrayElem extends GoNode {
  readonly Index: GoNode;
  readonly Value: GoWord;
}

/** What holds a list of commands. */
export interface GoBody extends GoNode {
  readonly Stmts: Slice<GoStmt>;
}
/** What has an operator. */
export interface GoOperation extends GoNode {
  readonly Op: number;
  readonly OpPos: GoPos;
}

/** Commands by their Go type. */
export interface Commands {
  CallExpr: GoNode & { readonly Assigns: Slice<GoAssign>; readonly Args: Slice<GoWord> };
  Subshell: GoBody;
  Block: GoBody;
  IfClause: GoIf;
  WhileClause: GoNode & { readonly Cond: Slice<GoStmt>; readonly Do: Slice<GoStmt> };
  ForClause: GoNode & {
    readonly Select: boolean;
    readonly Loop: GoNode;
    readonly Do: Slice<GoStmt>;
  };
  CaseClause: GoNode & {
    readonly Word: GoWord;
    readonly Items: Slice<{ readonly Patterns: Slice<GoWord>; readonly Stmts: Slice<GoStmt> }>;
  };
  BinaryCmd: GoChain;
  FuncDecl: GoNode & { readonly Name: GoLit; readonly Body: GoStmt };
  ArithmCmd: GoNode & { readonly X: GoNode };
  TestClause: GoNode & { readonly X: GoNode; readonly Right: GoPos };
  DeclClause: GoNode & { readonly Variant: GoLit; readonly Args: Slice<GoAssign> };
  LetClause: GoNode & { readonly Exprs: Slice<GoNode> };
  TimeClause: GoNode & { readonly PosixFormat: boolean; readonly Stmt: GoStmt };
  CoprocClause: GoNode & { readonly Name: GoWord; readonly Stmt: GoStmt };
}
/** Two commands with `&&`, `||`, `|` or `|&` between them. */
export interface GoChain extends GoOperation {
  readonly X: GoStmt;
  readonly Y: GoStmt;
}
/** `if` and `elif`; an `else` has no condition. */
export interface GoIf extends GoNode {
  readonly Cond: Slice<GoStmt>;
  readonly Then: Slice<GoStmt>;
  readonly Else: GoIf;
}

/** What a `for` or `select` runs over. */
export interface Loops {
  WordIter: GoNode & {
    readonly Name: GoLit;
    readonly InPos: GoPos;
    readonly Items: Slice<GoWord>;
  };
  CStyleLoop: GoNode & { readonly Init: GoNode; readonly Cond: GoNode; readonly Post: GoNode };
}

/** Parts of a word by their Go type. */
export interface WordParts {
  Lit: GoLit;
  SglQuoted: GoNode & { readonly Dollar: boolean; readonly Value: string };
  DblQuoted: GoNode & { readonly Dollar: boolean; readonly Parts: Slice<GoNode> };
  ParamExp: GoParamExp;
  CmdSubst: GoBody & { readonly Backquotes: boolean };
  ArithmExp: GoNode & { readonly X: GoNode };
  ProcSubst: GoBody & { readonly Op: number };
  ExtGlob: GoNode & { readonly Op: number; readonly Pattern: GoLit };
}
/** `$name` and `${name..}`. */
export interface GoParamExp extends GoNode {
  readonly Excl: boolean;
  readonly Length: boolean;
  readonly Width: boolean;
  readonly Param: GoLit;
  readonly Index: GoNode;
  readonly Slice: GoNode & { readonly Offset: GoNode; readonly Length: GoNode };
  readonly Repl: GoNode & {
    readonly All: boolean;
    readonly Orig: GoWord;
    readonly With: GoWord;
  };
  readonly Names: number;
  readonly Exp: GoNode & { readonly Op: number; readonly Word: GoWord };
}

/** Arithmetic by its Go type. */
export interface Arithmetics {
  Word: GoWord;
  BinaryArithm: GoOperation & { readonly X: GoNode; readonly Y: GoNode };
  UnaryArithm: GoOperation & { readonly Post: boolean; readonly X: GoNode };
  ParenArithm: GoNode & { readonly X: GoNode };
}

/** Tests of `[[ ]]` by their Go type. */
export interface Tests {
  Word: GoWord;
  BinaryTest: GoOperation & { readonly X: GoNode; readonly Y: GoNode };
  UnaryTest: GoOperation & { readonly X: GoNode };
  ParenTest: GoNode & { readonly X: GoNode; readonly Lparen: GoPos; readonly Rparen: GoPos };
}

/** One reader for each type of node in M: a type without a reader does not compile. */
export type Readers<M, Context, Reading> = {
  readonly [K in keyof M]: (node: M[K], context: Context) => Reading;
};

/**
 * Reads a node with the reader of its type; `unlisted` gives the reading of a type that has none, so that
 * nothing unknown is skipped.
 */
export function readNode<M, Context, Reading>(
  node: GoNode,
  context: Context,
  { readers, unlisted }: {
    readonly readers: Readers<M, Context, Reading>;
    readonly unlisted: (type: string) => Reading;
  },
): Reading {
  const type = (node.constructor.string ?? "nothing").replace(/^\*syntax\./, "");
  if (!Object.hasOwn(readers, type)) return unlisted(type);
  return readers[type as keyof M](node as M[keyof M], context);
}

/** The pointer, or undefined for Go's nil. */
export function present<T extends GoValue>(value: T): T | undefined {
  const type = value.constructor;
  return type.string === undefined || type.nil === value ? undefined : value;
}

/** The items of a Go slice. */
export function listOf<T>(slice: Slice<T>): readonly T[] {
  const list: T[] = [];
  for (let i = 0; i < slice.$length; i++) list.push(slice.$array[slice.$offset + i] as T);
  return list;
}

/** A Go string: one character a byte of UTF-8. */
export function textOf(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
  );
}

/**
 * Spelling of each operator by mvdan-sh's number for it: syntax/tokens.go of mvdan/sh v3, in order.
 */
export const TOKENS: readonly string[] = (
  "illegal EOF newline Lit LitWord LitRedir ' \" ` & && || | |& $ $' $\" ${ $[ $( $(( [ [[ ( (( } ] ) )) " +
  "; ;; ;& ;;& ;| ! ~ ++ -- * ** == != <= >= += -= *= /= %= &= |= ^= <<= >>= > >> < <> <& >& >| << <<- <<< " +
  "&> &>> <( >( + :+ - :- ? :? = := % %% # ## ^ ^^ , ,, @ / // : -e -f -d -c -b -p -S -L -k -g -u -G -O -N " +
  "-r -w -x -s -t -z -n -o -v -R =~ -nt -ot -ef -eq -ne -le -ge -lt -gt ?( *( +( @( !("
).split(" ");
