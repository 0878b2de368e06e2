/**
 * All theme files of the read-only list at once: for tests, for printing the policy, for trying every example.
 * Judging loads only the themes a call needs (`read_only_list.ts`).
 * @module
 */
import archives from "../../configs/read_only_commands/archives.json" with { type: "json" };
import compilers from "../../configs/read_only_commands/compilers.json" with { type: "json" };
import containers from "../../configs/read_only_commands/containers.json" with { type: "json" };
import files from "../../configs/read_only_commands/files.json" with { type: "json" };
import git from "../../configs/read_only_commands/git.json" with { type: "json" };
import javascript from "../../configs/read_only_commands/javascript.json" with { type: "json" };
import macos from "../../configs/read_only_commands/macos.json" with { type: "json" };
import misc from "../../configs/read_only_commands/misc.json" with { type: "json" };
import network_info from "../../configs/read_only_commands/network_info.json" with { type: "json" };
import packages from "../../configs/read_only_commands/packages.json" with { type: "json" };
import processes from "../../configs/read_only_commands/processes.json" with { type: "json" };
import python from "../../configs/read_only_commands/python.json" with { type: "json" };
import search from "../../configs/read_only_commands/search.json" with { type: "json" };
import system from "../../configs/read_only_commands/system.json" with { type: "json" };
import text from "../../configs/read_only_commands/text.json" with { type: "json" };
import versions from "../../configs/read_only_commands/versions.json" with { type: "json" };
import type { NamedFile } from "../core/read_only/read_only_list.ts";

/** The theme files as they are shipped. */
export const READ_ONLY_FILES: readonly NamedFile[] = Object.entries({
  archives,
  compilers,
  containers,
  files,
  git,
  javascript,
  macos,
  misc,
  network_info,
  packages,
  processes,
  python,
  search,
  system,
  text,
  versions,
}).map(([name, file]) => ({ name, file }));
