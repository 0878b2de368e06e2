/**
 * The built-in read-only allowlist and the user's additions to it, its themes loaded as they are needed.
 * Source: spec.md, section 3; the files are `configs/read_only_commands/*.json`, one a theme.
 * @module
 */
import index from "../../configs/late_index.json" with { type: "json" };
import type { Late } from "../core/late.ts";
import { makeLateList } from "../core/read_only/late_list.ts";
import type { NamedFile } from "../core/read_only/read_only_list.ts";
import type { ReadOnlyFile, ReadOnlyList } from "../core/read_only/types.ts";

/** Every theme with the way to load it. */
const THEMES: Readonly<Record<string, () => Promise<{ readonly default: ReadOnlyFile }>>> = {
  archives: () =>
    import("../../configs/read_only_commands/archives.json", { with: { type: "json" } }),
  compilers: () =>
    import("../../configs/read_only_commands/compilers.json", { with: { type: "json" } }),
  containers: () =>
    import("../../configs/read_only_commands/containers.json", { with: { type: "json" } }),
  files: () => import("../../configs/read_only_commands/files.json", { with: { type: "json" } }),
  git: () => import("../../configs/read_only_commands/git.json", { with: { type: "json" } }),
  javascript: () =>
    import("../../configs/read_only_commands/javascript.json", { with: { type: "json" } }),
  macos: () => import("../../configs/read_only_commands/macos.json", { with: { type: "json" } }),
  misc: () => import("../../configs/read_only_commands/misc.json", { with: { type: "json" } }),
  network_info: () =>
    import("../../configs/read_only_commands/network_info.json", { with: { type: "json" } }),
  packages: () =>
    import("../../configs/read_only_commands/packages.json", { with: { type: "json" } }),
  processes: () =>
    import("../../configs/read_only_commands/processes.json", { with: { type: "json" } }),
  python: () => import("../../configs/read_only_commands/python.json", { with: { type: "json" } }),
  search: () => import("../../configs/read_only_commands/search.json", { with: { type: "json" } }),
  system: () => import("../../configs/read_only_commands/system.json", { with: { type: "json" } }),
  text: () => import("../../configs/read_only_commands/text.json", { with: { type: "json" } }),
  versions: () =>
    import("../../configs/read_only_commands/versions.json", { with: { type: "json" } }),
};

/** The built-in list, with the user's additions as a last file. Additions only add forms. */
export function builtinReadOnlyList(additions: readonly NamedFile[] = []): ReadOnlyList & Late {
  return makeLateList({ index: index.read_only, load: loadTheme }, additions);
}

async function loadTheme(name: string): Promise<NamedFile> {
  const load = THEMES[name];
  if (load === undefined) throw new Error(`configs/late_index.json names no theme ${name}`);
  return { name, file: (await load()).default };
}
