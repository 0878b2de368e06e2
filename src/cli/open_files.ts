/**
 * The guarded file operations under the policy in force.
 * @module
 */
import { guardPaths } from "../core/denied_path.ts";
import type { GuardedFiles } from "../core/guarded_files.ts";
import type { Facts } from "../core/ports.ts";
import { refuseTeamWrite, type TeamMember } from "../core/team/team_write.ts";
import type { Result } from "../core/types.ts";
import type { System } from "../guard/system.ts";
import { prepare } from "./prepare.ts";

/** Where the one who asks stands, and what is known of the machine there. */
export interface Caller {
  readonly facts: Facts;
  readonly cwd: string;
}

/**
 * Reads the config and builds the operations; `readMember` says which member of a team asks, if any.
 *
 * Refusals: as `prepare`, `request-bad-cwd`, and those of `readMember`.
 */
export async function openFiles(
  system: System,
  readMember: (caller: Caller) => Result<TeamMember | undefined>,
): Promise<Result<GuardedFiles>> {
  const prepared = await prepare(system);
  if (!prepared.ok) return prepared;
  const { policy, home, facts } = prepared.value;
  const start = system.startDirectory();
  if (!start.ok) return start;
  const member = readMember({ facts, cwd: start.value });
  if (!member.ok) return member;
  const who = member.value;
  const create = await system.loadFiles();
  const files = create({
    directory: () => start.value,
    facts: () => system.facts(home),
    guard: (directory, facts) => guardPaths(policy, { facts, directory }),
    ...(who === undefined ? {} : { team: (path: string) => refuseTeamWrite(path, who) }),
  });
  return { ok: true, value: files };
}
