/**
 * What still stands between a verdict and its command: the table of contract.md, section 2.
 * @module
 */
import { isInside } from "../paths.ts";
import type { Finding, Mode, Verdict } from "../types.ts";

/** What a yes must be worth: any person's, or one with the system password. */
export type Level = "confirm" | "password";

/** Who is asked how much. */
export interface NeedContext {
  readonly mode: Mode;
  /** Canonical write paths outside home that this session was granted with the password. */
  readonly grantedPaths?: readonly string[];
}

/**
 * The finding that needs a yes (or that forbids the call); undefined when the verdict runs as it is.
 *
 * A write path that was granted to the session needs nothing more; what the command itself needs, it
 * still needs.
 */
export function neededYes(verdict: Verdict, context: NeedContext): Finding | undefined {
  if (verdict.decision === "deny") return verdict.strictest;
  const granted = context.grantedPaths ?? [];
  const open = verdict.findings.filter(({ writePath }) =>
    writePath === undefined || !granted.some((place) => isInside(writePath, place))
  );
  const password = open.find((finding) => finding.decision === "password");
  if (password !== undefined) return password;
  switch (context.mode) {
    case "safe":
      return open.find((finding) => finding.decision === "confirm");
    case "auto":
      return open.find((finding) => finding.asksInAuto);
    case "allow-all":
      return undefined;
  }
}

/** The canonical write paths of a verdict that only the password opens. */
export function pathsToGrant(verdict: Verdict): readonly string[] {
  return verdict.findings.flatMap(({ decision, writePath }) =>
    decision === "password" && writePath !== undefined ? [writePath] : []
  );
}
