/**
 * Reading the user's config text: JSONC, strict, closed when anything is unclear.
 * @module
 */
import { type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node } from "jsonc-parser";
import type { Result } from "../core/types.ts";
import { configSchema, type UserConfig } from "./schema.ts";

/**
 * Parses and checks a config text.
 *
 * Refusals: `config-invalid` with `path`, `line`, `key` and `problem` for a syntax error, a key that stands
 * twice (the last one would win in silence), an unknown key or a wrong value.
 */
export function parseUserConfig(text: string, path: string): Result<UserConfig> {
  const invalid = (problem: string, by: { readonly key: string; readonly offset: number }) => ({
    ok: false as const,
    refusal: {
      code: "config-invalid" as const,
      data: { path, line: lineAt(text, by.offset), key: by.key, problem },
    },
  });
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const first = errors[0];
  if (first !== undefined || root === undefined) {
    const problem = first === undefined ? "the file is empty" : printParseErrorCode(first.error);
    return invalid(problem, { key: "JSON", offset: first?.offset ?? 0 });
  }
  const repeated = findRepeatedKey(root);
  if (repeated !== undefined) return invalid("the key stands twice", repeated);
  const checked = configSchema.safeParse(plainValue(root));
  if (checked.success) return { ok: true, value: checked.data };
  const wrong = describeIssue(checked.error.issues[0]);
  const key = wrong.path.map(String).join(".") || "the file";
  return invalid(wrong.problem, { key, offset: offsetOf(root, wrong.path) });
}

type Issue = NonNullable<ReturnType<typeof configSchema.safeParse>["error"]>["issues"][number];

/** What is wrong, in words, and where; of a choice between shapes the reading that came furthest. */
function describeIssue(
  issue: Issue | undefined,
): { readonly path: readonly PropertyKey[]; readonly problem: string } {
  if (issue === undefined) return { path: [], problem: "wrong value" };
  switch (issue.code) {
    case "unrecognized_keys":
      return { path: [...issue.path, issue.keys[0] ?? ""], problem: "unknown key" };
    case "invalid_value":
      return {
        path: issue.path,
        problem: `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`,
      };
    case "invalid_type": {
      const noun = issue.expected === "record" ? "object" : issue.expected;
      return { path: issue.path, problem: `must be ${articleFor(noun)} ${noun}` };
    }
    case "invalid_union": {
      const readings = issue.errors.map((errors) => describeIssue(errors[0] as Issue | undefined));
      const furthest = readings.reduce(
        (best, next) => next.path.length > best.path.length ? next : best,
        { path: [], problem: "" },
      );
      const problem = furthest.path.length > 0
        ? furthest.problem
        : readings.map((reading) => reading.problem).join(", or ");
      return { path: [...issue.path, ...furthest.path], problem };
    }
    default:
      return { path: issue.path, problem: issue.message };
  }
}

function articleFor(noun: string): string {
  return /^[aeiou]/.test(noun) ? "an" : "a";
}

/** The value of a tree; keys become own properties whatever their name (`__proto__` too). */
function plainValue(node: Node): unknown {
  if (node.type === "array") return (node.children ?? []).map(plainValue);
  if (node.type !== "object") return node.value;
  return Object.fromEntries((node.children ?? []).map((property) => {
    const [key, value] = property.children ?? [];
    return [String(key?.value), value === undefined ? undefined : plainValue(value)];
  }));
}

function findRepeatedKey(
  node: Node,
): { readonly key: string; readonly offset: number } | undefined {
  const seen = new Set<string>();
  for (const child of node.children ?? []) {
    const [key, value] = child.type === "property" ? child.children ?? [] : [undefined, child];
    if (key !== undefined && seen.has(String(key.value))) {
      return { key: String(key.value), offset: key.offset };
    }
    if (key !== undefined) seen.add(String(key.value));
    const below = value === undefined ? undefined : findRepeatedKey(value);
    if (below !== undefined) return below;
  }
  return undefined;
}

/** Where the value under a path of keys stands; as deep as it exists. */
function offsetOf(root: Node, keys: readonly PropertyKey[]): number {
  let node = root;
  for (const key of keys) {
    const next = typeof key === "number"
      ? node.children?.[key]
      : node.children?.find((property) => property.children?.[0]?.value === key);
    if (next === undefined) return node.offset;
    node = next.type === "property" ? next.children?.[1] ?? next : next;
  }
  return node.offset;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
