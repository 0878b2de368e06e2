/**
 * `execguard doctor`: can this machine confine a command?
 * @module
 */
import type { CliContext } from "../context.ts";
import { print } from "../report.ts";

/** Prints each check with cause and cure; exit 0, or 125 when the sandbox would not work. */
export async function doctor(this: CliContext, flags: { readonly json: boolean }): Promise<void> {
  const report = await this.system.examine();
  const text = flags.json ? `${JSON.stringify(report.json)}\n` : `${report.lines.join("\n")}\n`;
  this.exit(print(this.system, { text, code: report.exitCode }));
}
