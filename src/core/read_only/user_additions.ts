/**
 * The user's `read_only_command`: plain strings and full entries, as one more allowlist file.
 * Source: spec.md, section 3; contract.md, section 6.
 * @module
 */
import { fileProblems, formProblems } from "./check_file.ts";
import type { NamedFile } from "./read_only_list.ts";
import type { ReadOnlyEntry } from "./types.ts";

/** The name failures of the user's own entries are reported under. */
export const USER_FILE = "read_only_command";

/** The additions as a file, or why they are none. */
export type UserAdditions =
  | { readonly ok: true; readonly added: NamedFile }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads additions. A plain string is a form (`mytool show`) that allows further words but no flag; one with a flag in
 * it (`mytool --list`) is that argv and no other. An entry has the fields and examples of the built-in files.
 *
 * @example
 * ```ts
 * import { readUserAdditions } from "./user_additions.ts";
 * readUserAdditions(["mytool show"]).ok; // true
 * readUserAdditions([{ forms: ["mytool"] }]).ok; // false
 * ```
 */
export function readUserAdditions(items: readonly unknown[]): UserAdditions {
  const plain = items.filter((item) => typeof item === "string").map(plainEntry);
  const full = items.filter((item) => typeof item !== "string");
  const problems = [
    ...fileProblems({ why: WHY, entries: full }),
    ...plain.flatMap((entry) => formProblems(entry)),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const entries = [...full as readonly ReadOnlyEntry[], ...plain];
  return { ok: true, added: { name: USER_FILE, file: { why: WHY, entries } } };
}

const WHY = "added by the user";

function plainEntry(form: string): ReadOnlyEntry {
  return { forms: [form], why: WHY, operands: {}, match: [], not_match: [] };
}
