/**
 * Rules on the name of a command: plain, bare where it must be, and never one of the denied.
 * @module
 */
import { hasUnsafeCharacter } from "../display.ts";
import { type Call, finding, type Scope } from "../judge_scope.ts";
import { baseName } from "../paths.ts";
import { includesName } from "../policy.ts";
import type { Finding } from "../types.ts";

/** Names that raise privileges; only an argv that starts with `sudo` may. */
const PRIVILEGE_NAMES = new Set(["sudo", "sudo-rs"]);

/**
 * Refuses a name that is built at run time, is not plain, or holds invisible characters.
 *
 * Codes: `script-dynamic`, `script-control-character`, `request-name-control`.
 * Source: spec.md, sections 1.1 and 2, "a command name must be static and plain".
 */
export function refuseUnclearName(call: Call, scope: Scope): Finding | undefined {
  const name = call.args[0]?.text;
  const refuse = (what: string) =>
    finding(call, { scope, remark: { decision: "deny", code: "script-dynamic", data: { what } } });
  if (name === undefined) return refuse("the name of a command");
  if (name === "") return refuse("an empty command name");
  if (hasUnsafeCharacter(name)) {
    const code = scope.place === "script" ? "script-control-character" : "request-name-control";
    const data = { name, character: "a character in a command name" };
    return finding(call, { scope, remark: { decision: "deny", code, data } });
  }
  return undefined;
}

/** Refuses a plain name whose spelling hides it (`\ls`, `l''s`), after the rules on its decoded form had their say. */
export function refuseTrickySpelling(call: Call, scope: Scope): Finding | undefined {
  if (call.spelling !== "tricky") return undefined;
  const what = "the quoting of a command name";
  return finding(call, {
    scope,
    remark: { decision: "deny", code: "script-dynamic", data: { what } },
  });
}

/**
 * Refuses what never runs: names on `denied_command`, by name or by the program a link leads to.
 *
 * Codes: `command-denied`, `script-denied`, `sudo-denied`. Source: spec.md, section 1.4.
 */
export function refuseDenied(call: Call, scope: Scope): Finding | undefined {
  const name = call.args[0]?.text ?? "";
  const own = baseName(name);
  const real = resolvedName(call, scope);
  const denied = [own, real].find((item) =>
    item !== undefined && includesName(scope.context.policy.denied, item)
  );
  if (denied === undefined) return undefined;
  const code = scope.place === "script"
    ? "script-denied"
    : scope.sudo
    ? "sudo-denied"
    : "command-denied";
  const via = denied === own ? "" : ` (it is ${denied})`;
  return finding(call, { scope, remark: { decision: "deny", code, data: { name, via } } });
}

/**
 * Refuses `sudo` and `rm` anywhere but as the argv's own first word.
 *
 * Codes: `script-rm`, `script-sudo`, `sudo-nested`, `trash-wrapped`. Source: spec.md, sections 2 and 5.
 */
export function refuseHiddenPrivilege(call: Call, scope: Scope): Finding | undefined {
  const name = call.args[0]?.text ?? "";
  const names = [baseName(name), resolvedName(call, scope) ?? ""];
  const argv = call.args.map((arg) => arg.shown);
  const deny = (code: Finding["code"], advice?: readonly string[]) =>
    finding(call, {
      scope,
      remark: {
        decision: "deny",
        code,
        data: { name },
        ...(advice === undefined ? {} : { advice }),
      },
    });
  if (names.some((item) => PRIVILEGE_NAMES.has(item))) {
    return scope.place === "script"
      ? deny("script-sudo", [JSON.stringify(["sudo", ...argv.slice(1)])])
      : deny("sudo-nested");
  }
  if (!names.includes("rm") || (scope.sudo && scope.place === "argv")) return undefined;
  const advice = [JSON.stringify(["rm", ...argv.slice(1)])];
  return deny(scope.place === "script" ? "script-rm" : "trash-wrapped", advice);
}

/**
 * Judges a name with a slash: never in a script; at the top level asked about, unless it reaches
 * something whose own rules it would slip past.
 *
 * Codes: `script-path-qualified`, `command-path-qualified`, `sudo-path-qualified`. Source: spec.md, section 1.5.
 */
export function refusePathQualified(call: Call, scope: Scope): Finding | undefined {
  const name = call.args[0]?.text ?? "";
  if (!name.includes("/")) return undefined;
  const deny = (code: Finding["code"], base = baseName(name)) =>
    finding(call, { scope, remark: { decision: "deny", code, data: { name, base } } });
  if (scope.place === "script") return deny("script-path-qualified");
  if (scope.sudo) return deny("sudo-path-qualified");
  const ruled = [baseName(name), resolvedName(call, scope)].find((item) =>
    item !== undefined && hasOwnRules(item, scope)
  );
  return ruled === undefined ? undefined : deny("command-path-qualified", ruled);
}

function hasOwnRules(name: string, scope: Scope): boolean {
  const { shells, denied } = scope.context.policy;
  return ["rm", "cd", "open"].includes(name) || PRIVILEGE_NAMES.has(name) ||
    shells.judged.has(name) || shells.opaque.has(name) || includesName(denied, name);
}

/** The base name of the file that would run, when it differs from the name. */
export function resolvedName(call: Call, scope: Scope): string | undefined {
  const name = call.args[0]?.text ?? "";
  const { facts, request } = scope.context;
  const real = name.includes("/")
    ? facts.realPath(name.startsWith("/") ? name : `${request.cwd}/${name}`)
    : facts.findProgram(name)?.real;
  const base = real === undefined ? undefined : baseName(real);
  return base === baseName(name) ? undefined : base;
}
