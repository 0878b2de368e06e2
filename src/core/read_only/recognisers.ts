/**
 * Readers of the small languages that options and operands of read-only programs are written in.
 * @module
 */
import { readAwk } from "./recognisers/awk.ts";
import { readFind } from "./recognisers/find.ts";
import { readJq } from "./recognisers/jq.ts";
import { readSed } from "./recognisers/sed.ts";
import type { ReadProgram, ReadWords } from "./types.ts";

/** Readers of a program text, by the name an entry gives as `recogniser`. */
export const PROGRAM_RECOGNISERS: ReadonlyMap<string, ReadProgram> = new Map([
  ["awk", readAwk],
  ["jq", readJq],
  ["sed", readSed],
]);

/** Readers of a whole expression, by the name an entry gives as `recogniser`. */
export const WORD_RECOGNISERS: ReadonlyMap<string, ReadWords> = new Map([["find", readFind]]);
