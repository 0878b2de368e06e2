/**
 * Turns a word as read into the word of our script form: quotes undone, adjacent text joined.
 * @module
 */
import type { Piece, Word } from "../core/script.ts";
import type { Position } from "../core/types.ts";
import type { Part, ReadParameter, ReadWord, Statement } from "./reading.ts";

/** Translates a word. */
export function toWord(word: ReadWord, place: (offset: number) => Position): Word {
  return {
    pieces: toPieces(word.parts, false),
    spelling: spellingOf(word.parts),
    at: place(word.offset),
  };
}

function toPieces(parts: readonly Part[], quoted: boolean): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const part of parts) {
    for (const piece of piecesOf(part, quoted)) {
      const last = pieces.at(-1);
      if (piece.kind === "text" && last?.kind === "text" && last.quoted === piece.quoted) {
        pieces[pieces.length - 1] = { ...piece, text: last.text + piece.text };
      } else pieces.push(piece);
    }
  }
  return pieces;
}

function piecesOf(part: Part, quoted: boolean): readonly Piece[] {
  switch (part.kind) {
    case "text":
      if (part.text === "") return [];
      return [{ kind: "text", text: part.text, quoted: quoted || part.escaped }];
    case "quotes": {
      const inner = toPieces(part.parts, true);
      return inner.length > 0 ? inner : [{ kind: "text", text: "", quoted: true }];
    }
    case "parameter":
      return [toParameter(part, quoted)];
    case "command": {
      const source = literalCommand(part.body);
      return [source ? { kind: "command", quoted, source } : { kind: "command", quoted }];
    }
    case "arithmetic":
      return [{ kind: "arithmetic", quoted }];
    case "process":
      return [{ kind: "process" }];
    case "glob":
      return [{ kind: "glob", text: part.text }];
    case "refused":
      // The refusal is an item of its own; for the word it stands for anything at all.
      return [{ kind: "command", quoted }];
  }
}

function toParameter({ name, operator, operand }: ReadParameter, quoted: boolean): Piece {
  return {
    kind: "parameter",
    name,
    quoted,
    plain: operator === undefined,
    ...(operator === undefined ? {} : { operator }),
    ...(operand === undefined ? {} : { operand: toPieces(operand.parts, quoted) }),
  };
}

/** The words of a substitution that is exactly one simple command of literal words. */
function literalCommand(body: readonly Statement[]): readonly string[] | undefined {
  const [statement] = body;
  if (statement?.command?.kind !== "simple" || body.length > 1) return undefined;
  const { settings, words } = statement.command;
  if (statement.background || statement.redirects.length > 0 || settings.length > 0) {
    return undefined;
  }
  const texts = words.map(literalText);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function literalText({ parts }: ReadWord): string | undefined {
  let text = "";
  for (const piece of toPieces(parts, false)) {
    if (piece.kind !== "text") return undefined;
    text += piece.text;
  }
  return text;
}

function spellingOf(parts: readonly Part[]): Word["spelling"] {
  const written = parts.filter((part) => part.kind !== "text" || part.text !== "");
  const [first] = written;
  if (written.length === 1 && first?.kind === "quotes") {
    return first.style === "ansi" ? "tricky" : "quoted";
  }
  const plain = written.every((part) =>
    part.kind !== "quotes" && !(part.kind === "text" && part.escaped)
  );
  return plain ? "bare" : "tricky";
}
