/**
 * A foreground command that waits for files to change never ends.
 * @module
 */
import { literalArg } from "../arg.ts";
import { type Call, finding, type Scope } from "../judge_scope.ts";
import { callsOfScript } from "../judge_script.ts";
import type { Finding } from "../types.ts";
import { findWatcher } from "../watcher/find_watcher.ts";

/** Refuses a watcher unless background tasks are judged. Code: `command-watcher`. Source: spec.md, section 9. */
export function refuseWatcher(call: Call, scope: Scope): Finding | undefined {
  const { context } = scope;
  if (context.watchersAllowed) return undefined;
  const found = findWatcher(call.args, {
    cwds: scope.cwds,
    facts: context.facts,
    rules: context.policy.watchers,
    splitScript: (text: string, cwds: readonly string[]) =>
      callsOfScript({ text: literalArg(text), shell: "sh", positional: undefined }, {
        ...scope,
        cwds,
      }),
  });
  if (found === undefined) return undefined;
  const data = { name: call.args[0]?.shown ?? "", why: found.why };
  return finding(call, { scope, remark: { decision: "deny", code: "command-watcher", data } });
}
