/**
 * The plain functions of the team profile that look at the machine.
 * @module
 */
import { allowsWrite, type TeamRule } from "../core/team/team_write.ts";

/**
 * Where a member of a team may write, by the plain rule: text comparison, links not followed.
 *
 * `execguard fs --role` uses the strict rule instead. Source: spec.md, section 13.
 *
 * @example
 * ```ts
 * import { WriteGuard } from "./team_host.ts";
 * const guard = new WriteGuard({ role: "manager", agentName: "", teamDir: "/team", worktreeDirs: [] });
 * guard.allowWrite("/team/plan.md"); // true
 * guard.allowWrite("/team-b/plan.md"); // false
 * ```
 */
export class WriteGuard {
  readonly #rule: TeamRule;

  /** `rule` says who asks and which directories count. */
  constructor(rule: TeamRule) {
    this.#rule = rule;
  }

  /** Whether the member may write a path; a relative one counts from where the process runs. */
  allowWrite(path: string): boolean {
    const all = [path, this.#rule.teamDir, ...this.#rule.worktreeDirs];
    const cwd = all.every((item) => item === "" || item.startsWith("/")) ? "/" : Deno.cwd();
    return allowsWrite(path, { rule: this.#rule, cwd });
  }
}

/** The first of some paths at which a file stands. */
export function firstFile(paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    try {
      return Deno.statSync(path).isFile;
    } catch {
      return false;
    }
  });
}
