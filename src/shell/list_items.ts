/**
 * Lists what a reading runs, sets or evaluates: the items of our script form.
 *
 * Order: a command, then what its assignments, words and redirections run, then the next command; a compound
 * command's redirections come before its body.
 * @module
 */
import type { Assignment, Redirect, RefusedItem, ScriptItem, Stdin } from "../core/script.ts";
import type { Position } from "../core/types.ts";
import { assignedNames, evaluatedNames, hidesExpansion } from "./arithmetic_text.ts";
import { refuseMany } from "./limits.ts";
import type {
  Command,
  Expression,
  Part,
  ReadParameter,
  ReadWord,
  Redirection,
  Setting,
  Statement,
  Step,
} from "./reading.ts";
import { toWord } from "./to_word.ts";

/** What surrounds a command. */
interface Scope {
  readonly items: ScriptItem[];
  /** Turns the reading's offsets into positions. */
  readonly place: (offset: number) => Position;
  readonly stdin: Stdin;
  readonly background: boolean;
  /** Words of a `time` before the command, which every shell but those with the keyword reads as its first words. */
  readonly timed: readonly ReadWord[];
}

/** Lists the items of a script in order. */
export function listItems(
  statements: readonly Statement[],
  place: (offset: number) => Position,
): readonly ScriptItem[] {
  const items: ScriptItem[] = [];
  addStatements(statements, { items, place, stdin: "inherited", background: false, timed: [] });
  return replacesStdin(items) ? items.map(withUnknownStdin) : items;
}

function addStatements(statements: readonly Statement[], scope: Scope): void {
  for (const statement of statements) addStatement(statement, scope);
}

function addStatement(statement: Statement, scope: Scope): void {
  const { command, redirects, offset } = statement;
  const inner: Scope = {
    ...scope,
    stdin: stdinOf(redirects) ?? scope.stdin,
    background: scope.background || statement.background,
  };
  if (command?.kind === "simple") return addCall(command, redirects, { ...inner, offset });
  if (redirects.length > 0) {
    addCall({ settings: [], words: [], evaluated: [] }, redirects, { ...inner, offset, timed: [] });
  }
  if (command) addCommand(command, inner, offset);
}

function addCall(
  command: Omit<Extract<Command, { kind: "simple" }>, "kind">,
  redirects: readonly Redirection[],
  scope: Scope & { readonly offset: number },
): void {
  const { settings, evaluated } = command;
  const words = settings.length > 0 ? command.words : [...scope.timed, ...command.words];
  refuseMany(Math.max(scope.items.length, words.length, settings.length, redirects.length));
  scope.items.push({
    kind: "call",
    words: words.map((word) => toWord(word, scope.place)),
    assignments: settings.map((setting) => toAssignment(setting, scope)),
    redirects: redirects.map((redirect) => toRedirect(redirect, scope)),
    stdin: scope.stdin,
    background: scope.background,
    at: scope.place(scope.offset),
  });
  const inner: Scope = { ...scope, timed: [] };
  for (const setting of settings) addSetting(setting, inner);
  for (const word of words) addWord(word, inner);
  for (const expression of evaluated) addExpression(expression, inner);
  for (const { target, body } of redirects) {
    if (target) addWord(target, inner);
    if (body) addWord(body, inner);
  }
}

function addCommand(command: Command, scope: Scope, offset: number): void {
  const inner: Scope = { ...scope, timed: [] };
  switch (command.kind) {
    case "simple":
      return addCall(command, [], { ...scope, offset });
    case "compound":
      for (const step of command.steps) addStep(step, inner);
      return;
    case "pipeline":
      command.stages.forEach((stage, index) =>
        addStatement(stage, index === 0 ? scope : { ...inner, stdin: "pipe" })
      );
      return;
    case "function":
      scope.items.push({ kind: "function", name: command.name, at: scope.place(offset) });
      // A function reads whatever its caller reads, and callers stand anywhere.
      return addStatement(command.body, { ...inner, stdin: "pipe" });
    case "coprocess":
      addVariable({ name: command.name, words: undefined, offset }, scope);
      return addStatement(command.body, { ...inner, stdin: "pipe", background: true });
    case "timed":
      if (command.body) return addStatement(command.body, { ...scope, timed: command.words });
      return addCall({ settings: [], words: command.words, evaluated: [] }, [], {
        ...inner,
        offset,
      });
    case "refused":
      return addRefusal({ code: "script-parse", what: command.what, offset }, scope);
  }
}

