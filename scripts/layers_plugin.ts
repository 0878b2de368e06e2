/**
 * Lint rules that hold the layers apart (design: CONTRIBUTING, "The whole, on one screen").
 *
 * - `layers/imports`: a file imports its own folder and lower ranks; npm packages and `configs/`
 *   only where the tables below say. A type import obeys as well.
 * - `layers/machine`: `Deno` and `node:` belong to `src/host/`, `main.ts` and `src/mod.ts`.
 * - `layers/wiring`: `Deno.build` belongs to `main.ts` and `src/mod.ts`, `Deno.exit` to `main.ts`.
 * - `layers/writes`: what changes the disk belongs to the files listed below: the guarded operations,
 *   and what execguard writes in places of its own.
 * - `layers/named-exports`: no default export in `src/`.
 * - `layers/documented-exports`: a docstring before every export of `src/`.
 *
 * `tests/` and `scripts/` are free. A unit test beside its file (`*_test.ts`) may touch the machine,
 * and may import any pure folder, for real rules and real scripts.
 * @module
 */

import {
  CONFIG_FOLDERS,
  PACKAGE_FOLDERS,
  PURE_FOLDERS,
  RANKS,
  TOP,
  WIRING_FILES,
  WRITE_OPTIONS,
  WRITERS,
  WRITING_FILES,
} from "./layers_tables.ts";

type Context = Deno.lint.RuleContext;
type Node = Deno.lint.Node;
type Visitor = Deno.lint.LintVisitor;

/** Where a file stands: its path from the root, its folder below `src/`, its rank. */
interface Place {
  readonly path: string;
  readonly folder: string | undefined;
  readonly rank: number;
  readonly isProduct: boolean;
  readonly isTest: boolean;
}

const ROOT = decodeURIComponent(new URL("..", import.meta.url).pathname);

function placeOf(filename: string): Place {
  const path = filename.startsWith(ROOT) ? filename.slice(ROOT.length) : filename;
  const folder = /^src\/([^/]+)\//.exec(path)?.[1];
  return {
    path,
    folder,
    rank: folder === undefined ? TOP : RANKS[folder] ?? TOP,
    isProduct: path.startsWith("src/") || path === "main.ts",
    isTest: path.endsWith("_test.ts"),
  };
}

/** Why `place` may not import `specifier`; undefined when it may. */
function refuseImport(place: Place, specifier: string): string | undefined {
  if (specifier.startsWith("node:")) return undefined;
  if (/^[a-z]+:/.test(specifier)) return "Import a package by its name in deno.json";
  if (!specifier.startsWith(".")) return refusePackage(place, specifier);
  const target = placeOf(new URL(specifier, `file:///${place.path}`).pathname.slice(1));
  if (target.path.startsWith("configs/")) {
    return CONFIG_FOLDERS.has(place.folder) || place.isTest
      ? undefined
      : "Only src/config/ and src/platform/ import configs/";
  }
  // The version number stands in deno.json.
  if (place.path === "main.ts" && target.path === "deno.json") return undefined;
  if (!target.isProduct) return place.isTest ? undefined : "The product imports only src/";
  if (target.folder === place.folder || target.rank < place.rank) return undefined;
  if (place.isTest && PURE_FOLDERS.has(target.folder)) return undefined;
  return `${place.folder ?? place.path} (rank ${place.rank}) cannot import ` +
    `${target.folder ?? target.path} (rank ${target.rank})`;
}

function refusePackage(place: Place, specifier: string): string | undefined {
  const folder = PACKAGE_FOLDERS.get(specifier);
  if (folder === undefined) return place.isTest ? undefined : `${specifier} is for tests only`;
  return folder === place.folder ? undefined : `Only src/${folder}/ imports ${specifier}`;
}

/** Visits each module that a file imports or re-exports; a name made at run time comes as "". */
function visitModules(check: (specifier: string, node: Node) => void): Visitor {
  return {
    ImportDeclaration: (node) => check(node.source.value, node),
    ExportAllDeclaration: (node) => check(node.source.value, node),
    ExportNamedDeclaration(node) {
      if (node.source !== null) check(node.source.value, node);
    },
    ImportExpression(node) {
      const value = node.source.type === "Literal" ? node.source.value : "";
      check(String(value), node);
    },
    TSImportType(node) {
      const argument = node.argument;
      const literal = argument.type === "TSLiteralType" ? argument.literal : undefined;
      check(literal?.type === "Literal" ? String(literal.value) : "", node);
    },
  };
}

