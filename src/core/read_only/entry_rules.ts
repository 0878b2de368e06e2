/**
 * An entry with its names resolved, ready to match.
 * @module
 */
import { compileFlags, type FileNames } from "./flag_table.ts";
import { PROGRAM_RECOGNISERS, WORD_RECOGNISERS } from "./recognisers.ts";
import type { EntryRules, ReadOnlyEntry } from "./types.ts";

/** Compiles an entry. An unknown name, or settings that contradict each other, are a bug in the file and throw. */
export function entryRules(entry: ReadOnlyEntry, names: FileNames): EntryRules {
  const { operands, recogniser } = entry;
  const readProgram = PROGRAM_RECOGNISERS.get(recogniser ?? "");
  const readWords = WORD_RECOGNISERS.get(recogniser ?? "");
  if (recogniser !== undefined && readProgram === undefined && readWords === undefined) {
    throw new Error(`no recogniser is called ${recogniser}`);
  }
  if (entry.flags_harmless === true && !isOpen(entry)) {
    throw new Error(
      "flags_harmless needs operands without limits: a word may turn out to be a flag",
    );
  }
  return {
    entry,
    table: compileFlags(entry.flags ?? [], names),
    clusters: entry.clusters ?? true,
    operandKind: names.kindOf(operands?.kind ?? "path"),
    firstKind: operands?.first === undefined ? undefined : names.kindOf(operands.first),
    readProgram,
    readWords,
  };
}

function isOpen(entry: ReadOnlyEntry): boolean {
  const { operands, needs } = entry;
  return operands !== undefined && needs === undefined && operands.max === undefined &&
    operands.only_with === undefined && operands.prefix === undefined &&
    entry.recogniser === undefined && entry.bundle !== true && entry.flags_first !== true;
}
