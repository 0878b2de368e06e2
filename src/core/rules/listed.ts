/**
 * The read-only list and what takes a match away again.
 * @module
 */
import { type Call, finding, type Remark, type Scope } from "../judge_scope.ts";
import { absolutePath, isInside } from "../paths.ts";
import { includesName } from "../policy.ts";
import { gitProgramSetting } from "./git_programs.ts";
import { matchReadOnly } from "../read_only/match_read_only.ts";
import type { ReadOnlyMatch, ReadOnlyMiss } from "../read_only/types.ts";
import { mayNameSensitive } from "../sensitive.ts";
import type { Finding, NoticeData } from "../types.ts";

/**
 * Judges a command that has no rules of its own: `read_only` when the list has its form and nothing cancels it,
 * else `confirm` with the reason.
 *
 * Codes: `allowlisted`, `sensitive-argument`, `outside-tree`, `writable-program`, `opaque`, `not-allowlisted`.
 * Source: spec.md, section 3.
 */
export function judgeListed(call: Call, scope: Scope): readonly Finding[] {
  const matched = matchReadOnly(call.args, scope.context.policy.readOnly);
  const cancelled = matched.kind === "match"
    ? cancelMatch(matched, { call, scope })
    : describeMiss(matched, { call, scope });
  const rule = matched.kind === "match" ? matched.rule : matched.form;
  const named = rule === undefined ? {} : { rule };
  const remark: Remark = cancelled ?? { decision: "read_only", code: "allowlisted" };
  return [finding(call, { scope, remark: { ...named, ...remark } })];
}

interface Place {
  readonly call: Call;
  readonly scope: Scope;
}

/** What cancels a match; undefined when it stays. */
function cancelMatch(matched: ReadOnlyMatch, place: Place): Remark | undefined {
  const { call, scope } = place;
  const { facts, policy, request } = scope.context;
  const confirm = (code: Remark["code"], data: NoticeData): Remark => ({
    decision: "confirm",
    code,
    data,
  });
  if (call.args[0]?.text?.includes("/")) {
    return confirm("not-allowlisted", { name: call.args[0].shown, why: ": only bare names are" });
  }
  if (matched.entry.any_words !== true) {
    const context = { paths: policy.sensitive, cwds: scope.cwds, facts };
    const sensitive = call.args.slice(1).find((arg) => mayNameSensitive(arg, context));
    if (sensitive !== undefined) {
      return confirm("sensitive-argument", { argument: sensitive.shown });
    }
  }
  if (matched.unknownOperands && matched.showsContent) {
    return confirm("sensitive-argument", { argument: "a word known only at run time" });
  }
  const outside = matched.treePaths.find((path) =>
    !scope.cwds.every((cwd) =>
      isInside(facts.realPath(absolutePath(path, cwd)) ?? "/", request.cwd)
    )
  );
  if (outside !== undefined) return confirm("outside-tree", { path: outside });
  const program = call.args[0]?.text === "git"
    ? gitProgramSetting(matched.treePaths, scope)
    : undefined;
  if (program !== undefined) {
    return confirm("opaque", {
      name: "git",
      why: `: ${program.key} of the repository's config starts a program`,
    });
  }
  return cancelWritableProgram(place);
}

/** A program in a place that commands may write is whatever the last command made of it. */
function cancelWritableProgram(place: Place): Remark | undefined {
  const { facts, policy, request } = place.scope.context;
  const name = place.call.args[0]?.text ?? "";
  // A builtin of the shell is no file.
  if (place.scope.place === "script" && policy.shells.plainBuiltins.has(name)) return undefined;
  const program = facts.findProgram(name);
  if (program === undefined) return undefined;
  const trusted = [...policy.settings.workRoots, ...(facts.home === undefined ? [] : [facts.home])];
  const writable = [
    ...(policy.settings.writeScope === "home" && facts.home !== undefined ? [facts.home] : []),
    ...(trusted.some((root) => isInside(request.cwd, root)) ? [request.cwd] : []),
    ...request.writePaths,
  ];
  const found = [program.path, program.real].find((path) =>
    writable.some((place) => isInside(path, place))
  );
  if (found === undefined) return undefined;
  return { decision: "confirm", code: "writable-program", data: { name, path: found } };
}

function describeMiss(miss: ReadOnlyMiss, place: Place): Remark {
  const name = place.call.args[0]?.text ?? "";
  const { policy } = place.scope.context;
  if (miss.form === undefined && includesName(policy.interpreters, name)) {
    return { decision: "confirm", code: "opaque", data: { name, why: "" } };
  }
  const advice = miss.nearest === undefined ? {} : { advice: [JSON.stringify(miss.nearest)] };
  return {
    decision: "confirm",
    code: "not-allowlisted",
    data: { name, why: `: ${miss.why}` },
    ...advice,
  };
}