function isDenoMember(node: Node, names: ReadonlySet<string>): boolean {
  return node.type === "MemberExpression" && node.object.type === "Identifier" &&
    node.object.name === "Deno" && names.has(memberName(node.property).replace(/Sync$/, ""));
}

/** `Deno.remove` and `Deno["remove"]`. */
function memberName(property: Node): string {
  if (property.type === "Identifier") return property.name;
  return property.type === "Literal" ? String(property.value) : "";
}

function opensForWriting(node: Deno.lint.CallExpression): boolean {
  const options = node.arguments[1];
  return isDenoMember(node.callee, new Set(["open"])) && options?.type === "ObjectExpression" &&
    options.properties.some((property) =>
      property.type === "Property" && property.key.type === "Identifier" &&
      WRITE_OPTIONS.has(property.key.name)
    );
}

/** Whether an import of `node:fs` takes only names that cannot change the disk. */
function onlyReads(node: Node): boolean {
  return node.type === "ImportDeclaration" &&
    node.specifiers.every((specifier) =>
      specifier.type === "ImportSpecifier" && specifier.imported.type === "Identifier" &&
      !WRITERS.has(specifier.imported.name.replace(/Sync$/, "")) &&
      !/^(open|promises|default)(Sync)?$/.test(specifier.imported.name)
    );
}

const imports = {
  create(context: Context): Visitor {
    const place = placeOf(context.filename);
    if (!place.isProduct) return {};
    return visitModules((specifier, node) => {
      const message = specifier === ""
        ? "Name a dynamically imported module by a string"
        : refuseImport(place, specifier);
      if (message !== undefined) context.report({ node, message });
    });
  },
};

const machine = {
  create(context: Context): Visitor {
    const place = placeOf(context.filename);
    if (!place.isProduct || place.isTest || place.folder === "host") return {};
    if (WIRING_FILES.has(place.path)) return {};
    const message = "Only src/host/ and main.ts touch the machine: ask through a port";
    return {
      ...visitModules((specifier, node) => {
        if (/^node:(?!path\/posix$)/.test(specifier)) context.report({ node, message });
      }),
      Identifier(node) {
        if (node.name === "Deno") context.report({ node, message });
      },
    };
  },
};

const wiring = {
  create(context: Context): Visitor {
    const place = placeOf(context.filename);
    if (!place.isProduct || place.isTest || place.path === "main.ts") return {};
    const names = new Set(WIRING_FILES.has(place.path) ? ["exit"] : ["build", "exit"]);
    const message = "Only main.ts knows the system and ends the process";
    return {
      MemberExpression(node) {
        if (isDenoMember(node, names)) context.report({ node, message });
      },
    };
  },
};

const writes = {
  create(context: Context): Visitor {
    const place = placeOf(context.filename);
    if (!place.isProduct || place.isTest || WRITING_FILES.has(place.path)) return {};
    const message = "Only the guarded file operations change the disk; see WRITING_FILES";
    return {
      MemberExpression(node) {
        if (isDenoMember(node, WRITERS)) context.report({ node, message });
      },
      CallExpression(node) {
        if (opensForWriting(node)) context.report({ node, message });
      },
      VariableDeclarator(node) {
        // `const { remove } = Deno` would hide the name.
        if (node.init?.type === "Identifier" && node.init.name === "Deno") {
          context.report({ node, message });
        }
      },
      ...visitModules((specifier, node) => {
        if (/^node:fs(\/promises)?$/.test(specifier) && !onlyReads(node)) {
          context.report({ node, message });
        }
      }),
    };
  },
};

const namedExports = {
  create(context: Context): Visitor {
    if (!placeOf(context.filename).isProduct) return {};
    const message = "Export by name";
    return {
      ExportDefaultDeclaration: (node) => context.report({ node, message }),
      ExportSpecifier(node) {
        if (node.exported.type === "Identifier" && node.exported.name === "default") {
          context.report({ node, message });
        }
      },
    };
  },
};

const documentedExports = {
  create(context: Context): Visitor {
    const place = placeOf(context.filename);
    if (!place.isProduct || place.isTest) return {};
    return {
      ExportNamedDeclaration(node) {
        if (node.declaration === null) return;
        const [last] = context.sourceCode.getCommentsBefore(node).slice(-1);
        if (last?.type === "Block" && last.value.startsWith("*")) return;
        context.report({ node, message: "Say what it decides, in a docstring" });
      },
    };
  },
};

const plugin: Deno.lint.Plugin = {
  name: "layers",
  rules: {
    imports,
    machine,
    wiring,
    writes,
    "named-exports": namedExports,
    "documented-exports": documentedExports,
  },
};
export default plugin;
