/**
 * Showing foreign text to a person: nothing in it may move the cursor, reorder or hide.
 * Source: contract.md, section 4.
 * @module
 */

/** C0, DEL, C1, and every character that is invisible, joins, or changes the reading direction. */
const UNSAFE = new RegExp(
  "[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f" +
    "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb" +
    "\\ud800-\\udfff]|[\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]",
  "gu",
);

/**
 * Escapes control, bidirectional, invisible and lone-surrogate characters as `\u{..}` or the usual
 * short forms; everything else stays as it is.
 */
export function escapeForDisplay(text: string): string {
  return text.replace(UNSAFE, (character) => {
    if (character === "\n") return "\\n";
    if (character === "\t") return "\\t";
    if (character === "\r") return "\\r";
    const point = character.codePointAt(0) ?? 0;
    return point < 0x100
      ? `\\x${point.toString(16).padStart(2, "0")}`
      : `\\u{${point.toString(16)}}`;
  });
}

/** Whether a text holds a character that {@link escapeForDisplay} would escape. */
export function hasUnsafeCharacter(text: string): boolean {
  UNSAFE.lastIndex = 0;
  return UNSAFE.test(text);
}

/** A value in double quotes with quotes and unsafe characters escaped. */
export function quoteForDisplay(text: string): string {
  return `"${escapeForDisplay(text.replace(/[\\"]/g, "\\$&"))}"`;
}

/** An argv as one JSON array, safe to show and to copy. */
export function showArgv(argv: readonly string[]): string {
  return `[${argv.map((item) => escapeForDisplay(JSON.stringify(item))).join(",")}]`;
}
