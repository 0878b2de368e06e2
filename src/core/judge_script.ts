/**
 * Judging the text of a script: every command in it, everything it sets, evaluates and redirects.
 * @module
 */
import { literalArg } from "./arg.ts";
import { expandWord } from "./expand_word.ts";
import { judgeCall } from "./judge_call.ts";
import { type Call, finding, inner, MAX_DEPTH, type Remark, type Scope } from "./judge_scope.ts";
import { judgeRedirect } from "./rules/redirects.ts";
import { judgeVariable, mayRunWhenEvaluated } from "./rules/variables.ts";
import type { ArithmeticItem, CallItem, Script, ScriptItem } from "./script.ts";
import {
  expandAll,
  expansionScope,
  type ItemPlace,
  type ScriptText,
  viewScript,
} from "./script_view.ts";
import type { Finding, Position } from "./types.ts";

/**
 * Judges a script given to a shell. `call` is the shell's own command, for findings about the script as a whole.
 *
 * Codes: `script-nested-dynamic` for a text known only at run time, the parser's refusals, and whatever
 * the rules say about its commands. Source: spec.md, section 2.
 */
export function judgeScript(
  source: ScriptText,
  by: { readonly call: Call; readonly scope: Scope },
): readonly Finding[] {
  const { call, scope } = by;
  const refuse = (
    remark: Omit<Remark, "decision">,
  ) => [finding(call, { scope, remark: { decision: "deny", ...remark } })];
  if (source.text.text === undefined) {
    return refuse({ code: "script-nested-dynamic", data: { why: "" } });
  }
  if (scope.depth >= MAX_DEPTH) {
    return refuse({ code: "script-too-large", data: { limit: `${MAX_DEPTH} levels` } });
  }
  const parsed = scope.context.parseScript(source.text.text, source.shell);
  if (!parsed.ok) return refuse(parsed.refusal);
  const view = viewScript(parsed.value, { source, scope: inner(scope, { place: "script" }) });
  const findings = view.script.items.flatMap((item, index) => judgeItem(item, { index, view }));
  return source.shell === "zsh" ? [...findings, judgeZsh(view.script, by)] : findings;
}

/**
 * zsh has expansions of its own that no parser here reads: a qualifier in a pattern (`*(e:'rm x':)`) runs a
 * command. A pattern with brackets is refused, and nothing in zsh is read-only.
 */
function judgeZsh(script: Script, by: { readonly call: Call; readonly scope: Scope }): Finding {
  const { call, scope } = by;
  const qualified = script.items.flatMap((item) => item.kind === "call" ? item.words : [])
    .find((word) => word.pieces.some((piece) => piece.kind === "glob"));
  if (qualified !== undefined) {
    const data = { what: "a pattern with brackets", ...qualified.at };
    return finding(call, { scope, remark: { decision: "deny", code: "script-ambiguous", data } });
  }
  const data = { name: "zsh", why: ": its own expansions are not read" };
  return finding(call, { scope, remark: { decision: "confirm", code: "opaque", data } });
}

function judgeItem(item: ScriptItem, place: ItemPlace): readonly Finding[] {
  const { scope } = place.view;
  const say = (remark: Remark) => [finding(markerCall(item.at), { scope, remark })];
  switch (item.kind) {
    case "call":
      return judgeCallItem(item, place);
    case "function":
      return shadows(item.name, scope)
        ? say({
          decision: "deny",
          code: "script-ambiguous",
          data: { what: `the function ${item.name}` },
          argv: [item.name],
        })
        : [];
    case "variable": {
      const call = markerCall(item.at);
      return (item.values ?? [undefined]).flatMap((word) => {
        const value = word === undefined ? undefined : expandWord(word, expansionScope(place));
        return judgeVariable({ name: item.name, value }, { call, scope }) ?? [];
      });
    }
    case "arithmetic":
      return judgeArithmetic(item, place);
    case "refused":
      return say({
        decision: "deny",
        code: item.code,
        data: { what: item.what, problem: item.what },
      });
  }
}

