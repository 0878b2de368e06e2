/**
 * What an executable holds besides the runtime: the checkout without tests, made ready in advance.
 * @module
 */
import type { ArchiveFile } from "./build_archive.ts";
import { type Chunks, joinChunks } from "./build_chunks.ts";
import { nameByContent } from "./build_names.ts";

const ROOT = new URL("..", import.meta.url).pathname;

/** No such registry can exist: whatever is not in the executable is never asked for. */
export const REGISTRY = "https://packages.invalid/";

/** Themes of the read-only list. */
const THEMES = [...Deno.readDirSync(`${ROOT}configs/read_only_commands`)]
  .flatMap(({ name }) => /^(.+)\.json$/.exec(name)?.[1] ?? []).toSorted();

/** What every judgement loads, what every start of a command loads besides, and each theme of the list. */
const CHUNKS: Chunks = {
  judge: ["main", "allowlist_check"],
  start: ["run", "launch", "keep_names", "caller_signals", "machine", "secrets", "mod", "audit"],
  ...Object.fromEntries(THEMES.map((name) => [name, [name]])),
};

/** What stays readable of the packages that the bundle holds; not every one has a license file. */
const NOTICE = /^(?:package\.json|licen[cs]e.*)$/i;

interface Lock {
  readonly version: string;
  readonly npm: Readonly<Record<string, { readonly dependencies?: readonly string[] }>>;
}

/**
 * All files of the program; `key` is the launcher's. Modules, rules and packages are bundled, a file for what is
 * loaded together: finding and reading each file by itself would take a third of a start.
 */
export async function programFiles(key: string): Promise<readonly ArchiveFile[]> {
  const { version, imports } = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.json`));
  const lock: Lock = JSON.parse(Deno.readTextFileSync(`${ROOT}deno.lock`));
  return [
    ...filesBelow(ROOT, ["LICENSE", "scripts/execguard", "scripts/launch.sh", "scripts/warm"]),
    textFile("main.ts", 'import "./program/main.js";\n'),
    ...await bundledFiles(),
    ...noticeFiles(productPackages(lock, imports)),
    // The launcher names both, and nothing is left to be looked up in them.
    textFile("deno.json", json({ version })),
    textFile("deno.lock", json({ version: lock.version })),
    textFile(`.deno/ready-${key}`, `${REGISTRY}\n`),
    // The executable installs nothing: its doctor says what is missing.
    textFile(".deno/without-bubblewrap", ""),
  ];
}

/**
 * What `deno bundle` makes of main.ts. Its bundler is fetched once, by Deno, in the version that Deno wants. Nothing
 * here needs a `require`; with the platform "deno" there would be one, and every start would load it.
 */
async function bundledFiles(): Promise<readonly ArchiveFile[]> {
  Deno.mkdirSync(`${ROOT}dist`, { recursive: true });
  const folder = Deno.makeTempDirSync({ dir: `${ROOT}dist`, prefix: "bundle-" });
  try {
    const { success, stderr } = new Deno.Command(Deno.execPath(), {
      args: [
        ...["bundle", "--quiet", "--frozen", "--minify", "--code-splitting"],
        ...["--platform", "browser", "--config", "deno.json", "--outdir", folder, "main.ts"],
      ],
      cwd: ROOT,
      stdin: "null",
      stderr: "piped",
    }).outputSync();
    if (!success) throw new Error(`deno bundle: ${new TextDecoder().decode(stderr).trim()}`);
    const files = filesBelow(`${folder}/`, [...Deno.readDirSync(folder)].map(({ name }) => name));
    const joined = await joinChunks(nameByContent(files), CHUNKS);
    return joined.map((file) => ({ ...file, path: `program/${file.path}` }));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** The npm packages that some file below `src/` needs, such as `zod@4.6.7`, from the lock file. */
function productPackages(lock: Lock, imports: Readonly<Record<string, string>>): readonly string[] {
  const sources = filesBelow(ROOT, ["src"]).filter(({ path }) =>
    path.endsWith(".ts") && !path.endsWith("_test.ts")
  ).map(({ bytes }) => new TextDecoder().decode(bytes));
  const keep = new Set<string>();
  const add = (id: string): void => {
    const [found] = Object.keys(lock.npm).filter((key) => key === id || key.startsWith(`${id}@`));
    if (found === undefined) throw new Error(`Not in the lock file: ${id}`);
    if (keep.has(found)) return;
    keep.add(found);
    lock.npm[found]?.dependencies?.forEach(add);
  };
  for (const [name, specifier] of Object.entries(imports)) {
    if (!sources.some((source) => source.includes(`"${name}"`))) continue;
    const [, wanted] = /^npm:((?:@[^/]+\/)?[^/@]+)/.exec(specifier) ?? [];
    if (wanted === undefined) throw new Error(`Not an npm package: ${specifier}`);
    add(wanted);
  }
  return [...keep].toSorted();
}

/** Whose and under which license packages are, from the folder where the Deno that builds keeps them. */
function noticeFiles(ids: readonly string[]): readonly ArchiveFile[] {
  const cache = `${Deno.env.get("DENO_DIR") ?? `${ROOT}.deno/cache`}/npm`;
  return ids.flatMap((id) => {
    const folder = id.replace(/(?<=.)@/, "/");
    const [registry] = [...Deno.readDirSync(cache)].map(({ name }) => name)
      .filter((name) => isDirectory(`${cache}/${name}/${folder}`));
    if (registry === undefined) throw new Error(`Not fetched yet: ${id}; run scripts/build`);
    const names = [...Deno.readDirSync(`${cache}/${registry}/${folder}`)].map(({ name }) => name);
    return filesBelow(
      `${cache}/${registry}/`,
      names.filter((name) => NOTICE.test(name)).map((name) => `${folder}/${name}`),
    ).map((file) => ({ ...file, path: `licenses/${file.path}`, isExecutable: false }));
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
