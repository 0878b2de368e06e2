/**
 * Remembers answers, the oldest forgotten first.
 * @module
 */

/** A function that computes each answer once, as long as it is among the last `limit` ones. */
export function memoize<Answer>(
  compute: (question: string) => Answer,
  limit: number,
): (question: string) => Answer {
  const known = new Map<string, Answer>();
  return (question) => {
    const found = known.get(question);
    if (found !== undefined || known.has(question)) return found as Answer;
    const answer = compute(question);
    const oldest = known.size < limit ? undefined : known.keys().next().value;
    if (oldest !== undefined) known.delete(oldest);
    known.set(question, answer);
    return answer;
  };
}
