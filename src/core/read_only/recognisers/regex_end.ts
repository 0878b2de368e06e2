/**
 * Where a delimited regular expression ends, as far as all implementations agree.
 * @module
 */

/**
 * The index of the delimiter that ends the expression starting at `from`; undefined when it has no end on its
 * line, or when the delimiter stands inside a bracket expression: GNU sed ends there, BSD sed and gawk do not.
 */
export function regexEnd(text: string, from: number, delimiter: string): number | undefined {
  const simple = { inside: false };
  const posix: PosixBracket = { inside: false, first: -1, classEnd: -1 };
  for (let index = from; index < text.length; index++) {
    const character = text[index];
    if (character === "\n") return undefined;
    if (character === delimiter) return simple.inside || posix.inside ? undefined : index;
    followPosix(posix, text, index);
    if (character === "\\") {
      index++;
      // Inside brackets POSIX takes a backslash for itself, so the next character counts there.
      if (posix.inside) followPosix(posix, text, index);
      if (text[index] === "\n") return undefined;
    } else if (character === "[") simple.inside = true;
    else if (character === "]") simple.inside = false;
  }
  return undefined;
}

interface PosixBracket {
  inside: boolean;
  /** Where a `]` would be a member. */
  first: number;
  /** Index of the `]` that ends `[:class:]`. */
  classEnd: number;
}

/** POSIX.1 9.3.5: `]` first is a member, `[:x:]`, `[.x.]`, `[=x=]` nest, a backslash is an ordinary member. */
function followPosix(bracket: PosixBracket, text: string, index: number): void {
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
