/**
 * Where a delimited regular expression ends, as far as all implementations agree.
 * @module
 */

/**
 * The index of the delimiter that ends the expression starting at `from`; undefined when it has no end on its line, or
 * when it is not clear whether a delimiter stands inside a bracket expression.
 *
 * A delimiter that is inside for everyone is literal. An implementation that ends there all the same (the one true
 * awk, busybox awk) is left with an unclosed bracket, which it refuses before anything runs.
 */
export function regexEnd(text: string, from: number, delimiter: string): number | undefined {
  const escaping: Bracket = { inside: false, first: -1, classEnd: -1 };
  const posix: Bracket = { inside: false, first: -1, classEnd: -1 };
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === "\n") return undefined;
    // These have a meaning of their own behind an opening bracket.
    if (character === "[" && "^:.=".includes(delimiter)) return undefined;
    if (character === delimiter) {
      if (escaping.inside !== posix.inside) return undefined;
      if (!posix.inside) return index;
    }
    follow(escaping, text, index);
    follow(posix, text, index);
    if (character !== "\\") continue;
    index++;
    // awk takes a backslash for an escape inside brackets too, POSIX takes it for itself there.
    if (posix.inside) follow(posix, text, index);
    if (text[index] === "\n") return undefined;
  }
  return undefined;
}

interface Bracket {
  inside: boolean;
  /** Where a `]` would be a member. */
  first: number;
  /** Index of the `]` that ends `[:class:]`. */
  classEnd: number;
}

/** POSIX.1 9.3.5: `]` first is a member; `[:x:]`, `[.x.]`, `[=x=]` nest. */
function follow(bracket: Bracket, text: string, index: number): void {
  const character = text[index];
  if (index <= bracket.classEnd) return;
  if (!bracket.inside) {
    if (character !== "[") return;
    bracket.inside = true;
    bracket.first = text[index + 1] === "^" ? index + 2 : index + 1;
  } else if (character === "[" && /[:.=]/.test(text[index + 1] ?? "")) {
    bracket.classEnd = text.indexOf(`${text[index + 1]}]`, index + 2) + 1;
  } else if (character === "]" && index !== bracket.first) bracket.inside = false;
}
