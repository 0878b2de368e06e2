/**
 * Judging with a parser that is loaded only when a script is met: a plain argv never pays for it.
 * @module
 */
import { judge } from "../core/judge.ts";
import type { JudgeContext } from "../core/judge_scope.ts";
import type { ParseScript } from "../core/ports.ts";
import type { Verdict } from "../core/types.ts";

/** A judgement whose parser may still have to be loaded. */
export type JudgeRequest = Omit<JudgeContext, "parseScript">;

/** Judges many requests in a row; the parser is loaded once, when the first script comes. */
export class Judge {
  #parse: ParseScript | undefined;
  readonly #load: () => Promise<ParseScript>;

  /** `load` brings the parser in. */
  constructor(load: () => Promise<ParseScript>) {
    this.#load = load;
  }

  /** The verdict on one request. Waits only when the parser has to be loaded. */
  async judge(request: JudgeRequest): Promise<Verdict> {
    return this.judgeNow(request) ?? await this.#judgeAfterLoading(request);
  }

  /** The verdict without waiting; undefined when the parser is needed and not loaded yet. */
  judgeNow(request: JudgeRequest): Verdict | undefined {
    if (this.#parse !== undefined) return judge({ ...request, parseScript: this.#parse });
    let wanted = false;
    const verdict = judge({
      ...request,
      parseScript() {
        wanted = true;
        // Never seen by anyone: the verdict is thrown away below. Still closed, should that change.
        return {
          ok: false,
          refusal: { code: "internal", data: { problem: "the parser is not loaded" } },
        };
      },
    });
    return wanted ? undefined : verdict;
  }

  async #judgeAfterLoading(request: JudgeRequest): Promise<Verdict> {
    const parseScript = await this.#load();
    this.#parse = parseScript;
    return judge({ ...request, parseScript });
  }
}
