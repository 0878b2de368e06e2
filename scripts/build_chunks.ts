/**
 * Fewer files for a bundle: what one start loads in any case becomes one file.
 * @module
 */
import { type GetModuleInfo, type Plugin, rollup } from "@rollup/wasm-node";
import type { ArchiveFile } from "./build_archive.ts";

/**
 * Modules that are loaded together with all that they import, in files of these names. What stands in an
 * earlier one is not in a later one.
 */
export type Chunks = Readonly<Record<string, readonly string[]>>;

/** What a start begins with. */
const MAIN = "main.js";

/**
 * Joins the modules of a bundle. `main.js` stays by itself: a module that somebody else imports could not wait for its
 * own imports as it does.
 *
 * `chunks` names a module by the file without the bundler's mark: `run` for `run-6682290D.js`. Throws when there is not
 * exactly one of that name.
 */
export async function joinChunks(
  files: readonly ArchiveFile[],
  chunks: Chunks,
): Promise<readonly ArchiveFile[]> {
  const roots = Object.entries(chunks).flatMap(([name, modules]) =>
    modules.map((module) => [findModule(files, module), name] as const)
  );
  const bundle = await rollup({
    input: MAIN,
    plugins: [inMemory(files)],
    external: /^node:/,
    // The bundler before has left out what nobody uses.
    treeshake: false,
    onwarn: ({ message }) => {
      throw new Error(message);
    },
  });
  let chunkOf: ReadonlyMap<string, string> | undefined;
  const { output } = await bundle.generate({
    format: "es",
    compact: true,
    hoistTransitiveImports: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    manualChunks: (id, { getModuleInfo }) => (chunkOf ??= assign(roots, getModuleInfo)).get(id),
  });
  return output.map((made) => {
    if (made.type !== "chunk") throw new Error(`Not a module: ${made.fileName}`);
    const bytes = new TextEncoder().encode(made.code);
    return { path: made.fileName, bytes, isExecutable: false };
  });
}

function findModule(files: readonly ArchiveFile[], name: string): string {
  const found = files.map(({ path }) => path)
    .filter((path) => path.replace(/(?:-[0-9A-F]{8})?\.js$/, "") === name);
  const [path] = found;
  if (path === undefined || found.length > 1) {
    throw new Error(`${found.length} modules of the bundle are called ${name}`);
  }
  return path;
}

/** Modules by their paths, which are all in one folder. */
function inMemory(files: readonly ArchiveFile[]): Plugin {
  const sources = new Map(files.map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]));
  return {
    name: "in-memory",
    resolveId: (source) => source.replace(/^\.\//, ""),
    load: (id) => sources.get(id) ?? null,
  };
}

/** The file of each module: of the first root that imports it at once, directly or not. */
function assign(
  roots: readonly (readonly [module: string, name: string])[],
  infoOf: GetModuleInfo,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (id: string, name: string): void => {
    if (found.has(id)) return;
    found.set(id, name);
    infoOf(id)?.importedIds.forEach((imported) => add(imported, name));
  };
  for (const [module, name] of roots) add(module, name);
  found.delete(MAIN);
  return found;
}
