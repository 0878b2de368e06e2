/**
 * Judging with parts that are loaded only when they are needed: a plain argv never pays for the parser.
 * @module
 */
import { judge } from "../core/judge.ts";
import type { JudgeContext } from "../core/judge_scope.ts";
import type { ParseScript } from "../core/ports.ts";
import type { Verdict } from "../core/types.ts";

/** A judgement whose parser may still have to be loaded. */
export type JudgeRequest = Omit<JudgeContext, "parseScript">;

/** Judges many requests in a row; what one of them had loaded the next ones find there. */
export class Judge {
  #parse: ParseScript | undefined;
  #wantsParser = false;
  readonly #load: () => Promise<ParseScript>;

  /** `load` brings the parser in. */
  constructor(load: () => Promise<ParseScript>) {
    this.#load = load;
  }

  /** The verdict on one request. Waits only when something has to be loaded first. */
  async judge(request: JudgeRequest): Promise<Verdict> {
    for (;;) {
      const verdict = this.judgeNow(request);
      if (verdict !== undefined) return verdict;
      await this.#loadWanted(request);
    }
  }

  /** The verdict without waiting; undefined when something it needs is not loaded yet. */
  judgeNow(request: JudgeRequest): Verdict | undefined {
    const parseScript = this.#parse ?? this.#wantParser;
    const verdict = judge({ ...request, parseScript });
    const wanting = this.#wantsParser || request.policy.late.some((part) => part.isWanted);
    return wanting ? undefined : verdict;
  }

  /** Stands in for the parser. Its answer is never seen; still closed, should that change. */
  readonly #wantParser: ParseScript = () => {
    this.#wantsParser = true;
    const data = { problem: "the parser is not loaded" };
    return { ok: false, refusal: { code: "internal", data } };
  };

  async #loadWanted({ policy }: JudgeRequest): Promise<void> {
    const wanted = policy.late.filter((part) => part.isWanted);
    await Promise.all([...wanted.map((part) => part.load()), this.#loadParser()]);
  }

  async #loadParser(): Promise<void> {
    if (!this.#wantsParser) return;
    this.#parse = await this.#load();
    this.#wantsParser = false;
  }
}
