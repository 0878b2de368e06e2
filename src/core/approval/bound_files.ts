/**
 * Which files a yes is bound to besides the words of the request.
 * @module
 */
import { ROOT_PATH } from "../plan_unconfined.ts";
import { absolutePath } from "../paths.ts";
import type { Facts } from "../ports.ts";
import type { Finding, Verdict } from "../types.ts";

/** More files than any sane call names; beyond it the rest is left out rather than read for minutes. */
const MAX_FILES = 64;

/** Where words of an argv lead. */
interface Binding {
  readonly cwd: string;
  readonly facts: Facts;
  /** Whether sudo looks programs up, not the caller's PATH. */
  readonly isRoot: boolean;
}

/**
 * Canonical paths of the files whose content decides what an approved call does: the program of the
 * argv first, then the program of every command found in it, then each existing file that something
 * opaque is given (`python3 build.py`, `sh FILE`, `--config=FILE`).
 *
 * Source: spec.md, section 14.5.
 */
export function filesToBind(
  verdict: Verdict,
  by: { readonly cwd: string; readonly facts: Facts },
): readonly string[] {
  const binding = { ...by, isRoot: verdict.argv[0] === "sudo" };
  const candidates = [
    programOf(verdict.argv[0] ?? "", binding),
    ...verdict.findings.map((finding) => programOf(finding.argv[0] ?? "", binding)),
    ...verdict.findings.filter((finding) => finding.code === "opaque")
      .flatMap((finding) => operandsOf(finding, binding)),
  ];
  const files = candidates.filter((path) => path !== undefined && by.facts.kind(path) === "file");
  return [...new Set(files as readonly string[])].slice(0, MAX_FILES);
}

function programOf(name: string, by: Binding): string | undefined {
  const { facts, cwd, isRoot } = by;
  if (name.includes("/")) return facts.realPath(absolutePath(name, cwd));
  if (!isRoot) return facts.findProgram(name)?.real;
  const reals = ROOT_PATH.map((directory) => facts.realPath(`${directory}/${name}`));
  return reals.find((real) => real !== undefined && facts.kind(real) === "file");
}

/** Words that may name a file, the value of `--option=FILE` included. */
function operandsOf(finding: Finding, by: Binding): readonly (string | undefined)[] {
  return finding.argv.slice(1).map((word) => {
    const text = word.startsWith("-") ? word.slice(word.indexOf("=") + 1) : word;
    return text === "" || text.startsWith("-")
      ? undefined
      : by.facts.realPath(absolutePath(text, by.cwd));
  });
}
