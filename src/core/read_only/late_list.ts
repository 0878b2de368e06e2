/**
 * The read-only list with its theme files loaded as programs of theirs are looked up.
 * @module
 */
import type { Late } from "../late.ts";
import { makeReadOnlyList, type NamedFile } from "./read_only_list.ts";
import type { ReadOnlyList } from "./types.ts";

/** Where the themes are, and which programs they know. */
export interface Themes {
  /** Theme file → programs it has forms of. */
  readonly index: Readonly<Record<string, readonly string[]>>;
  load(theme: string): Promise<NamedFile>;
}

/** A list that does not know a program whose theme is not loaded yet, and says that it wants it. */
export function makeLateList(
  themes: Themes,
  additions: readonly NamedFile[],
): ReadOnlyList & Late {
  const themesOf = themesByProgram(themes.index);
  const added = new Set(
    additions.flatMap(({ file }) => file.entries.flatMap(({ forms }) => forms.map(firstWord))),
  );
  const loaded = new Map<string, NamedFile>();
  const wanted = new Set<string>();
  let list = makeReadOnlyList(additions);
  return {
    get isWanted() {
      return wanted.size > 0;
    },
    find(program) {
      const own = themesOf.get(program);
      if (own === undefined && !added.has(program)) return undefined;
      const missing = (own ?? []).filter((name) => !loaded.has(name));
      for (const name of missing) wanted.add(name);
      return missing.length > 0 ? undefined : list.find(program);
    },
    trusts: (form) => list.trusts(form),
    failures: () => list.failures(),
    async load() {
      const files = await Promise.all(
        [...wanted].map(async (name) => [name, await themes.load(name)] as const),
      );
      for (const [name, file] of files) loaded.set(name, file);
      wanted.clear();
      list = makeReadOnlyList([...loaded.values(), ...additions]);
    },
  };
}

function firstWord(form: string): string {
  return form.split(" ", 1)[0] ?? "";
}

function themesByProgram(index: Themes["index"]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [theme, programs] of Object.entries(index)) {
    for (const program of programs) found.set(program, [...found.get(program) ?? [], theme]);
  }
  return found;
}
