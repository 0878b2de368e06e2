/**
 * The one way to raise privileges: an argv that starts with `sudo`.
 * @module
 */
import { hasUnsafeCharacter } from "../display.ts";
import { judgeCall } from "../judge_call.ts";
import { type Call, finding, inner, type Remark, type Scope } from "../judge_scope.ts";
import type { Finding } from "../types.ts";

/** Ways to become someone else that must not stand behind sudo either. */
const NESTED = new Set(["sudo", "su", "doas", "pkexec", "sudoedit", "runuser", "run0"]);

/**
 * Judges `["sudo","BINARY",...]`: no option of sudo's, no nesting, a bare target that is not denied, a script
 * under it judged as a script; always the password.
 *
 * Codes: `sudo-missing-target`, `sudo-flag`, `sudo-nested`, `sudo-path-qualified`, `sudo-denied`, `password-required`.
 * Source: spec.md, section 5.
 */
export function judgeSudo(call: Call, scope: Scope): readonly Finding[] {
  const target = call.args[1]?.text ?? "";
  const deny = (
    code: Finding["code"],
    data: Remark["data"] = {},
  ) => [finding(call, { scope, remark: { decision: "deny", code, data } })];
  if (target.trim() === "" || hasUnsafeCharacter(target)) return deny("sudo-missing-target");
  if (target.startsWith("-") || /^[A-Za-z_]\w*=/.test(target)) {
    return deny("sudo-flag", { flag: target });
  }
  if (target.includes("/")) return deny("sudo-path-qualified", { name: target });
  if (NESTED.has(target)) return deny("sudo-nested", { name: target });
  const password = finding(call, {
    scope,
    remark: {
      decision: "password",
      code: "password-required",
      data: { why: `sudo ${target} runs with full rights outside the sandbox` },
    },
  });
  const under = judgeCall({ ...call, args: call.args.slice(1) }, inner(scope, { sudo: true }));
  return [password, ...under];
}
