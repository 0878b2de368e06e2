/**
 * An entry with its names resolved, ready to match.
 * @module
 */
import { type FileNames, flagTable, valueKind } from "./flag_table.ts";
import { PROGRAM_RECOGNISERS, WORD_RECOGNISERS } from "./recognisers.ts";
import type { EntryRules, ReadOnlyEntry } from "./types.ts";

/** Resolves an entry of a checked file; a name that file does not define is a bug and throws. */
export function entryRules(entry: ReadOnlyEntry, names: FileNames): EntryRules {
  const { operands, recogniser = "" } = entry;
  return {
    entry,
    table: flagTable(entry.flags ?? [], names),
    clusters: entry.clusters ?? true,
    operandKind: valueKind(operands?.kind ?? "path", names),
    firstKind: operands?.first === undefined ? undefined : valueKind(operands.first, names),
    readProgram: PROGRAM_RECOGNISERS.get(recogniser),
    readWords: WORD_RECOGNISERS.get(recogniser),
  };
}
