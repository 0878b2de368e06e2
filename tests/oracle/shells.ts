/**
 * The real shells that the parser is measured against.
 * @module
 */
import type { ShellName } from "../../src/core/script.ts";

/** One way to start a shell. */
export interface RealShell {
  readonly title: string;
  /** The name whose grammar a script is judged by. */
  readonly parsedAs: ShellName;
  readonly argv: readonly string[];
  /** What it runs for a redirection without a command. */
  readonly nullCommands?: readonly string[];
}

/** `sh` may be dash or Bash in its POSIX mode. */
const SHELLS: readonly RealShell[] = [
  { title: "dash", parsedAs: "dash", argv: ["/usr/bin/dash"] },
  { title: "dash as sh", parsedAs: "sh", argv: ["/usr/bin/dash"] },
  { title: "bash", parsedAs: "bash", argv: ["/usr/bin/bash"] },
  { title: "bash as sh", parsedAs: "sh", argv: ["/usr/bin/bash", "--posix"] },
  { title: "busybox ash", parsedAs: "ash", argv: ["/usr/bin/busybox", "ash"] },
  { title: "ksh93", parsedAs: "ksh", argv: ["/usr/bin/ksh93"] },
  { title: "mksh", parsedAs: "mksh", argv: ["/usr/bin/mksh"] },
  { title: "zsh", parsedAs: "zsh", argv: ["/usr/bin/zsh", "-f"], nullCommands: ["cat", "more"] },
];

/** All shells, with whether this machine has them. */
export function listShells(): readonly (RealShell & { readonly installed: boolean })[] {
  return SHELLS.map((shell) => ({ ...shell, installed: isFile(shell.argv[0] ?? "") }));
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
