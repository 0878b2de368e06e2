/**
 * What the static text of an arithmetic expression tells. A shell evaluates the *text* of each variable named in it as
 * arithmetic again, subscripts with their substitutions included.
 * Source: Bash manual, 6.5 (shell arithmetic).
 * @module
 */

/** Names of the variables whose text is evaluated, in order, each once. */
export function evaluatedNames(text: string): readonly string[] {
  return [...new Set(text.match(/(?<![\w])[A-Za-z_]\w*/g))];
}

/** Names of the variables that are assigned or counted up or down. */
export function assignedNames(text: string): readonly string[] {
  const names = [
    ...text.matchAll(
      /([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)?(?:(?:[-+*\/%&|^]|<<|>>)?=(?!=)|\+\+|--)/g,
    ),
    ...text.matchAll(/(?:\+\+|--)\s*([A-Za-z_]\w*)/g),
  ].map(([, name = ""]) => name);
  return [...new Set(names)];
}

/** Whether literal text (quoted, or else it would have been read as an expansion) holds one that evaluation brings to life. */
export function hidesExpansion(text: string): boolean {
  return /[$`]/.test(text);
}
