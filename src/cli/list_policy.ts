/**
 * `allowlist-check --list`: the whole policy in force, and where each entry comes from.
 * @module
 */
import {
  DENIED_COMMANDS,
  HOSTILE_VARIABLES,
  SENSITIVE_ENTRIES,
  WRAPPER_GROUPS,
} from "../config/builtin_policy.ts";
import { READ_ONLY_FILES } from "../config/read_only_files.ts";
import type { System } from "../guard/system.ts";
import { teamEntries } from "./list_team.ts";
import type { Prepared } from "./prepare.ts";
import { print } from "./report.ts";

/** One line of the policy. */
interface PolicyEntry {
  readonly kind: "read_only" | "denied" | "sensitive" | "wrapper" | "variable" | "team";
  readonly entry: string;
  readonly from: string;
  readonly why: string;
}

/** Prints every entry with its file; `json` gives one object with all of them and the settings. */
export function listPolicy(
  system: System,
  by: { readonly prepared: Prepared; readonly json: boolean },
): number {
  const entries = policyEntries(by.prepared);
  const { settings } = by.prepared.policy;
  const text = by.json
    ? JSON.stringify({ schema: "execguard.policy/1", settings, entries })
    : entries.map((item) => `${item.kind.padEnd(10)} ${item.entry.padEnd(36)} ${item.from}`).join(
      "\n",
    );
  return print(system, { text: `${text}\n`, code: 0 });
}

function policyEntries(prepared: Prepared): readonly PolicyEntry[] {
  const config = prepared.configFile ?? "config";
  const { additions } = prepared;
  const readOnly = [...READ_ONLY_FILES, ...additions.readOnlyFiles ?? []].flatMap((
    { name, file },
  ) =>
    file.entries.flatMap((entry) =>
      entry.forms.map((form): PolicyEntry => ({
        kind: "read_only",
        entry: form,
        from: name === "config" ? config : `configs/read_only_commands/${name}`,
        why: entry.why,
      }))
    )
  );
  return [
    ...readOnly,
    ...namesOf("denied", [
      ...DENIED_COMMANDS.map((group) => ({ ...group, from: "configs/policy.json" })),
      ...additions.denied.map((group) => ({ ...group, from: config })),
    ]),
    ...namesOf(
      "wrapper",
      WRAPPER_GROUPS.map((entry) => ({ ...entry, from: "configs/wrappers.json" })),
    ),
    ...namesOf("variable", [{ ...HOSTILE_VARIABLES, from: "configs/policy.json" }]),
    ...SENSITIVE_ENTRIES.map((entry) => sensitiveEntry(entry, "configs/sensitive_paths.json")),
    ...additions.sensitive.map((entry) => sensitiveEntry(entry, config)),
    ...teamEntries(prepared.policy.team).map((entry): PolicyEntry => ({
      kind: "team",
      ...entry,
      from: "configs/team.json",
    })),
  ];
}

function namesOf(
  kind: PolicyEntry["kind"],
  groups: readonly {
    readonly names: readonly string[];
    readonly why: string;
    readonly from: string;
  }[],
): readonly PolicyEntry[] {
  return groups.flatMap(({ names, why, from }) =>
    names.map((entry) => ({ kind, entry, from, why }))
  );
}

function sensitiveEntry(
  entry: { readonly match: string; readonly why: string },
  from: string,
): PolicyEntry {
  return { kind: "sensitive", entry: entry.match, from, why: entry.why };
}
