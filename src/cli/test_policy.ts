/**
 * `allowlist-check --test`: every rule's own examples, the built-in ones and the user's.
 * @module
 */
import { literalArg } from "../core/arg.ts";
import { READ_ONLY_FILES } from "../config/read_only_files.ts";
import { makeReadOnlyList } from "../core/read_only/read_only_list.ts";
import type { ReadOnlyList } from "../core/read_only/types.ts";
import { matchReadOnly } from "../core/read_only/match_read_only.ts";
import type { Policy } from "../core/policy.ts";
import type { Decision } from "../core/types.ts";
import type { Judge } from "../guard/judge_request.ts";
import type { System } from "../guard/system.ts";
import { buildPolicy, NO_ADDITIONS, type PolicyExample } from "../config/policy.ts";
import type { Prepared } from "./prepare.ts";
import { print } from "./report.ts";

/** What the examples are judged with. */
export interface TestPolicy {
  readonly prepared: Prepared;
  readonly judge: Judge;
  readonly json: boolean;
}

interface Failure {
  readonly from: string;
  readonly argv: readonly string[];
  readonly expected: string;
  readonly got: Decision;
}

/** Judges every example and prints those that fail; exit 0, or 121 when one does. */
export async function testPolicy(system: System, by: TestPolicy): Promise<number> {
  const { policyExamples } = await import("../config/policy_examples.ts");
  const examples = policyExamples(by.prepared.additions);
  // Everything at once: judging would load one theme after another.
  const list = makeReadOnlyList([...READ_ONLY_FILES, ...by.prepared.additions.readOnlyFiles ?? []]);
  const failures: Failure[] = [];
  const team = teamPolicy(by.prepared);
  for (const example of examples) {
    const got = await decide(example, { ...by, list, team });
    if ((got === example.decision) === example.is) continue;
    const expected = example.is ? example.decision : `not ${example.decision}`;
    failures.push({ from: example.from, argv: example.argv, expected, got });
  }
  const dropped = [...list.failures(), ...by.prepared.policy.readOnly.failures()];
  const code = failures.length + dropped.length === 0 ? 0 : 121;
  const summary = `${examples.length - failures.length} passed, ${failures.length} failed`;
  const text = by.json
    ? JSON.stringify({
      schema: "execguard.policy-test/1",
      passed: examples.length - failures.length,
      failures,
      dropped,
    })
    : [
      ...failures.map((item) =>
        `${item.from}: ${JSON.stringify(item.argv)} is ${item.got}, expected ${item.expected}`
      ),
      ...dropped.map((item) => `${item.file} is not used: ${item.why}`),
      summary,
    ].join("\n");
  return print(system, { text: `${text}\n`, code });
}

/** The profile's examples are about itself: it is on for them, and nothing of the user's counts. */
function teamPolicy({ policy }: Prepared): Policy {
  const settings = { gitPolicy: "worktree", shellDeny: "agentary" } as const;
  return buildPolicy({ additions: { ...NO_ADDITIONS, settings }, own: policy.own });
}

async function decide(
  example: PolicyExample,
  by: TestPolicy & { readonly list: ReadOnlyList; readonly team: Policy },
): Promise<Decision> {
  const { facts, home } = by.prepared;
  const policy = example.by === "team" ? by.team : by.prepared.policy;
  if (example.by === "list") {
    const found = matchReadOnly(example.argv.map(literalArg), by.list);
    return found.kind === "match" ? "read_only" : "confirm";
  }
  const cwd = home ?? "/";
  const request = {
    argv: example.argv,
    cwd,
    network: false,
    sandbox: true,
    writePaths: [],
    mode: "safe" as const,
    timeoutMs: 1,
    env: [],
  };
  return (await by.judge.judge({ request, policy, facts, watchersAllowed: false })).decision;
}
