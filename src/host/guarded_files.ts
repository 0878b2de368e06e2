/**
 * The guarded file operations: the one way in which files of others are changed.
 * Source: spec.md, sections 12 and 14.9.
 * @module
 */
import type { Content, FileChange, FileRules, GuardedFiles } from "../core/guarded_files.ts";
import type { Result } from "../core/types.ts";
import { attempt, changed, holdParent, locate, makeParent } from "./file_target.ts";
import { copy, move, remove } from "./guarded_moves.ts";
import { makeDirectory } from "./held_directory.ts";
import { FileProblem, PathChanged } from "./system_error.ts";
import { appendToFile, type FilePlace, openSource, readPieces, replaceFile } from "./write_file.ts";

/** Indentation of JSON files. */
const JSON_INDENT = 2;

/** Builds the operations for rules that are asked anew for each of them. */
export function createGuardedFiles(rules: FileRules): GuardedFiles {
  const writeFile = (path: string, content: Content) =>
    change("write", { path, rules, act: (place) => replaceFile(place, { content }) });
  const appendFile = (path: string, content: Content) => {
    const whole = joined(content);
    return change("append to", { path, rules, act: (place) => appendToFile(place, whole) });
  };
  const encode = (text: string): Content => [new TextEncoder().encode(text)];
  return {
    writeFile,
    appendFile,
    writeText: (path, text) => writeFile(path, encode(text)),
    appendText: (path, text) => appendFile(path, encode(text)),
    writeJson(path, value) {
      const text = jsonOf(value);
      return text.ok ? writeFile(path, encode(text.value)) : text;
    },
    copy: (source, destination, options = {}) =>
      attempt(
        { action: "copy", path: source },
        () => copy({ source, destination }, { rules, options }),
      ),
    move: (source, destination) =>
      attempt({ action: "move", path: source }, () => move({ source, destination }, rules)),
    remove: (path, options = {}) =>
      attempt({ action: "remove", path }, () => remove(path, { rules, options })),
    checkDir: (path) =>
      attempt({ action: "make", path }, () => {
        const { real } = locate(path, { rules, follow: true });
        using directory = makeDirectory(real);
        if (directory === undefined) throw new PathChanged();
        return changed(real, 0);
      }),
    readFile: (path) => attempt({ action: "read", path }, () => readFile(path, rules)),
    refuse: (path, access) => {
      const located = attempt({ action: "use", path }, () => {
        const target = locate(path, { rules, follow: true });
        const refusal = target.refuse(target, access);
        return refusal === undefined ? { ok: true, value: target } : { ok: false, refusal };
      });
      return located.ok ? undefined : located.refusal;
    },
  };
}

function change(
  action: string,
  by: {
    readonly path: string;
    readonly rules: FileRules;
    readonly act: (place: FilePlace) => number;
  },
): Result<FileChange> {
  const { path, rules, act } = by;
  return attempt({ action, path }, () => {
    const target = locate(path, { rules, follow: true });
    const refusal = target.refuse(target, "write");
    if (refusal !== undefined) return { ok: false, refusal };
    if (target.isDirectory || /(^|\/)\.{0,2}$/.test(path)) throw new FileProblem("Is a directory");
    using directory = makeParent(target);
    return changed(target.real, act({ directory, name: target.name }));
  });
}

function readFile(path: string, rules: FileRules): Result<Uint8Array> {
  const target = locate(path, { rules, follow: true });
  const refusal = target.refuse(target, "read");
  if (refusal !== undefined) return { ok: false, refusal };
  using directory = holdParent(target);
  using source = openSource({ directory, name: target.name });
  return { ok: true, value: joined(readPieces(source)) };
}

/** The pieces in one. */
function joined(content: Content): Uint8Array {
  const pieces = [...content];
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function jsonOf(value: unknown): Result<string> {
  const refuse = (problem: string): Result<string> => ({
    ok: false,
    refusal: { code: "request-bad-value", data: { key: "the value", problem } },
  });
  try {
    const text = JSON.stringify(value, null, JSON_INDENT) as string | undefined;
    return text === undefined ? refuse("has no form in JSON") : { ok: true, value: `${text}\n` };
  } catch (error) {
    // A circle, or a number beyond what JSON can hold.
    if (error instanceof TypeError) return refuse("has no form in JSON");
    throw error;
  }
}
