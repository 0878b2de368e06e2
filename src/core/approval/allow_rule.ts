/**
 * Allow rules: what a person lets run from now on without being asked again.
 * @module
 */
import type { Result } from "../types.ts";
import { GAP, matchWild } from "./match_wild.ts";
import type { Subject } from "./subject.ts";

/**
 * One rule. It covers a request only as far as it says: the network, write paths and `--env` flags must be
 * named by it, and it never stands for the password.
 */
export interface AllowRule {
  readonly id: string;
  /**
   * A word stands for itself; `*` inside a word for any characters but `/`; the word `*` for any one
   * argument; the word `**` for any number of them. A backslash takes the meaning of the next character away.
   */
  readonly argv: readonly string[];
  /** Any work directory when undefined. */
  readonly cwd: string | undefined;
  readonly network: boolean;
  /** Canonical. */
  readonly writePaths: readonly string[];
  readonly env: readonly string[];
}

/** A rule that is not stored yet. */
export type NewRule = Omit<AllowRule, "id">;

/** What of a request a rule is tested against. */
export type RuleSubject = Omit<Subject, "session" | "files">;

/**
 * Reads the pattern of a rule from JSON. Refusals: `request-not-array`; `request-bad-value` for no words, a
 * program that is not spelled out (it would allow everything), and `sudo`, which no rule can allow.
 */
export function parseRulePattern(text: string): Result<readonly string[]> {
  const pattern = readStrings(text);
  if (pattern === undefined) return { ok: false, refusal: { code: "request-not-array" } };
  const refuse = (problem: string) => ({
    ok: false as const,
    refusal: { code: "request-bad-value" as const, data: { key: "the rule", problem } },
  });
  const name = compileWord(pattern[0] ?? "");
  if (name.length === 0) return refuse("must name a program");
  if (name.includes(GAP)) return refuse("must spell its program out: * stands only for arguments");
  if (name.join("") === "sudo") return refuse("cannot stand for the password that sudo needs");
  return { ok: true, value: pattern };
}

/** The rule that covers exactly one request, wherever its words hold a star. */
export function exactRule(subject: RuleSubject): NewRule {
  const { cwd, network, writePaths, env } = subject;
  const argv = subject.argv.map((word) => word.replace(/[\\*]/g, "\\$&"));
  return { argv, cwd, network, writePaths, env };
}

/** Whether a rule covers a request. Calls outside the sandbox are never covered. */
export function ruleCovers(rule: NewRule, subject: RuleSubject): boolean {
  return subject.sandbox && (rule.cwd ?? subject.cwd) === subject.cwd &&
    (rule.network || !subject.network) &&
    subject.writePaths.every((path) => rule.writePaths.includes(path)) &&
    subject.env.every((flag) => rule.env.includes(flag)) &&
    matchesArgv(rule.argv, subject.argv);
}

function matchesArgv(pattern: readonly string[], argv: readonly string[]): boolean {
  const words = pattern.map((word) => word === "**" ? GAP : word);
  return matchWild(words, argv, matchesWord);
}

function matchesWord(pattern: string, word: string): boolean {
  if (pattern === "*") return true;
  // A star stays within one component of a path: both sides are compared component by component.
  const components = splitAtSlash(compileWord(pattern));
  const parts = word.split("/");
  return components.length === parts.length &&
    components.every((component, index) =>
      matchWild(component, [...parts[index] ?? ""], (left: string, right: string) => left === right)
    );
}

/** A pattern word as characters and gaps. */
function compileWord(word: string): (string | typeof GAP)[] {
  const compiled: (string | typeof GAP)[] = [];
  const characters = [...word];
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] ?? "";
    if (character === "*") compiled.push(GAP);
    else compiled.push(character === "\\" ? characters[++index] ?? "\\" : character);
  }
  return compiled;
}

function splitAtSlash(compiled: readonly (string | typeof GAP)[]): (string | typeof GAP)[][] {
  const components: (string | typeof GAP)[][] = [[]];
  for (const character of compiled) {
    if (character === "/") components.push([]);
    else components.at(-1)?.push(character);
  }
  return components;
}

function readStrings(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((item) => typeof item === "string")
      ? value
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
