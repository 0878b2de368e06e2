/**
 * `execguard doctor`: can this machine confine a command?
 * @module
 */
import { doctorExitCode, doctorLines, examine } from "../../guard/doctor.ts";
import type { CliContext } from "../context.ts";
import { print } from "../report.ts";

/** Prints each check with cause and cure; exit 0, or 125 when the sandbox would not work. */
export async function doctor(this: CliContext, flags: { readonly json: boolean }): Promise<void> {
  const { system } = this;
  const report = examine(await system.survey(await system.loadPlatform()));
  const text = flags.json ? JSON.stringify(report) : doctorLines(report).join("\n");
  this.exit(print(system, { text: `${text}\n`, code: doctorExitCode(report) }));
}
