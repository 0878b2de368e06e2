/**
 * The calls that one call starts: through a package manager, a program that runs another one, a
 * list of command texts or of script names.
 * @module
 */
import { findPackages } from "./find_packages.ts";
import { openScriptList, openTextList } from "./open_lists.ts";
import { openPrefix } from "./open_prefix.ts";
import { openScripts, quoteArgs, splitText } from "./open_scripts.ts";
import { readManagerCall } from "./read_manager_call.ts";
import { programName, valuedFlags } from "./read_words.ts";
import type { Opened, Opening, ScriptCall, Session } from "./session.ts";
import type { ManagerRule } from "./watcher_rules.ts";

/** The calls a call starts, as far as they are certain; when it starts none, all its words are its own. */
export function openCall(call: ScriptCall, session: Session): Opened {
  const { rules } = session;
  const program = programName(call.args[0]) ?? "";
  const opening = { call, session, valued: valuedFlags(program, rules) };
  const isMeant = (rule: { readonly programs: readonly string[] }) =>
    rule.programs.includes(program);
  for (const rule of rules.managers.filter(isMeant)) {
    const opened = openManager(rule, opening);
    if (opened !== undefined) return opened;
  }
  for (const rule of rules.prefixes.filter(isMeant)) {
    const opened = openPrefix(rule, opening);
    if (opened !== undefined) return opened;
  }
  if (rules.texts.some(isMeant)) return openTextList(opening);
  if (rules.lists.some(isMeant)) return openScriptList(opening);
  return { own: call.args.slice(1), starts: [] };
}

function openManager(rule: ManagerRule, opening: Opening): Opened | undefined {
  const { call, session } = opening;
  const read = readManagerCall(call.args, { rule, valued: opening.valued, cwds: call.cwds });
  if (read === undefined) return undefined;
  const { task, own, choice } = read;
  const packages = findPackages(choice, session);
  const cwds = choice.choice === "nearest" ? choice.bases : packages.map((file) => file.directory);
  if (task.kind === "text") return { own, starts: splitText(task.text, { session, cwds }) ?? [] };
  if (task.kind === "program") return { own, starts: [{ args: task.args, cwds }] };
  const request = { packages, name: task.name, passed: quoteArgs(task.passed) };
  const starts = openScripts(request, session);
  if (starts !== undefined) return { own, starts };
  const isScript = packages.some((file) => file.scripts.has(task.name));
  // A script that cannot be looked into is not known, but what it is told is.
  return isScript || task.program === undefined
    ? { own: [...own, ...task.passed], starts: [] }
    : { own, starts: [{ args: task.program, cwds }] };
}
