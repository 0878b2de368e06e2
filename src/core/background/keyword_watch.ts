/**
 * Notices words in a stream of bytes.
 * @module
 */

/** Words of trouble in the output of builds, tests and servers. Source: spec.md, section 10. */
export const DEFAULT_KEYWORDS: readonly string[] = [
  ...["error", "err!", "fail", "fatal", "panic", "exception", "traceback"],
  ...["segmentation fault", "core dumped", "out of memory"],
  ...["permission denied", "command not found", "no such file"],
];

/** A running watch. */
export interface KeywordWatch {
  /** The keywords that these bytes complete, each once; `[]` for nearly all output. */
  push(bytes: Uint8Array): readonly string[];
}

/**
 * Watches for keywords, in any case, however the stream is cut, and before a line has its end: a prompt or a
 * last line may never get one. A keyword does not reach over the end of a line, because it holds none.
 */
export function createKeywordWatch(keywords: readonly string[]): KeywordWatch {
  const words = [...new Set(keywords.map((keyword) => keyword.toLowerCase()))];
  const longest = Math.max(0, ...words.map((word) => word.length));
  const any = new RegExp(words.map(RegExp.escape).join("|"));
  const decoder = new TextDecoder();
  let before = "";
  return {
    push(bytes) {
      if (words.length === 0) return [];
      const text = before + decoder.decode(bytes, { stream: true }).toLowerCase();
      const fresh = before.length;
      before = longest > 1 ? text.slice(1 - longest) : "";
      if (!any.test(text)) return [];
      // What ended within the part that was seen before has been told before.
      return words.filter((word) => text.indexOf(word, Math.max(0, fresh - word.length + 1)) >= 0);
    },
  };
}
