/**
 * A verdict for a person: every command that was found, what spoke about it, and the way out.
 * @module
 */
import { messageOf } from "./codes.ts";
import { escapeForDisplay, showArgv } from "./display.ts";
import type { Finding, Verdict } from "./types.ts";

/** One line: the decision and why. */
export function summarizeVerdict(verdict: Verdict): string {
  return `${verdict.decision}: ${
    escapeForDisplay(messageOf(verdict.strictest))
  } [${verdict.strictest.code}]`;
}

/**
 * The whole verdict as lines: the argv, the decision, then a tree of the commands with their places,
 * the rule that matched, what cancelled it, and the nearest form that would be read-only.
 */
export function explainVerdict(verdict: Verdict): readonly string[] {
  const lines = [showArgv(verdict.argv), summarizeVerdict(verdict), ""];
  for (const finding of verdict.findings) lines.push(...explainFinding(finding));
  const advice = verdict.strictest.advice ?? [];
  if (advice.length > 0) {
    lines.push(
      "",
      ...advice.map((item) => `instead: ${escapeForDisplay(item)}`),
    );
  }
  return lines;
}

function explainFinding(finding: Finding): readonly string[] {
  const indent = "  ".repeat(finding.depth);
  const place = finding.at === undefined ? "" : ` at ${finding.at.line}:${finding.at.column}`;
  const rule = finding.rule === undefined ? "" : `, rule "${escapeForDisplay(finding.rule)}"`;
  const nearest = finding.decision === "confirm" && finding.advice !== undefined
    ? [`${indent}           nearest read-only: ${escapeForDisplay(finding.advice.join(" "))}`]
    : [];
  return [
    `${indent}${finding.decision.padEnd(10)} ${showArgv(finding.argv)}${place}`,
    `${indent}           ${escapeForDisplay(messageOf(finding))} [${finding.code}${rule}]`,
    ...nearest,
  ];
}
