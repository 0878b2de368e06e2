/**
 * A verdict in its public JSON shape (contract, section 4).
 * @module
 */
import { messageOf } from "./codes.ts";
import type { Decision, Finding, Verdict } from "./types.ts";

/** One finding as JSON. */
export interface FindingJson {
  readonly decision: Decision;
  readonly code: string;
  readonly argv: readonly string[];
  readonly reason: string;
  readonly rule?: string;
  readonly line?: number;
  readonly column?: number;
  /** How many wrappers and scripts stand around it. */
  readonly depth: number;
  readonly advice?: readonly string[];
}

/** A verdict as JSON. */
export interface VerdictJson {
  readonly schema: "execguard.verdict/1";
  readonly argv: readonly string[];
  readonly decision: Decision;
  readonly code: string;
  readonly reason: string;
  readonly advice: readonly string[];
  readonly findings: readonly FindingJson[];
}

/** The public form of a verdict: the strictest finding's code, reason and advice on top, all findings below. */
export function verdictJson(verdict: Verdict): VerdictJson {
  const { strictest } = verdict;
  return {
    schema: "execguard.verdict/1",
    argv: verdict.argv,
    decision: verdict.decision,
    code: strictest.code,
    reason: messageOf(strictest),
    advice: strictest.advice ?? [],
    findings: verdict.findings.map(findingJson),
  };
}

function findingJson(finding: Finding): FindingJson {
  return {
    decision: finding.decision,
    code: finding.code,
    argv: finding.argv,
    reason: messageOf(finding),
    ...(finding.rule === undefined ? {} : { rule: finding.rule }),
    ...(finding.at === undefined ? {} : { line: finding.at.line, column: finding.at.column }),
    depth: finding.depth,
    ...(finding.advice === undefined ? {} : { advice: finding.advice }),
  };
}
