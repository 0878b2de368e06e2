/**
 * What an executable holds besides the runtime: the checkout without tests, made ready in advance.
 * @module
 */
import type { ArchiveFile } from "./build_archive.ts";

const ROOT = new URL("..", import.meta.url).pathname;

/** No such registry can exist: whatever is not in the executable is never asked for. */
const REGISTRY = "packages.invalid";

/** What the loader reads of a package: all are imported, none is required. */
const LOADED = /\.(js|mjs|json)$|\/licen[cs]e[^/]*$/i;

interface Lock {
  readonly version: string;
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, { readonly dependencies?: readonly string[] }>>;
}

/** Top-level names of the program in the archive. */
export const PROGRAM_PARTS = [
  "LICENSE",
  "configs",
  "deno.json",
  "deno.lock",
  "main.ts",
  "scripts",
  "src",
];

/**
 * All files of the program; `key` is the launcher's. The folder of npm packages is the one that this
 * build runs from.
 */
export function programFiles(key: string): readonly ArchiveFile[] {
  const config = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`));
  const imports = productImports(config.imports);
  const lock = productLock(JSON.parse(Deno.readTextFileSync(`${ROOT}deno.lock`)), imports);
  return [
    ...filesBelow(ROOT, ["main.ts", "LICENSE"]),
    ...filesBelow(ROOT, ["configs", "src"]).filter(({ path }) => !/_test\.ts$|\.md$/.test(path)),
    ...filesBelow(ROOT, ["scripts/execguard"]),
    textFile("deno.json", json({ version: config.version, imports })),
    textFile("deno.lock", json(lock)),
    textFile(`.deno/ready-${key}`, `https://${REGISTRY}/\n`),
    // The executable installs nothing: its doctor says what is missing.
    textFile(".deno/without-bubblewrap", ""),
    ...packageFiles(Object.keys(lock.npm)),
  ];
}

/** The imports of the product: those that some file below `src/` names. */
function productImports(imports: Readonly<Record<string, string>>): Record<string, string> {
  const sources = filesBelow(ROOT, ["src"]).filter(({ path }) =>
    path.endsWith(".ts") && !path.endsWith("_test.ts")
  ).map(({ bytes }) => new TextDecoder().decode(bytes));
  return Object.fromEntries(
    Object.entries(imports).filter(([name]) =>
      sources.some((source) => source.includes(`"${name}"`))
    ),
  );
}

/** The lock file without what only tests need, or the runtime would miss it. */
function productLock(lock: Lock, imports: Readonly<Record<string, string>>): Lock {
  const wanted = new Set(
    Object.values(imports).map((specifier) => {
      const [, name] = /^(npm:(?:@[^/]+\/)?[^/]+)/.exec(specifier) ?? [];
      if (name === undefined) throw new Error(`Not an npm package: ${specifier}`);
      return name;
    }),
  );
  const keep = new Set<string>();
  const add = (id: string): void => {
    const [found] = Object.keys(lock.npm).filter((key) => key === id || key.startsWith(`${id}@`));
    if (found === undefined) throw new Error(`Not in the lock file: ${id}`);
    if (keep.has(found)) return;
    keep.add(found);
    lock.npm[found]?.dependencies?.forEach(add);
  };
  wanted.forEach((name) => add(name.slice("npm:".length)));
  const kept = <T>(record: Readonly<Record<string, T>>, names: ReadonlySet<string>) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)));
  return {
    version: lock.version,
    specifiers: kept(lock.specifiers, wanted),
    npm: kept(lock.npm, keep),
    ...{ workspace: { dependencies: [...wanted].toSorted() } },
  };
}

/** The files of packages such as `zod@4.6.7`, from the folder where Deno keeps them. */
function packageFiles(ids: readonly string[]): readonly ArchiveFile[] {
  const cache = `${Deno.env.get("DENO_DIR") ?? `${ROOT}.deno/cache`}/npm`;
  return ids.flatMap((id) => {
    const folder = id.replace(/(?<=.)@/, "/");
    const [registry] = [...Deno.readDirSync(cache)].map(({ name }) => name)
      .filter((name) => isDirectory(`${cache}/${name}/${folder}`));
    if (registry === undefined) throw new Error(`Not fetched yet: ${id}; run scripts/build`);
    return filesBelow(`${cache}/${registry}/`, [folder])
      .filter(({ path }) => LOADED.test(path))
      .map((file) => ({
        ...file,
        path: `.deno/cache/npm/${REGISTRY}/${file.path}`,
        isExecutable: false,
      }));
  });
}

function filesBelow(root: string, paths: readonly string[]): readonly ArchiveFile[] {
  return paths.flatMap((path): readonly ArchiveFile[] => {
    if (isDirectory(root + path)) {
      return filesBelow(
        root,
        [...Deno.readDirSync(root + path)].map(({ name }) => `${path}/${name}`),
      );
    }
    const mode = Deno.statSync(root + path).mode ?? 0;
    return [{ path, bytes: Deno.readFileSync(root + path), isExecutable: (mode & 0o100) !== 0 }];
  });
}

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function textFile(path: string, text: string): ArchiveFile {
  return { path, bytes: new TextEncoder().encode(text), isExecutable: false };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
