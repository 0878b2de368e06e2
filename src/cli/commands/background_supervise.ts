/**
 * `execguard background supervise`: the hidden other half of `background start`.
 * @module
 */
import { superviseTask } from "../../guard/background_supervise.ts";
import { rememberSeen } from "../../guard/run_request.ts";
import type { CliContext } from "../context.ts";

/** The subcommand; what became of the task stands in its record. */
export async function supervise(this: CliContext): Promise<void> {
  const { system } = this;
  const home = system.home();
  await superviseTask({
    host: await system.loadTasks(),
    loadSupervision: (start) => system.loadSupervision(start),
    facts: system.facts(home.ok ? home.value : undefined),
    ownDirectories: system.ownPlaces().privateDirectories,
    remember: (secrets, seen) => rememberSeen(secrets, { system, seen }),
  });
  this.exit(0);
}
