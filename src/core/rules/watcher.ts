/**
 * A foreground command that waits for files to change never ends.
 * @module
 */
import { type Arg, literalArg } from "../arg.ts";
import { type Call, finding, inner, MAX_DEPTH, type Scope } from "../judge_scope.ts";
import { callsOfScript } from "../script_view.ts";
import type { Finding } from "../types.ts";
import { unwrap, wrapperOf } from "../unwrap.ts";
import { readShellCall } from "./shell_call.ts";

/** Refuses a watcher unless background tasks are judged. Code: `command-watcher`. Source: spec.md, section 9. */
export function refuseWatcher(call: Call, scope: Scope): Finding | undefined {
  const { context } = scope;
  if (context.watchersAllowed) return undefined;
  const found = context.policy.watchers.find(call.args, {
    cwds: scope.cwds,
    facts: context.facts,
    splitScript: (text, cwds) => openScript(text, inner(scope, { cwds })),
  });
  if (found === undefined) return undefined;
  const data = { name: call.args[0]?.shown ?? "", why: found.why };
  return finding(call, { scope, remark: { decision: "deny", code: "command-watcher", data } });
}

interface FoundCall {
  readonly args: readonly Arg[];
  readonly cwds: readonly string[];
}

/** The calls of a package script: wrappers looked through, nested shells opened. */
function openScript(text: string, scope: Scope): readonly FoundCall[] | undefined {
  const source = { text: literalArg(text), shell: "sh" as const, positional: undefined };
  return callsOfScript(source, scope)?.flatMap((call) => openWrapped(call, scope));
}

function openWrapped(call: FoundCall, scope: Scope): readonly FoundCall[] {
  const { policy } = scope.context;
  const name = call.args[0]?.text ?? "";
  if (scope.depth >= MAX_DEPTH) return [];
  const inside = inner(scope, { cwds: call.cwds });
  if (policy.shells.judged.has(name)) {
    const read = readShellCall(call.args, policy.shells);
    return read.kind === "script" ? openScript(read.text.text ?? "", inside) ?? [] : [call];
  }
  const rule = name === "watch" ? undefined : wrapperOf(call.args, policy.wrappers);
  const unwrapped = rule === undefined ? undefined : unwrap(call.args, rule);
  if (unwrapped?.kind !== "inner") return [call];
  return unwrapped.inner.flatMap((item) =>
    item.kind === "argv"
      ? openWrapped({ args: item.args, cwds: call.cwds }, inside)
      : openScript(item.text.text ?? "", inside) ?? []
  );
}
