/**
 * `execguard version`.
 * @module
 */
import type { CliContext } from "../context.ts";
import { print } from "../report.ts";

/** Prints `execguard 1.2.3`. */
export function version(this: CliContext): void {
  this.exit(print(this.system, { text: `execguard ${this.system.version}\n`, code: 0 }));
}
