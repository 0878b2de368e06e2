/**
 * What every judging subcommand needs first: home, config, policy and the answers about the machine.
 * @module
 */
import { buildPolicy, NO_ADDITIONS, type PolicyAdditions } from "../config/policy.ts";
import type { Policy } from "../core/policy.ts";
import type { Result } from "../core/types.ts";
import type { System, SystemFacts } from "../guard/system.ts";

/** The policy in force on this machine. */
export interface Prepared {
  readonly home: string | undefined;
  readonly policy: Policy;
  readonly facts: SystemFacts;
  /** The config that was read, if there is one. */
  readonly configFile: string | undefined;
  /** What the config adds. */
  readonly additions: PolicyAdditions;
}

/**
 * Reads the config and builds the policy. No config is fine; one that cannot be read or is wrong is refused.
 *
 * Refusals: `request-not-utf8`, `config-home`, `config-unreadable`, `config-invalid`.
 */
export async function prepare(system: System): Promise<Result<Prepared>> {
  const encoding = system.checkEncoding();
  if (!encoding.ok) return encoding;
  const home = system.home();
  if (!home.ok) return home;
  const own = system.ownPlaces();
  const text = system.readConfig(own.configFile);
  if (!text.ok) return text;
  const additions = text.value === undefined
    ? { ok: true as const, value: NO_ADDITIONS }
    : await readAdditions({ path: own.configFile, text: text.value, home: home.value ?? "" });
  if (!additions.ok) return additions;
  const policy = buildPolicy({
    additions: withVariables(additions.value, system),
    own,
  });
  const configFile = text.value === undefined ? undefined : own.configFile;
  const facts = system.facts(home.value);
  return {
    ok: true,
    value: { home: home.value, policy, facts, configFile, additions: additions.value },
  };
}

/**
 * The same for what starts commands. Inside a sandbox, which hides the config, it is the sandbox that stands in
 * the way: then the refusal is `sandbox-nested`.
 */
export async function prepareStart(system: System): Promise<Result<Prepared>> {
  const prepared = await prepare(system);
  if (prepared.ok || prepared.refusal.code !== "config-unreadable") return prepared;
  const { isNested, refuseNested } = await import("../guard/doctor_diagnose.ts");
  const { readMachine } = await system.loadSupervision({ kind: "plain" });
  const machine = readMachine();
  return isNested(machine) ? { ok: false, refusal: refuseNested(machine) } : prepared;
}

async function readAdditions(source: {
  readonly path: string;
  readonly text: string;
  readonly home: string;
}): Promise<Result<PolicyAdditions>> {
  const { readUserPolicy } = await import("../config/user_policy.ts");
  return readUserPolicy(source);
}

/** `EXECGUARD_WORK_ROOTS` stands above the config: a list with colons. */
function withVariables(additions: PolicyAdditions, system: System): PolicyAdditions {
  const roots = system.variable("EXECGUARD_WORK_ROOTS");
  if (roots === undefined || roots === "") return additions;
  const workRoots = roots.split(":").filter((root) => root.startsWith("/"));
  return { ...additions, settings: { ...additions.settings, workRoots } };
}
