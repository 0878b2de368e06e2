/**
 * Facts about a file tree that exists only in a test, links resolved component by component.
 * @module
 */
import { absolutePath, parentOf } from "../../src/core/paths.ts";
import type { SandboxFacts } from "../../src/core/place_claims.ts";
import type { PathKind } from "../../src/core/ports.ts";

/** One node of a tree. */
export type TreeNode =
  | { readonly kind: "directory"; readonly closed?: boolean }
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "link"; readonly target: string };

/** Path → what stands there: `/` a directory, `!` one the user cannot write, `-> T` a link, else a file's text. */
export type Tree = Readonly<Record<string, string>>;

/** Facts about a tree; directories above each path are there too and belong to the user. */
export function treeFacts(tree: Tree, home: string | undefined): SandboxFacts {
  const nodes = nodesOf(tree);
  const realPath = (path: string): string | undefined => resolve(path, nodes);
  const at = (path: string): TreeNode | undefined => {
    const parent = realPath(parentOf(path));
    return nodes.get(parent === undefined ? path : absolutePath(nameOf(path), parent));
  };
  return {
    home,
    realPath,
    kind: (path): PathKind => at(path)?.kind ?? "missing",
    findProgram: () => undefined,
    readText: (path) => {
      const node = nodes.get(realPath(path) ?? "");
      return node?.kind === "file" ? node.text : undefined;
    },
    listDirectory: (path) => {
      const directory = realPath(path) ?? "";
      if (nodes.get(directory)?.kind !== "directory") return undefined;
      return [...nodes.keys()]
        .filter((other) => other !== "/" && parentOf(other) === directory)
        .map(nameOf);
    },
    canAccess: (path, purpose) => {
      const node = nodes.get(realPath(path) ?? "");
      if (node === undefined) return false;
      return purpose === "read" || (node.kind === "directory" && node.closed !== true);
    },
  };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function nodesOf(tree: Tree): Map<string, TreeNode> {
  const nodes = new Map<string, TreeNode>([["/", { kind: "directory" }]]);
  for (const [path, text] of Object.entries(tree)) {
    for (let above = parentOf(path); above !== "/"; above = parentOf(above)) {
      if (!nodes.has(above)) nodes.set(above, { kind: "directory" });
    }
    nodes.set(path, nodeOf(text));
  }
  return nodes;
}

function nodeOf(text: string): TreeNode {
  if (text === "/") return { kind: "directory" };
  if (text === "!") return { kind: "directory", closed: true };
  if (text.startsWith("-> ")) return { kind: "link", target: text.slice(3) };
  return { kind: "file", text };
}

function resolve(path: string, nodes: ReadonlyMap<string, TreeNode>): string | undefined {
  let left = 40;
  let at = "/";
  const rest = path.split("/").filter((part) => part !== "");
  while (rest.length > 0) {
    const component = rest.shift() ?? "";
    const next = absolutePath(component, at);
    const node = nodes.get(next);
    if (node?.kind !== "link") {
      at = next;
      continue;
    }
    if (left-- === 0) return undefined;
    rest.unshift(...absolutePath(node.target, at).split("/").filter((part) => part !== ""));
    at = "/";
  }
  return at;
}