function judgeCallItem(item: CallItem, place: ItemPlace): readonly Finding[] {
  const { scope, integers } = place.view;
  const args = expandAll(item.words, place);
  const spelling = item.words[0]?.spelling ?? "bare";
  const call: Call = { args, spelling, stdin: item.stdin, at: item.at };
  const name = args[0]?.text ?? "";
  if (place.view.aliases.has(name)) {
    // Its text is put in place of the word, and may take the next words as its command.
    const data = { what: `the alias ${name}` };
    return [finding(call, { scope, remark: { decision: "deny", code: "script-ambiguous", data } })];
  }
  const findings: Finding[] = [];
  for (const assignment of item.assignments) {
    const value = assignment.value === undefined
      ? undefined
      : expandWord(assignment.value, expansionScope(place));
    if (integers && value !== undefined && mayRunWhenEvaluated(value)) {
      const data = { what: `the value of the integer ${assignment.name}` };
      findings.push(
        finding(call, { scope, remark: { decision: "deny", code: "script-dynamic", data } }),
      );
    }
    findings.push(
      ...[judgeVariable({ name: assignment.name, value }, { call, scope }) ?? []].flat(),
    );
  }
  for (const redirect of item.redirects) {
    const target = redirect.target === undefined
      ? undefined
      : expandWord(redirect.target, expansionScope(place));
    const judged = judgeRedirect({ operator: redirect.operator, target }, {
      call: { ...call, at: redirect.at },
      scope,
    });
    if (judged !== undefined) findings.push(judged);
  }
  if (item.background) {
    findings.push(
      finding(call, { scope, remark: { decision: "confirm", code: "background-job" } }),
    );
  }
  if (args.length > 0) findings.push(...judgeDirectory(call, place), ...judgeCall(call, scope));
  else if (findings.length === 0) findings.push(describeBare(item, { call, scope }));
  return findings;
}

/** An assignment or redirection alone runs nothing. */
function describeBare(item: CallItem, by: { readonly call: Call; readonly scope: Scope }): Finding {
  const argv = item.assignments.map((assignment) => `${assignment.name}=…`);
  return finding(by.call, {
    scope: by.scope,
    remark: { decision: "read_only", code: "builtin", argv },
  });
}

/** `cd` out of the work directory's tree: what follows reads other projects, with other configuration. */
function judgeDirectory(call: Call, place: ItemPlace): readonly Finding[] {
  if (call.args[0]?.text !== "cd") return [];
  const change = place.view.directories.changeOf(call.args);
  if (!change.leaves) return [];
  const remark: Remark = {
    decision: "confirm",
    code: "outside-tree",
    data: { path: change.target },
  };
  return [finding(call, { scope: place.view.scope, remark })];
}

/**
 * A variable used in arithmetic is evaluated again: `x='a[$(rm y)]'; ((x))` runs rm.
 * Values of the script must be plain; those from outside it (read, output) are asked about.
 */
function judgeArithmetic(item: ArithmeticItem, place: ItemPlace): readonly Finding[] {
  const { scope, variables } = place.view;
  for (const name of item.names) {
    if (!variables.isSet(name) && !/^\d+$/.test(name)) continue;
    const values = variables.valuesAt(name, place.index);
    const call = markerCall(item.at);
    const runs = values?.some((pattern) =>
      mayRunWhenEvaluated({ text: undefined, alternatives: [pattern], splits: false, shown: "" })
    );
    if (runs) {
      const data = { what: `the text of ${name}, evaluated as arithmetic,` };
      return [
        finding(call, {
          scope,
          remark: { decision: "deny", code: "script-dynamic", data, argv: [name] },
        }),
      ];
    }
    if (
      values === undefined ||
      values.some((pattern) =>
        pattern.some((part) => typeof part !== "string" && part.hole === "unknown")
      )
    ) {
      const data = { name, why: ": its text is evaluated as arithmetic" };
      return [
        finding(call, {
          scope,
          remark: { decision: "confirm", code: "opaque", data, argv: [name] },
        }),
      ];
    }
  }
  return [];
}

/** A function of the same name as something with rules of its own would change what a later word means. */
function shadows(name: string, scope: Scope): boolean {
  const { policy } = scope.context;
  const { shells } = policy;
  return !/^[A-Za-z_][\w-]*$/.test(name) || shells.plainBuiltins.has(name) ||
    shells.judged.has(name) ||
    shells.opaque.has(name) || shells.loaders.has(name) || policy.wrappers.has(name) ||
    policy.denied.exact.has(name) ||
    policy.readOnly.find(name) !== undefined || ["rm", "sudo", "open"].includes(name);
}

/** A stand-in for findings about something that is no command. */
function markerCall(at: Position): Call {
  return { args: [literalArg("")], spelling: "bare", stdin: "inherited", at };
}
