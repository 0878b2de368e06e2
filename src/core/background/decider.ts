/**
 * The question to a user's decider and its answer: whether a hit is worth telling.
 * @module
 */
import { isInside } from "../paths.ts";
import type { Facts } from "../ports.ts";
import type { Hit } from "./task_event.ts";
import type { Task } from "./task.ts";

/** What the decider said. */
export type Decision =
  | { readonly kind: "tell" }
  | { readonly kind: "drop" }
  | { readonly kind: "failed"; readonly problem: string };

/** The question, one JSON object on its standard input. */
export function deciderQuestion(
  task: Task,
  by: { readonly hit: Hit; readonly previous: readonly string[] },
): string {
  const { id, argv, cwd, objective, next, group } = task;
  return `${
    JSON.stringify({
      schema: "execguard.hit/1",
      ...{ id, argv, cwd, objective: objective ?? null, next: next ?? null, group: group ?? null },
      ...{ keywords: by.hit.keywords, output: by.hit.output },
      // The outputs that were told before, the latest last: a repeat need not be told again.
      previous: by.previous,
    })
  }\n`;
}

/**
 * The first file of a decider's argv that a command in the sandbox might write: the decider itself runs
 * outside of it. Undefined when all lie outside home or among execguard's own files.
 */
export function writablePartOf(
  argv: readonly string[],
  by: { readonly facts: Facts; readonly ownDirectories: readonly string[] },
): string | undefined {
  const { facts, ownDirectories } = by;
  const real = (path: string) => facts.realPath(path) ?? path;
  const own = ownDirectories.map(real);
  const files = argv.map((word, index) => {
    if (word.startsWith("/")) return real(word);
    return index === 0 ? facts.findProgram(word)?.real : undefined;
  });
  const { home } = facts;
  return files.find((file) =>
    file !== undefined && home !== undefined && isInside(file, home) &&
    !own.some((directory) => isInside(file, directory))
  );
}

/** Reads the answer: `{"tell": true}` or `{"tell": false}`. Anything else is a failure, never a "drop". */
export function readDecision(text: string): Decision {
  try {
    const answer: unknown = JSON.parse(text);
    const tell = typeof answer === "object" && answer !== null ? Reflect.get(answer, "tell") : null;
    if (tell === true) return { kind: "tell" };
    if (tell === false) return { kind: "drop" };
    return { kind: "failed", problem: 'it did not answer {"tell": true} or {"tell": false}' };
  } catch {
    return { kind: "failed", problem: "its answer is not JSON" };
  }
}
