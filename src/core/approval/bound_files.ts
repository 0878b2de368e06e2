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
interface Places {
  readonly cwd: string;
  readonly facts: Facts;
}

interface Binding extends Places {
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
export function filesToBind(verdict: Verdict, by: Places): readonly string[] {
  const binding = { ...by, isRoot: verdict.argv[0] === "sudo" };
  const programs = [
    programOf(verdict.argv[0] ?? "", binding),
    ...verdict.findings.map((finding) => programOf(finding.argv[0] ?? "", binding)),
  ];
  const files = [...existing(programs, by.facts), ...givenFiles(verdict, binding)];
  return [...new Set(files)].slice(0, MAX_FILES);
}

/**
 * Whether an argv says all of what it does: a yes that is remembered by argv alone must not cover a file of the
 * project that says the rest, since that may become another one.
 */
export function isSaidByArgv(verdict: Verdict, by: Places): boolean {
  const name = verdict.argv[0] ?? "";
  return !name.includes("/") && givenFiles(verdict, { ...by, isRoot: false }).length === 0;
}

/** Files that something opaque is given. */
function givenFiles(verdict: Verdict, by: Binding): readonly string[] {
  const opaque = verdict.findings.filter((finding) => finding.code === "opaque");
  return existing(opaque.flatMap((finding) => operandsOf(finding, by)), by.facts);
}

function existing(paths: readonly (string | undefined)[], facts: Facts): readonly string[] {
  return paths.filter((path) => path !== undefined).filter((path) => facts.kind(path) === "file");
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
