/**
 * `allowlist-check --stdin`: one request a line in, one verdict a line out, in order.
 * @module
 */
import { exitCodeOf } from "../core/codes.ts";
import { parseRequestText, type RequestJson } from "../core/request.ts";
import type { Decision, Result, Verdict } from "../core/types.ts";
import { verdictJson } from "../core/verdict_json.ts";
import type { Judge } from "../guard/judge_request.ts";
import { checkExitCode, refusedVerdict } from "./commands/allowlist_check.ts";
import type { Prepared } from "./prepare.ts";
import { completeRequest, type RequestSource } from "./read_request.ts";

/** What a batch is judged with. */
export interface BatchSettings {
  readonly prepared: Prepared;
  readonly judge: Judge;
  readonly atMost: Decision;
}

/** Output is written in pieces of about this size, in characters. */
const PIECE = 32_768;
/** The worst exit code wins, in this order. */
const WORST = [0, 122, 123, 121, 120];

/**
 * Judges every line. A bad line yields a verdict `deny` with a `request-*` code, and the run goes on.
 * Memory does not grow with the number of lines. The exit code is the worst line's.
 */
export async function checkBatch(source: RequestSource, settings: BatchSettings): Promise<number> {
  let worst = 0;
  let piece = "";
  for await (const line of source.system.inputLines()) {
    if (line.trim() === "") continue;
    const parsed = parseRequestText(line);
    const verdict = await judgeLine(parsed, { source, settings });
    const code = lineExitCode(verdict, settings.atMost);
    if (WORST.indexOf(code) > WORST.indexOf(worst)) worst = code;
    const id = parsed.ok ? parsed.value.id : readId(line);
    piece += `${
      JSON.stringify(id === undefined ? verdictJson(verdict) : { id, ...verdictJson(verdict) })
    }\n`;
    if (piece.length < PIECE) continue;
    if (!source.system.out(piece)) return 141;
    piece = "";
  }
  return piece === "" || source.system.out(piece) ? worst : 141;
}

async function judgeLine(
  parsed: Result<RequestJson>,
  by: { readonly source: RequestSource; readonly settings: BatchSettings },
): Promise<Verdict> {
  const request = parsed.ok ? completeRequest(parsed.value, by.source) : parsed;
  if (!request.ok) return refusedVerdict(parsed.ok ? parsed.value.argv : [], request.refusal);
  const { policy, facts } = by.settings.prepared;
  const wanted = { request: request.value, policy, facts, watchersAllowed: false };
  return by.settings.judge.judgeNow(wanted) ?? await by.settings.judge.judge(wanted);
}

function lineExitCode(verdict: Verdict, atMost: Decision): number {
  const code = checkExitCode(verdict, atMost);
  return WORST.includes(code) ? code : exitCodeOf(verdict.strictest);
}

/** The id of a line that is JSON but no request. */
function readId(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? Reflect.get(value, "id") : undefined;
  } catch {
    return undefined;
  }
}