function addStep(step: Step, scope: Scope): void {
  switch (step.kind) {
    case "statement":
      return addStatement(step.statement, scope);
    case "word":
      return addWord(step.word, scope);
    case "expression":
      return addExpression(step.expression, scope);
    case "variable":
      addVariable(step, scope);
      for (const word of step.words ?? []) addWord(word, scope);
  }
}

/** Adds what a word runs, sets or evaluates when it is expanded. */
function addWord(word: Pick<ReadWord, "parts" | "offset">, scope: Scope): void {
  for (const part of word.parts) addPart(part, word.offset, scope);
}

function addPart(part: Part, offset: number, scope: Scope): void {
  switch (part.kind) {
    case "text":
    case "glob":
      return;
    case "quotes":
      return addWord({ parts: part.parts, offset }, scope);
    case "parameter":
      return addParameter(part, offset, scope);
    case "command":
      return addStatements(part.body, scope);
    case "arithmetic":
      return addExpression(part.expression, scope);
    case "process":
      return addStatements(part.body, part.direction === ">" ? { ...scope, stdin: "pipe" } : scope);
    case "refused":
      return addRefusal({ ...part, offset }, scope);
  }
}

function addParameter(part: ReadParameter, offset: number, scope: Scope): void {
  const { name, operator, operand } = part;
  if (operand && operator?.endsWith("=")) addVariable({ name, words: [operand], offset }, scope);
  for (const expression of part.evaluated) addExpression(expression, scope);
  for (const word of operand ? [operand, ...part.words] : part.words) addWord(word, scope);
}

function addExpression({ text, words, offset }: Expression, scope: Scope): void {
  const at = scope.place(offset);
  const names = evaluatedNames(text);
  if (names.length > 0) scope.items.push({ kind: "arithmetic", names, at });
  for (const name of assignedNames(text)) {
    scope.items.push({ kind: "variable", name, values: undefined, numeric: true, at });
  }
  const before = scope.items.length;
  for (const word of words) addWord(word, scope);
  // The output of a command in it is evaluated as well: `$(( $(echo 'a[$(rm x)]') ))`.
  if (hidesExpansion(text) || scope.items.slice(before).some(holdsSubstitution)) {
    const what = "an expansion in text that is evaluated as arithmetic";
    addRefusal({ code: "script-dynamic", what, offset }, scope);
  }
}

function holdsSubstitution(item: ScriptItem): boolean {
  return item.kind === "call" &&
    item.words.some((word) =>
      word.pieces.some((piece) => piece.kind === "text" && /\$\(|`/.test(piece.text))
    );
}

function addVariable(
  { name, words, offset }: Omit<Extract<Step, { kind: "variable" }>, "kind">,
  { items, place }: Scope,
): void {
  const values = words?.map((word) => toWord(word, place));
  items.push({ kind: "variable", name, values, numeric: false, at: place(offset) });
}

function addRefusal(
  { code, what, offset }: Pick<RefusedItem, "code" | "what"> & { readonly offset: number },
  { items, place }: Scope,
): void {
  items.push({ kind: "refused", code, what, at: place(offset) });
}

function addSetting(setting: Setting, scope: Scope): void {
  for (const expression of setting.evaluated) addExpression(expression, scope);
  for (const word of setting.value ? [setting.value, ...setting.words] : setting.words) {
    addWord(word, scope);
  }
}

function toAssignment({ name, value, offset }: Setting, { place }: Scope): Assignment {
  return { name, value: value && toWord(value, place), at: place(offset) };
}

function toRedirect(
  { operator, descriptor, target, offset }: Redirection,
  { place }: Scope,
): Redirect {
  return { operator, descriptor, target: target && toWord(target, place), at: place(offset) };
}

/** Where a command's redirections take its input from; undefined when they leave it alone. */
function stdinOf(
  redirects: readonly Pick<Redirect, "operator" | "descriptor">[],
): Stdin | undefined {
  let stdin: Stdin | undefined;
  for (const { operator, descriptor = "0" } of redirects) {
    if (descriptor !== "0" || !operator.startsWith("<")) continue;
    stdin = operator.startsWith("<<") ? "here" : "file";
  }
  return stdin;
}

/** `exec < FILE` gives every later command that input. */
function replacesStdin(items: readonly ScriptItem[]): boolean {
  return items.some((item) =>
    item.kind === "call" && stdinOf(item.redirects) !== undefined &&
    item.words.slice(0, 2).some(({ pieces }) =>
      pieces.some((piece) => piece.kind === "text" && piece.text === "exec")
    )
  );
}

function withUnknownStdin(item: ScriptItem): ScriptItem {
  return item.kind === "call" && item.stdin === "inherited" ? { ...item, stdin: "file" } : item;
}
