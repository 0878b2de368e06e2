/**
 * The checks of `doctor` about limits besides time: what keeps each, and whether it does here.
 * @module
 */
import { LIMIT_NAMES, LIMITS, MACOS_KEEPS_NONE } from "../core/limits.ts";
import type { Survey } from "../core/survey.ts";
import type { Check } from "./doctor.ts";

/** None of them is needed to confine a command: asked for and not kept, it is refused. Without a sandbox nothing runs. */
export function checkLimits({ system, sandbox, processLimit }: Survey): Check[] {
  if (sandbox === undefined) return [];
  return LIMIT_NAMES.map((name): Check => {
    const { flag, mechanism } = LIMITS[name];
    if (name === "output") return { name: flag, ok: true, detail: mechanism };
    if (system === "darwin") {
      return { name: flag, ok: "warning", detail: MACOS_KEEPS_NONE };
    }
    if (name !== "pids" || processLimit === undefined) {
      return { name: flag, ok: true, detail: mechanism };
    }
    const cause = String(processLimit.data?.problem);
    const cure = String(processLimit.data?.cure);
    return { name: flag, ok: "warning", detail: "is refused here", cause, cure };
  });
}
