/**
 * Compares two readings of one script.
 *
 * Everything that runs or is redirected must be the same in the same order: calls with their words, assignments and
 * redirections, functions. Positions, variables and names in arithmetic are not compared.
 * @module
 */
import type {
  Assignment,
  CallItem,
  FunctionItem,
  Piece,
  Redirect,
  RefusedItem,
  ScriptItem,
  Word,
} from "../core/script.ts";

/** What is compared. */
export type Comparable = CallItem | FunctionItem | RefusedItem;

/** The first item on which two readings differ, as the first of them has it (else the second). */
export function findDifference(
  first: readonly ScriptItem[],
  second: readonly ScriptItem[],
): Comparable | undefined {
  const [left, right] = [first.filter(isComparable), second.filter(isComparable)];
  const length = Math.max(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const [a, b] = [left[i], right[i]];
    if (!a || !b || !isSameItem(a, b)) return a ?? b;
  }
  return undefined;
}

function isComparable(item: ScriptItem): item is Comparable {
  return item.kind === "call" || item.kind === "function" || item.kind === "refused";
}

function isSameItem(a: Comparable, b: Comparable): boolean {
  switch (a.kind) {
    case "call":
      return b.kind === "call" && isSameCall(a, b);
    case "function":
      return b.kind === "function" && a.name === b.name;
    case "refused":
      return b.kind === "refused";
  }
}

function isSameCall(a: CallItem, b: CallItem): boolean {
  return a.stdin === b.stdin && a.background === b.background &&
    isSameList(a.words, b.words, isSameWord) &&
    isSameList(a.assignments, b.assignments, isSameAssignment) &&
    isSameList(a.redirects, b.redirects, isSameRedirect);
}

function isSameList<T>(
  a: readonly T[],
  b: readonly T[],
  isSame: (a: T, b: T) => boolean,
): boolean {
  return a.length === b.length && a.every((item, index) => isSame(item, b[index] as T));
}

function isSameWord(a: Word, b: Word): boolean {
  return a.spelling === b.spelling && isSameList(a.pieces, b.pieces, isSamePiece);
}

function isSameAssignment(a: Assignment, b: Assignment): boolean {
  return a.name === b.name && isSameOptionalWord(a.value, b.value);
}

function isSameRedirect(a: Redirect, b: Redirect): boolean {
  return a.operator === b.operator && a.descriptor === b.descriptor &&
    isSameOptionalWord(a.target, b.target);
}

function isSameOptionalWord(a: Word | undefined, b: Word | undefined): boolean {
  return a && b ? isSameWord(a, b) : a === b;
}

function isSamePiece(a: Piece, b: Piece): boolean {
  switch (a.kind) {
    case "text":
      return b.kind === "text" && a.text === b.text && a.quoted === b.quoted;
    case "parameter":
      return b.kind === "parameter" && a.name === b.name && a.quoted === b.quoted &&
        a.operator === b.operator && isSameList(a.operand ?? [], b.operand ?? [], isSamePiece);
    case "command":
      return b.kind === "command" && a.quoted === b.quoted &&
        isSameList(a.source ?? [], b.source ?? [], (x, y) => x === y);
    case "arithmetic":
      return b.kind === "arithmetic" && a.quoted === b.quoted;
    case "process":
      return b.kind === "process";
    case "glob":
      return b.kind === "glob" && a.text === b.text;
  }
}
